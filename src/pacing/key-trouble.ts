import { ReplyError } from 'ioredis';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';

/**
 * Faults of single keys in a working Redis. `wrong_type`: the key held something other than a bucket, was deleted, and
 * begins anew. `out_of_memory`: Redis takes no more data. `refused`: Redis refused the script for another reason. After
 * the last two this process's memory answers this one question.
 */
const keyTroubles = ['wrong_type', 'out_of_memory', 'refused'] as const;
export type KeyTrouble = (typeof keyTroubles)[number];

/** Is called for keys that Redis refused or that were deleted. `error` is Redis' own text. */
export type OnKeyTrouble = (trouble: KeyTrouble, keys: number, error: string) => void;

/** These words of Redis concern the whole server, which cannot answer for now. */
const wholeServer = /(^|[ -])(READONLY|MASTERDOWN|LOADING|CLUSTERDOWN|BUSY|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS)\b/;
/** Redis before 7 puts words of its own before a script's error. */
const outOfMemory = /(^|[ -])OOM\b/;

/** Returns what an error means for the requested keys, or null if Redis as a whole cannot answer. */
export function keyTroubleOf(error: unknown): Exclude<KeyTrouble, 'wrong_type'> | null {
  if (!(error instanceof Error && error instanceof ReplyError) || wholeServer.test(error.message)) return null;
  return outOfMemory.test(error.message) ? 'out_of_memory' : 'refused';
}

/** Tells if Redis answers that it is a replica: the connection leads to a master that was replaced. */
export const isFromReplica = (error: Error): boolean => /(^|[ -])(READONLY|MASTERDOWN)\b/.test(error.message);

/** Counts each fault, and logs each kind once a minute at most: a full Redis refuses thousands a second. */
export function tellKeyTrouble({ log, metrics }: { log: Log; metrics: Metrics }): OnKeyTrouble {
  const toldAt = new Map<KeyTrouble, number>();
  // An alert notices the first fault of a kind only if the counter was 0 before.
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
