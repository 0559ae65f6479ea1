import type { InputOf, ReplyOf } from './operation-types.ts';

type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

/**
 * Reads page after page. Pages are counted from the newest delivery, so a delivery made meanwhile pushes others onto
 * the next page; those already seen are left out. Where many are made between two requests, pages that would hold
 * nothing else are passed over: a reader with a small budget would never come to the end. One that is taken off the
 * list, such as by the deletion of its endpoint, pulls others forward: once the total has fallen, a part that does not
 * follow on what was read, and is older, waits until what is before it was read. What expires does so at the end of the
 * list, and pulls nothing forward. With a status, older deliveries come to the list too, so that the total hides what
 * has left it: the list is read until nothing on it is new. A loop that takes deliveries off the list itself, by
 * replaying what the filter found, has much read again: collect first, then act.
 */
export async function* eachWebhookDelivery(
  list: (input: InputOf<'listWebhookDeliveries'>) => Promise<ReplyOf<'listWebhookDeliveries'>>,
  filter: Omit<InputOf<'listWebhookDeliveries'>, 'page' | 'limit'>,
): AsyncGenerator<Delivery, void, undefined> {
  const seen = new Set<string>();
  let returns = 0;
  for (let pass = 1; ; pass++) {
    const seenBefore = seen.size;
    // So many from the newest on had been seen when the total was `total`.
    let [end, total] = [0, 0];
    let lastTotal = 0;
    let expected = 0;
    let falls = false;
    // What this pass has read, and how far it has come.
    const known = new Set<string>();
    let oldest = '9999';
    let farthest = 0;
    let next: Part = { page: 1, limit: largestPage };
    for (;;) {
      const { page, limit } = next;
      const { deliveries, pagination } = await list({ ...filter, ...next });
      const grown = lastTotal === 0 ? 0 : pagination.total - lastTotal;
      lastTotal = pagination.total;
      falls ||= grown < 0;
      const start = (page - 1) * limit;
      // What is newer than one that was read passes over none.
      const follows = start === 0 || deliveries.some(({ id, createdAt }) => known.has(id) || createdAt > oldest);
      if (!follows && start > end && returns < mostReturns) {
        // Fewer were made than before.
        returns += 1;
        expected = Math.floor(Math.min(pagination.total - total, expected * 0.8));
        next = partAfter(end, expected, falls);
        continue;
      }
      if (!follows && falls && returns < mostReturns) {
        // Those that were pulled forward are before this part.
        returns += 1;
        [end, expected] = [Math.max(0, start - Math.max(largestPage, total - pagination.total)), 0];
        next = partAfter(end, expected, falls);
        continue;
      }
      const fresh = deliveries.filter(({ id }) => !seen.has(id));
      for (const { id, createdAt } of deliveries) {
        known.add(id);
        if (createdAt < oldest) oldest = createdAt;
      }
      for (const { id } of fresh) seen.add(id);
      yield* fresh;
      total = pagination.total;
      if (page >= pagination.totalPages) break;
      end = page * limit;
      if (end > farthest) [farthest, returns] = [end, 0];
      expected = grown;
      next = partAfter(end, expected, falls);
    }
    // A list of one page was read at once.
    if (filter.status === undefined || next.page === 1 || seen.size === seenBefore || pass === mostPasses) return;
  }
}

interface Part {
  readonly page: number;
  readonly limit: number;
}

/**
 * Returns the page after the first `end` deliveries of a list that is expected to grow by so many before it is read. Unless the list has come to rest, it
 * begins with one or more that were read, which shows that none is passed over, and has as few of them as a limit between half and all of
 * a page can give.
 */
function partAfter(end: number, expected: number, falls: boolean): Part {
  if (end === 0 || (expected <= 0 && !falls && end % largestPage === 0)) return { page: end / largestPage + 1, limit: largestPage };
  const lastSeen = Math.max(0, end - 1 + expected);
  const limits = Array.from({ length: largestPage / 2 }, (_, less) => largestPage - less);
  const limit = limits.reduce((best, each) => (each - (lastSeen % each) > best - (lastSeen % best) ? each : best));
  return { page: Math.floor(lastSeen / limit) + 1, limit };
}

/** These end the reading of a list that never comes to rest. */
const mostPasses = 10;
const mostReturns = 100;

/** The contract allows at most this many items on a page (`L-PAGE-01`). */
export const largestPage = 50;
