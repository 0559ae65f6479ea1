import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../conformance/reachable.ts';
import { isObject } from '../contract/document.ts';

/** How often a delivery must have been processed when all is over, and the vector that says so. */
export interface Owed {
  readonly vector: string;
  readonly id: string;
  readonly times: number;
}

/** A receiver may process after it has answered. */
const patienceMs = 10_000;

/**
 * Asks the receiver how often it has processed each delivery, until each that is owed has been or the patience is over. Returns the
 * expectations that do not hold. Rejects with a sentence if the receiver does not tell.
 */
export async function wronglyProcessed(
  url: string,
  owed: readonly Owed[],
  stop: AbortSignal,
): Promise<readonly (Owed & { readonly seen: number })[]> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const counts = await countsAt(url);
    const wrong = owed.map((each) => ({ ...each, seen: counts(each.id) })).filter(({ seen, times }) => seen !== times);
    if (stop.aborted || performance.now() > until || !wrong.some(({ seen, times }) => seen < times)) return wrong;
    await delay(200);
  }
}

async function countsAt(url: string): Promise<(id: string) => number> {
  const told = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
    .then(async (response) => (response.ok ? await response.json() : `it answers ${response.status}`))
    .catch(reasonOf);
  if (!isObject(told)) throw new Error(`${url} does not tell what was processed: ${typeof told === 'string' ? told : 'no JSON object'}.`);
  return (id) => Number(told[id] ?? 0);
}
