import { parseSince } from '../contract/since.ts';
import { deliveriesLookbackDays } from '../process/limits.ts';
import { before, dayMs } from '../process/time.ts';

/** Returns the time from which deliveries are listed. An older `since` is clamped without an error (`E-LISTDELIVERIES-03`). */
export function clampedSince(text: string | undefined, now: Date): Date {
  const oldest = before(now, deliveriesLookbackDays * dayMs);
  const since = text === undefined ? null : parseSince(text);
  return since !== null && since > oldest ? since : oldest;
}
