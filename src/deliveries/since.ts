import { parseSince } from '../contract/since.ts';
import { invalidRequest } from '../errors.ts';
import { deliveriesLookbackDays } from '../process/limits.ts';
import { before, dayMs } from '../process/time.ts';

/** Returns the time from which deliveries are listed. An older `since` is clamped without an error (`E-LISTDELIVERIES-03`). */
export function clampedSince(text: string | undefined, now: Date): Date {
  const oldest = before(now, deliveriesLookbackDays * dayMs);
  if (text === undefined) return oldest;
  const since = parseSince(text);
  if (!since)
    throw invalidRequest('The request is not valid.', [
      { path: '/query/since', message: 'must be an ISO 8601 date or time, such as 2026-11-13T00:00:00Z' },
    ]);
  return since > oldest ? since : oldest;
}
