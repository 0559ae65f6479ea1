import { eachWebhookDelivery } from '../../sdk/client/each-webhook-delivery.ts';
import type { InputOf, ReplyOf } from '../../sdk/client/operation-types.ts';
import { pauseForBudget } from '../../sdk/client/rate-limits.ts';
import type { Clock } from '../../sdk/client/settings.ts';
import type { Client } from '../../sdk/client.ts';
import { type Delivery, NewDeliveries, type Place } from './new-deliveries.ts';
import { untilReachable } from './until-reachable.ts';

/** By default a tenant may read 120 times a minute: looking takes a sixth of that. */
const lookEveryMs = 3_000;
/** So many of each look are never left out: the budget grows by more in that time. */
const newest = 3;

/** A list of so many pages takes a while. */
const longPages = 20;

export interface Following {
  /** It goes on from there; null: with the deliveries that are created from now on. */
  readonly place: Place | null;
  /** Where the read budget cannot keep up, all but the newest of a look are left out, and do not wait. */
  readonly leavesOut: boolean;
  readonly isWanted: (delivery: Delivery) => boolean;
  readonly sleep: Clock['sleep'];
  readonly signal: AbortSignal;
  /**
   * Is called once: whatever is made from then on will be found. `reachesBack` is false where the service does not list any more what was taken last
   * at the place, so that something between may be missing.
   */
  readonly hasBegun: (reachesBack: boolean) => void;
  /** Is told where to go on another time, once everything before was taken, was not wanted or was left out. */
  readonly hasMoved: (place: Place) => void;
  /** Is told each time that the read budget is too small for what comes, with how many deliveries wait, or are left out. */
  readonly isBehind: (waiting: number) => void;
  /** Is told before a long list is read, with how many deliveries it has. */
  readonly isReading: (total: number) => void;
  /** Is told when the service does not answer any more, or refuses what it takes another time. */
  readonly isAway: (error: Error) => void;
}

/**
 * Yields each new delivery of a tenant that is wanted, in the order of their creation, and waits where the read budget would go below a quarter. A delivery
 * is taken when the next one is asked for. Throws once `signal` is aborted. Each delivery may cost its user one more read.
 */
export async function* eachNewDelivery(
  api: Client,
  { place, leavesOut, isWanted, sleep, signal, hasBegun, hasMoved, isBehind, isReading, isAway }: Following,
): AsyncGenerator<Delivery, never> {
  // Is the total of a list that was left off, because the budget did not last for more than its first page.
  let leftOff: number | null = null;
  let last: ReplyOf<'listWebhookDeliveries'> | null = null;
  let isTold = false;
  // A page that fails is asked for again, and not the whole list.
  const paced = async (input: InputOf<'listWebhookDeliveries'>): Promise<ReplyOf<'listWebhookDeliveries'>> => {
    const isFirst = input.page === 1;
    const ms = pauseForBudget(api.rateLimits.read);
    if (isFirst) [leftOff, isTold] = [null, false];
    else if (leavesOut && ms > 0 && last) {
      leftOff = last.pagination.total;
      return { deliveries: [], pagination: { ...last.pagination, totalPages: 0 } };
    }
    if (!isFirst && !isTold && last && last.pagination.totalPages > longPages) {
      isTold = true;
      isReading(last.pagination.total);
    }
    await sleep(ms, signal);
    last = await untilReachable(() => api.listWebhookDeliveries(input, { signal }), { sleep, signal, isAway });
    return last;
  };
  const news = new NewDeliveries({ eachWebhookDelivery: (filter = {}) => eachWebhookDelivery(paced, filter) }, place);
  const take = (deliveries: readonly Delivery[]): void => {
    for (const delivery of deliveries) news.take(delivery);
  };
  const tellPlace = (): void => {
    if (news.place) hasMoved(news.place);
  };
  let waited = false;
  let looks = 0;
  for (;;) {
    const isFollowed = news.place !== null;
    const found = await news.look();
    looks += 1;
    const left = leftOff === null ? 0 : news.leaveOutUnread(leftOff);
    // What stood before the first look is not new.
    let unread = isFollowed ? left : 0;
    if (looks === 1) hasBegun(news.reachesBack);
    const waiting = found.filter(isWanted);
    while (waiting.length > 0) {
      const ms = pauseForBudget(api.rateLimits.read);
      const surplus = ms > 0 && leavesOut ? waiting.splice(0, waiting.length - newest) : [];
      take(surplus);
      const leftOut = surplus.length + unread;
      unread = 0;
      if (leftOut > 0) isBehind(leftOut);
      else if (ms > 0 && !waited && !leavesOut) isBehind(waiting.length);
      waited = ms > 0;
      await sleep(ms, signal);
      const next = waiting.splice(0, 1);
      yield* next;
      take(next);
      tellPlace();
    }
    if (unread > 0) isBehind(unread);
    take(found);
    if (looks === 1 || found.length > 0) tellPlace();
    await sleep(lookEveryMs, signal);
  }
}
