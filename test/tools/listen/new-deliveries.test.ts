import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseForBudget } from '../../../sdk/client/rate-limits.ts';
import { type Client, RefusedError } from '../../../sdk/client.ts';
import { eachNewDelivery, type Following } from '../../../tools/listen/each-new.ts';
import { type Delivery, NewDeliveries, type Place } from '../../../tools/listen/new-deliveries.ts';

/** Which deliveries of a list are new, whenever they were committed. */

const start = Date.parse('2026-01-03T12:00:00Z');
const after = (seconds: number): string => new Date(start + seconds * 1_000).toISOString();

/** A list as the service has it: those since a time, newest first. */
function listOf() {
  const stored: Delivery[] = [];
  const asked: (string | undefined)[] = [];
  return {
    asked,
    // The rest of a delivery does not matter here.
    add: (id: string, createdAt: string) => void stored.push({ id, createdAt } as Delivery),
    async *eachWebhookDelivery({ since }: { since?: string } = {}) {
      asked.push(since);
      const found = stored.filter(({ createdAt }) => since === undefined || createdAt >= since);
      yield* found.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    },
  };
}
const idsOf = (deliveries: readonly Delivery[]): readonly string[] => deliveries.map(({ id }) => id);
/** Takes everything that a look finds. */
async function taken(news: NewDeliveries): Promise<readonly string[]> {
  const found = await news.look();
  for (const delivery of found) news.take(delivery);
  return idsOf(found);
}
async function collected(deliveries: AsyncIterable<Delivery>): Promise<readonly Delivery[]> {
  const found: Delivery[] = [];
  for await (const delivery of deliveries) found.push(delivery);
  return found;
}
/** One page of a list; the others hold 50 each. */
const pageOf = (deliveries: readonly Delivery[], totalPages = 1) => {
  const total = deliveries.length + 50 * (totalPages - 1);
  return { deliveries, pagination: { total, totalPages } };
};
const since = (time: string): Place => ({ since: time, taken: {} });

test('what stood before the first look is not new, what comes after it is, once and the oldest first', async () => {
  const list = listOf();
  const news = new NewDeliveries(list, null);
  list.add('old', after(-5));
  list.add('older', after(-60));
  assert.deepEqual(await taken(news), []);
  list.add('second', after(2));
  list.add('first', after(1));
  assert.deepEqual(await taken(news), ['first', 'second']);
  assert.deepEqual(await taken(news), []);
});

test('where nothing stood, the first that comes is new', async () => {
  const list = listOf();
  const news = new NewDeliveries(list, null);
  assert.deepEqual(await taken(news), []);
  list.add('first', after(0));
  assert.deepEqual(await taken(news), ['first']);
});

test('one that is committed after a younger one is found', async () => {
  const list = listOf();
  const news = new NewDeliveries(list, null);
  list.add('old', after(0));
  await taken(news);
  list.add('younger', after(9));
  assert.deepEqual(await taken(news), ['younger']);
  list.add('late', after(1));
  assert.deepEqual(await taken(news), ['late']);
});

test('with a time given, what was created since then is new too, and a look asks for no more than the last seconds', async () => {
  const list = listOf();
  list.add('too old', after(-3_601));
  list.add('old', after(-3_600));
  list.add('new', after(0));
  const news = new NewDeliveries(list, since(after(-3_600)));
  assert.deepEqual(await taken(news), ['old', 'new']);
  assert.deepEqual(await taken(news), []);
  assert.deepEqual(list.asked, [after(-3_600), after(-10)]);
});

test('what was found and not taken is found again, here and at the place where another goes on', async () => {
  const list = listOf();
  const news = new NewDeliveries(list, null);
  list.add('old', after(0));
  await taken(news);
  for (const second of [20, 21, 22]) list.add(`at ${second}`, after(second));
  const [first] = await news.look();
  news.take(first ?? assert.fail());
  assert.deepEqual(news.place, { since: after(10), taken: { 'at 20': after(20) } });
  assert.deepEqual(idsOf(await news.look()), ['at 21', 'at 22']);

  list.add('late', after(15));
  const another = new NewDeliveries(list, JSON.parse(JSON.stringify(news.place)));
  assert.deepEqual(await taken(another), ['late', 'at 21', 'at 22']);
  assert.equal(another.reachesBack, true);
  assert.deepEqual(another.place, {
    since: after(12),
    taken: { 'at 20': after(20), late: after(15), 'at 21': after(21), 'at 22': after(22) },
  });
});

test('a list that does not reach back to the place says so', async () => {
  const list = listOf();
  const news = new NewDeliveries(list, { since: after(-10), taken: { gone: after(0) } });
  list.add('young', after(100));
  assert.deepEqual(await taken(news), ['young']);
  assert.equal(news.reachesBack, false);
  assert.deepEqual(await taken(news), []);
  assert.equal(news.reachesBack, true);
});

test('a quarter of the read budget is left to others', () => {
  const resetAt = new Date(start);
  const wait = (remaining: number): number => pauseForBudget({ limit: 120, remaining, resetAt });
  assert.deepEqual([120, 31, 30, 29, 0].map(wait), [0, 0, 500, 1_000, 15_500]);
  assert.equal(pauseForBudget(null), 0);
});

test('what the read budget cannot keep up with is left out where that is asked for, and counted', async () => {
  const list = listOf();
  const budget = { limit: 120, remaining: 120, resetAt: new Date(start) };
  const api = {
    rateLimits: { read: budget },
    async listWebhookDeliveries(filter: { since?: string }) {
      budget.remaining = 33;
      return pageOf(await collected(list.eachWebhookDelivery(filter)));
    },
  };
  for (const second of [1, 2, 3, 4, 5, 6, 7, 8]) list.add(`flood ${second}`, after(second));
  const leftOut: number[] = [];
  const places: (readonly string[])[] = [];
  const taken: string[] = [];
  const { following, slept, stopping } = follow(api, {
    leavesOut: true,
    hasMoved: (place) => void places.push(Object.keys(place.taken)),
    isBehind(count) {
      leftOut.push(count);
      // What was read a minute ago does not count any more.
      budget.remaining = budget.limit;
      list.add('the next', after(9));
    },
  });
  const takeAll = async (): Promise<void> => {
    for await (const { id } of following) {
      // Each delivery costs a read of its own.
      budget.remaining -= 1;
      taken.push(id);
      if (id === 'the next') stopping.abort();
    }
  };
  await assert.rejects(takeAll(), { name: 'AbortError' });
  assert.deepEqual(leftOut, [2]);
  assert.deepEqual(slept, [500, 3_000], 'one token of the budget, and the time between two looks');
  assert.deepEqual(taken, [...[1, 2, 3, 6, 7, 8].map((second) => `flood ${second}`), 'the next']);
  assert.deepEqual(
    places.map((ids) => ids.length),
    [1, 2, 3, 6, 7, 8, 8, 9, 9],
    'the place moves with each that was taken and past those that were left out, and is told once more after each look',
  );
});

/** Follows from a place, and notes what it slept. */
function follow(api: object, differs: Partial<Following>) {
  const stopping = new AbortController();
  const slept: number[] = [];
  const following = eachNewDelivery(api as Client, {
    place: since(after(0)),
    leavesOut: false,
    isWanted: () => true,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      if (ms > 0) slept.push(ms);
    },
    signal: stopping.signal,
    hasBegun: () => {},
    hasMoved: () => {},
    isBehind: () => {},
    isReading: () => {},
    isAway: assert.fail,
    ...differs,
  });
  return { following, slept, stopping };
}

/** Follows until a delivery with the id is taken, with what it slept and was told. */
async function followUntil(last: string, api: Partial<Record<keyof Client, unknown>>) {
  const [told, taken]: [string[], string[]] = [[], []];
  const { following, slept } = follow(api, { isAway: ({ message }) => void told.push(message) });
  for await (const { id } of following) {
    taken.push(id);
    if (id === last) break;
  }
  return { slept, told, taken };
}

const refusal = (status: number, code: string): RefusedError =>
  new RefusedError({
    ...{ operation: 'listWebhookDeliveries', tries: 4, idempotencyKey: undefined },
    ...{ status, code, message: 'It says why.', requestId: null, retryAfterMs: 1_000 },
  });

test('a refusal that passes is waited for and told once, and one that does not ends the following', async () => {
  const refusals = [refusal(429, 'rate_limited'), refusal(503, 'overloaded'), refusal(503, 'overloaded'), refusal(500, 'internal_error')];
  const { told, taken } = await followUntil('first', {
    rateLimits: { read: null },
    async listWebhookDeliveries() {
      const next = refusals.shift();
      if (next) throw next;
      return pageOf([{ id: 'first', createdAt: after(1) } as Delivery]);
    },
  });
  assert.deepEqual([taken, told], [['first'], ['rate_limited', 'overloaded', 'internal_error'].map((code) => `${code}: It says why.`)]);
  const revoked = { rateLimits: { read: null }, listWebhookDeliveries: () => Promise.reject(refusal(401, 'invalid_api_key')) };
  await assert.rejects(followUntil('first', revoked), /invalid_api_key/);
});

test('a list of many pages leaves a quarter of the read budget to others too', async () => {
  const read = { limit: 120, remaining: 33, resetAt: new Date(start) };
  const { slept, taken } = await followUntil('page 1', {
    rateLimits: { read },
    async listWebhookDeliveries({ page }: { page: number }) {
      read.remaining -= 1;
      return pageOf([{ id: `page ${page}`, createdAt: after(10 - page) } as Delivery], 5);
    },
  });
  assert.deepEqual(taken, ['page 5', 'page 4', 'page 3', 'page 2', 'page 1']);
  assert.deepEqual(slept.slice(0, 2), [500, 1_000], 'before the fourth page and the fifth');
});

/** A list that is read by pages of two; each read costs a token. */
function pagedList(read: { remaining: number }, seconds: readonly number[]) {
  const asked: number[] = [];
  const stored = seconds.map((second) => ({ id: `at ${second}`, createdAt: after(second) }) as Delivery);
  return {
    asked,
    stored,
    async listWebhookDeliveries({ page = 1, since = '' }: { page?: number; since?: string }) {
      asked.push(page);
      read.remaining -= 1;
      const listed = stored.filter(({ createdAt }) => createdAt >= since).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      const pagination = { total: listed.length, totalPages: Math.ceil(listed.length / 2) };
      return { deliveries: listed.slice((page - 1) * 2, page * 2), pagination };
    },
  };
}

test('where deliveries are left out, no more than the first page is read while the budget is short, and the rest is counted', async () => {
  const read = { limit: 120, remaining: 32, resetAt: new Date(start) };
  const list = pagedList(read, [1, 2, 3, 4, 5, 6]);
  const leftOut: number[] = [];
  const taken: string[] = [];
  const { following } = follow(
    { rateLimits: { read }, listWebhookDeliveries: list.listWebhookDeliveries },
    { leavesOut: true, isBehind: (count) => void leftOut.push(count) },
  );
  for await (const { id } of following) {
    taken.push(id);
    if (id === 'at 6') for (const second of [7, 8, 9]) list.stored.push({ id: `at ${second}`, createdAt: after(second) } as Delivery);
    if (id === 'at 9') break;
  }
  assert.deepEqual(taken, ['at 4', 'at 5', 'at 6', 'at 8', 'at 9']);
  assert.deepEqual(leftOut, [3, 1]);
  assert.deepEqual(list.asked, [1, 2, 1]);
});

test('of a long list is told before it is read, and a page that fails is asked for again alone', async () => {
  const read = { limit: 1_000, remaining: 1_000, resetAt: new Date(start) };
  const list = pagedList(
    read,
    Array.from({ length: 50 }, (_, second) => second),
  );
  const told: (number | string)[] = [];
  let fails = true;
  const { following } = follow(
    {
      rateLimits: { read },
      async listWebhookDeliveries(input: { page?: number }) {
        const page = await list.listWebhookDeliveries(input);
        if (input.page !== 3 || !fails) return page;
        fails = false;
        throw refusal(503, 'overloaded');
      },
    },
    {
      isReading: (total) => void told.push(total, list.asked.length),
      isAway: ({ message }) => void told.push(message),
    },
  );
  assert.equal((await following.next()).value?.id, 'at 0');
  assert.deepEqual(told, [50, 1, 'overloaded: It says why.']);
  assert.deepEqual(list.asked.slice(0, 5), [1, 2, 3, 3, 4]);
});
