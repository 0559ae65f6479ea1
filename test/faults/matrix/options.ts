import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Sabotage, sabotages } from './sabotage.ts';

export interface Options {
  /** SIGKILLs of service processes: unless said otherwise, nine at each point. The other faults come on top, in proportion, each at least once. */
  readonly kills: number;
  /** Fixes the order of the faults, the load and the answers; what the machine makes of them is its own. */
  readonly seed: number;
  /** The most that the faults may take. Running out of it before the kills are done fails the run. */
  readonly minutes: number;
  /** Proves that the verdict can fail: the evidence of an honest run is falsified before it is judged. */
  readonly sabotage: Sabotage | null;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { kills: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' }, sabotage: { type: 'string' } },
  });
  return {
    kills: wholeNumber('--kills', values.kills, 108),
    seed: wholeNumber('--seed', values.seed, randomInt(1_000_000)),
    minutes: wholeNumber('--minutes', values.minutes, 30),
    sabotage: values.sabotage === undefined ? null : sabotageOf(values.sabotage),
  };
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1) throw new Error(`${name} takes a whole number, not "${text}".`);
  return value;
}

function sabotageOf(text: string): Sabotage {
  const found = sabotages.find((each) => each === text);
  if (found === undefined) throw new Error(`--sabotage takes ${sabotages.join(' or ')}, not "${text}".`);
  return found;
}
