import type { Dice } from './dice.ts';
import { type FaultKind, kills, others } from './faults.ts';

/**
 * Which faults strike, in which order: each way of killing as often as every other, and between them the rest. The seed
 * fixes it.
 */
export function plan(killCount: number, dice: Dice, hasRedis: boolean): readonly FaultKind[] {
  const possible = others.filter(({ needsRedis }) => hasRedis || needsRedis !== true);
  const rounds = Math.round(killCount / killsPerRound);
  return dice.shuffled([
    ...Array.from({ length: killCount }, (_, n) => kills[n % kills.length]).filter((kind) => kind !== undefined),
    ...Array.from({ length: rounds }, () => possible).flat(),
  ]);
}

/** So many kills to one each of the other faults. */
const killsPerRound = 50;
