import type { Dice } from './dice.ts';
import { type FaultKind, kills, others } from './faults.ts';

/**
 * Which faults strike, in which order: each way of killing as often as every other, and between them the rest, each at least once
 * however few the kills are. The seed fixes it, and which ways of killing come where there are fewer kills than ways.
 */
export function plan(killCount: number, dice: Dice, hasRedis: boolean): readonly FaultKind[] {
  const possible = others.filter(({ needsRedis }) => hasRedis || needsRedis !== true);
  const ways = dice.shuffled(kills);
  const rounds = Math.max(1, Math.round(killCount / killsPerRound));
  return dice.shuffled([
    ...Array.from({ length: killCount }, (_, n) => ways[n % ways.length]).filter((kind) => kind !== undefined),
    ...Array.from({ length: rounds }, () => possible).flat(),
  ]);
}

/** So many kills to one each of the other faults. */
const killsPerRound = 50;
