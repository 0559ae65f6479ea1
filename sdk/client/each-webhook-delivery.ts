import type { InputOf, ReplyOf } from './operation-types.ts';

type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

/**
 * Reads page after page. Pages are counted from the newest delivery, so a delivery made meanwhile pushes others onto
 * the next page; those already seen are left out. A loop that takes deliveries off the list (by replaying what the
 * filter found) pulls others forward, past the next page: collect first, then act.
 */
export async function* eachWebhookDelivery(
  list: (input: InputOf<'listWebhookDeliveries'>) => Promise<ReplyOf<'listWebhookDeliveries'>>,
  filter: Omit<InputOf<'listWebhookDeliveries'>, 'page' | 'limit'>,
): AsyncGenerator<Delivery, void, undefined> {
  const seen = new Set<string>();
  for (let page = 1; ; page++) {
    const { deliveries, pagination } = await list({ ...filter, page, limit: largestPage });
    const fresh = deliveries.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield* fresh;
    if (page >= pagination.totalPages) return;
  }
}

/** The contract allows at most this many items on a page (`L-PAGE-01`). */
export const largestPage = 50;
