import { ReplyError } from 'ioredis';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';

/**
 * What may be wrong with single keys in a Redis that works. `wrong_type`: the key held something that is no bucket; it was
 * deleted and begins anew. `out_of_memory`: Redis takes no more data. `refused`: Redis refused the script for another
 * reason. The last two leave the key to this process's memory, for this one question.
 */
const keyTroubles = ['wrong_type', 'out_of_memory', 'refused'] as const;
export type KeyTrouble = (typeof keyTroubles)[number];

/** Told of each key that Redis refused or that was deleted. `error` is Redis's own text. */
export type OnKeyTrouble = (trouble: KeyTrouble, keys: number, error: string) => void;

/** These words of Redis concern the whole server: nothing can be asked of it for now. */
const wholeServer = /(^|[ -])(READONLY|MASTERDOWN|LOADING|CLUSTERDOWN|BUSY|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS)\b/;
/** Redis before 7 tells a script's error behind words of its own. */
const outOfMemory = /(^|[ -])OOM\b/;

/** What an error says of the keys that were asked for, or null where Redis as a whole cannot answer. */
export function keyTroubleOf(error: unknown): Exclude<KeyTrouble, 'wrong_type'> | null {
  if (!(error instanceof Error && error instanceof ReplyError) || wholeServer.test(error.message)) return null;
  return outOfMemory.test(error.message) ? 'out_of_memory' : 'refused';
}

/** Redis answers that it is a replica: its connection leads to a master that was replaced. */
export const isFromReplica = (error: Error): boolean => /(^|[ -])(READONLY|MASTERDOWN)\b/.test(error.message);

/** Counts each, and logs each kind once a minute at most: a full Redis refuses thousands a second. */
export function tellKeyTrouble({ log, metrics }: { log: Log; metrics: Metrics }): OnKeyTrouble {
  const toldAt = new Map<KeyTrouble, number>();
  // An alert sees the first of a kind only where there was a 0 before.
  for (const trouble of keyTroubles) metrics.pacingKeyTroubles.inc({ trouble }, 0);
  return (trouble, keys, error) => {
    metrics.pacingKeyTroubles.inc({ trouble }, keys);
    const now = performance.now();
    if (now - (toldAt.get(trouble) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
    toldAt.set(trouble, now);
    if (trouble === 'wrong_type') log.error({ error }, 'a key of pacing held something else; it was deleted and begins anew');
    else log.error({ error }, 'Redis refuses keys of pacing; each process paces them by its own memory');
  };
}

const tellEveryMs = 60_000;
