import type { InputOf, ReplyOf } from './operation-types.ts';

type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

/**
 * Reads page after page. Pages are counted from the newest delivery, so a delivery made meanwhile pushes others onto
 * the next page; those already seen are left out. One that is taken off the list, such as by the deletion of its
 * endpoint, pulls others forward: where the total has fallen, pages are read again. With a status, older deliveries come
 * to the list too, so that the total hides what has left it: the list is read until nothing on it is new. A loop that
 * takes deliveries off the list itself, by replaying what the filter found, has much read again: collect first, then act.
 */
export async function* eachWebhookDelivery(
  list: (input: InputOf<'listWebhookDeliveries'>) => Promise<ReplyOf<'listWebhookDeliveries'>>,
  filter: Omit<InputOf<'listWebhookDeliveries'>, 'page' | 'limit'>,
): AsyncGenerator<Delivery, void, undefined> {
  const seen = new Set<string>();
  for (let pass = 1; ; pass++) {
    const seenBefore = seen.size;
    let known = 0;
    let page = 1;
    for (;;) {
      const { deliveries, pagination } = await list({ ...filter, page, limit: largestPage });
      const fresh = deliveries.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      yield* fresh;
      const gone = known - pagination.total;
      known = pagination.total;
      // Those that were pulled forward are on the pages before, as far back as so many reach.
      if (gone > 0 && page > 1) page = Math.max(1, page - Math.ceil(gone / largestPage));
      else if (page >= pagination.totalPages) break;
      else page++;
    }
    // A list of one page was read at once.
    if (filter.status === undefined || page === 1 || seen.size === seenBefore || pass === mostPasses) return;
  }
}

/** Ends the reading of a list that never comes to rest. */
const mostPasses = 10;

/** The contract allows at most this many items on a page (`L-PAGE-01`). */
export const largestPage = 50;
