import type { InputOf, ReplyOf } from './operation-types.ts';

type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

/**
 * Pages are counted from the newest, so a delivery that is made meanwhile pushes others onto the next page: what was seen is
 * left out. What a caller's own loop takes off the list (replaying what the filter found) pulls others forward, past the next
 * page: collect first, then act.
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

/** Rule of the contract. */
const largestPage = 50;
