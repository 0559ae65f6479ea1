import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseForBudget } from '../../../sdk/client/rate-limits.ts';
import type { Client } from '../../../sdk/client.ts';
import { eachNewDelivery } from '../../../tools/listen/each-new.ts';
import { type Delivery, NewDeliveries } from '../../../tools/listen/new-deliveries.ts';

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

test('what stood before the first look is not new, what comes after it is, once and the oldest first', async () => {
  const list = listOf();
  const news = new NewDeliveries(list, null);
  list.add('old', after(-5));
  list.add('older', after(-60));
  assert.deepEqual(idsOf(await news.look()), []);
  list.add('second', after(2));
  list.add('first', after(1));
  assert.deepEqual(idsOf(await news.look()), ['first', 'second']);
  assert.deepEqual(idsOf(await news.look()), []);
});

test('where nothing stood, the first that comes is new', async () => {
  const list = listOf();
  const news = new NewDeliveries(list, null);
  assert.deepEqual(idsOf(await news.look()), []);
  list.add('first', after(0));
  assert.deepEqual(idsOf(await news.look()), ['first']);
});

test('one that is committed after a younger one is found', async () => {
  const list = listOf();
  const news = new NewDeliveries(list, null);
  list.add('old', after(0));
  await news.look();
  list.add('younger', after(9));
  assert.deepEqual(idsOf(await news.look()), ['younger']);
  list.add('late', after(1));
  assert.deepEqual(idsOf(await news.look()), ['late']);
});

test('with a time given, what was created since then is new too, and a look asks for no more than the last seconds', async () => {
  const list = listOf();
  list.add('too old', after(-3_601));
  list.add('old', after(-3_600));
  list.add('new', after(0));
  const news = new NewDeliveries(list, new Date(start - 3_600_000));
  assert.deepEqual(idsOf(await news.look()), ['old', 'new']);
  assert.deepEqual(idsOf(await news.look()), []);
  assert.deepEqual(list.asked, [after(-3_600), after(-10)]);
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
    async *eachWebhookDelivery(filter: { since?: string }) {
      budget.remaining = 33;
      yield* list.eachWebhookDelivery(filter);
    },
  } as unknown as Client;
  for (const second of [1, 2, 3, 4, 5, 6, 7, 8]) list.add(`flood ${second}`, after(second));
  const stopping = new AbortController();
  const leftOut: number[] = [];
  const slept: number[] = [];
  const taken: string[] = [];
  const following = eachNewDelivery(api, {
    since: new Date(start),
    leavesOut: true,
    isWanted: () => true,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      if (ms > 0) slept.push(ms);
    },
    signal: stopping.signal,
    hasBegun: () => {},
    isBehind(count) {
      leftOut.push(count);
      // What was read a minute ago does not count any more.
      budget.remaining = budget.limit;
      list.add('the next', after(9));
    },
    isAway: assert.fail,
  });
  const follow = async (): Promise<void> => {
    for await (const { id } of following) {
      // Each delivery costs a read of its own.
      budget.remaining -= 1;
      taken.push(id);
      if (id === 'the next') stopping.abort();
    }
  };
  await assert.rejects(follow(), { name: 'AbortError' });
  assert.deepEqual(leftOut, [2]);
  assert.deepEqual(slept, [500, 3_000], 'one token of the budget, and the time between two looks');
  assert.deepEqual(taken, [...[1, 2, 3, 6, 7, 8].map((second) => `flood ${second}`), 'the next']);
});
