import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface Options {
  readonly minutes: number;
  /** Fixes what is asked, in which order in each lane. Ids and times are the run's own. */
  readonly seed: number;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } });
  return { minutes: positive('--minutes', values.minutes), seed: wholeNumber('--seed', values.seed ?? String(randomInt(1_000_000))) };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0) throw new Error(`${name} takes a number above 0, not "${text}".`);
  return value;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number, not "${text}".`);
  return Number(text);
}
