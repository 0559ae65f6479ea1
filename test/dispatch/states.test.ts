import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { DeliveryRow } from '../../src/deliveries/deliveries.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { maxAttempts, retryDelaysSeconds, retryJitter } from '../../src/process/limits.ts';
import { operatorOfFile, publicOfFile } from '../support/api.ts';
import { testEpoch } from '../support/clock.ts';
import { contextOfFile } from '../support/context.ts';
import { event, forgetDeliveries, publish } from '../support/events.ts';
import { apiKey, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { runs } from '../support/properties.ts';
import { receiverFor } from '../support/receiver.ts';

/**
 * Whatever a tenant, an operator, a receiver and the clock do, in whatever order, a delivery's record never says what
 * cannot be, never forgets what happened, and in the end everything is delivered. A model of two endpoints is driven
 * along with the real engine; after each step every delivery is looked at through the API, in its row, and from the
 * receiver's side.
 */
let dice: () => number = Math.random;
const context = await contextOfFile({ random: () => dice() });
const server = await publicOfFile(context);
const operator = await operatorOfFile(context);
const target = await receiverFor({ after });

type Step =
  | { readonly do: 'publish' }
  | { readonly do: 'answer'; readonly place: Place; readonly status: number }
  | { readonly do: 'deliver' }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'switch endpoint'; readonly place: Place; readonly isActive: boolean }
  | { readonly do: 'switch trigger'; readonly place: Place; readonly isActive: boolean }
  | { readonly do: 'delete endpoint'; readonly place: Place }
  | { readonly do: 'replay'; readonly which: number };

const places = ['a', 'b'] as const;
type Place = (typeof places)[number];

const place = fc.constantFrom(...places);
const isActive = fc.boolean();
const seconds = fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 90, max: 4_000 }), fc.integer({ min: 4_000, max: 30_000 }));
const status = fc.constantFrom(200, 204, 301, 404, 410, 429, 500, 503);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), place, status }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replay' as const), which: fc.nat({ max: 50 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch endpoint' as const), place, isActive }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch trigger' as const), place, isActive }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete endpoint' as const), place }) },
);

// holds: T-DELIVERY-04, L-ATTEMPTS-01, V-SEND-04, V-SEND-05
test('no order of events brings a delivery into a state that cannot be, or loses it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.integer(), async (steps, chance) => {
      dice = diceFrom(chance);
      const world = await newWorld();
      try {
        for (const each of steps) await world.take(each);
        await world.allEndsWell();
      } finally {
        await world.end();
      }
    }),
    runs(20),
  );
});

/** Numbers in [0, 1) that follow from a seed, so that a run can be repeated (mulberry32). */
function diceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What is known of a delivery after a step. */
interface Seen {
  readonly row: DeliveryRow;
  /** How many requests the receiver has had with its id. */
  readonly requests: number;
}

interface EndpointModel {
  readonly id: string;
  readonly triggerId: string;
  answers: number;
  isActive: boolean;
  isTriggerActive: boolean;
  isGone: boolean;
}

async function newWorld() {
  context.clock.setReal(testEpoch);
  // Few enough that some wait for their bucket.
  const limits = { callEventsPerMinute: 3, readsPerMinute: 100_000, writesPerMinute: 100_000 };
  const tenantId = (await tenant(context, { limits })).id;
  const client = server.api.with((await apiKey(context, tenantId)).text);
  const model = {} as Record<Place, EndpointModel>;
  for (const at of places) {
    const { id } = await endpoint(context, tenantId, { url: new URL(`/${at}`, target.url).href });
    const triggerId = await trigger(context, tenantId, id);
    model[at] = { id, triggerId, answers: 200, isActive: true, isTriggerActive: true, isGone: false };
  }
  target.answer((response) => void response.writeHead(model[response.req.url === '/a' ? 'a' : 'b'].answers).end());
  const dispatcher: Dispatcher = startDispatcher(context);
  const firstRequest = target.received.length;
  let before = new Map<string, Seen>();

  const endpointOf = (row: DeliveryRow): EndpointModel => (row.endpoint_id === model.a.id ? model.a : model.b);

  const look = async (): Promise<Map<string, Seen>> => {
    const rows: DeliveryRow[] = await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId });
    const ids = target.received.slice(firstRequest).map(({ headers }) => headers['x-webhook-delivery-id']);
    return new Map(rows.map((row) => [row.id, { row, requests: ids.filter((id) => id === row.id).length }]));
  };

  const patch = (path: string, body: object) => operator.api.request('PATCH', `/tenants/${tenantId}/${path}`, { body });

  const act = async (each: Step): Promise<void> => {
    switch (each.do) {
      case 'publish':
        return void (await publish(context, event(context, tenantId)));
      case 'deliver':
        return void (await dispatcher.deliverOnce());
      case 'wait':
        return context.clock.advance(each.seconds);
      case 'answer':
        model[each.place].answers = each.status;
        return;
      case 'replay':
        return replay(each.which);
      case 'switch endpoint':
        if (model[each.place].isGone) return;
        model[each.place].isActive = each.isActive;
        await patch(`webhook-endpoints/${model[each.place].id}`, { isActive: each.isActive });
        return;
      case 'switch trigger':
        if (model[each.place].isGone) return;
        model[each.place].isTriggerActive = each.isActive;
        await patch(`automation-triggers/${model[each.place].triggerId}`, { isActive: each.isActive });
        return;
      case 'delete endpoint':
        model[each.place].isGone = true;
        await client.request('DELETE', `/webhooks/${model[each.place].id}`);
    }
  };

  const replay = async (which: number): Promise<void> => {
    const all = [...before.values()];
    const chosen = all[which % Math.max(all.length, 1)];
    if (!chosen) return;
    const { row } = chosen;
    const { isActive, isGone } = endpointOf(row);
    const response = await client.post(`/webhook-deliveries/${row.id}/retry`);
    assert.equal(response.status, isOpen(row) || isGone || !isActive ? 400 : 200, response.raw);
  };

  /** Of one delivery, before and after a step. */
  const checkStep = (each: Step, was: Seen | undefined, is: Seen): void => {
    const made = is.row.attempts - (was?.row.attempts ?? 0);
    assert.equal(is.requests - (was?.requests ?? 0), made, 'every request is counted, and nothing else is');
    assert.ok(made === 0 || (made === 1 && (each.do === 'deliver' || each.do === 'replay')), 'one step makes one attempt at most');
    const { answers, isActive, isTriggerActive, isGone } = endpointOf(is.row);
    if (made === 0) {
      // A replay that waits for its bucket begins its cycle untried.
      if (was && each.do !== 'replay') assert.equal(is.row.status, was.row.status);
      return;
    }
    assert.ok(was, 'nothing is attempted in the step that publishes it');
    const isReplay = each.do === 'replay' || was.row.attempts > was.row.cycle_attempt;
    assert.ok(isActive && !isGone && (isTriggerActive || isReplay), 'what is off is left alone, but a replay needs no trigger');
    assert.equal(is.row.response_status, answers);
    const failures = each.do === 'replay' ? 0 : was.row.cycle_attempt;
    const succeeded = answers >= 200 && answers < 300;
    assert.equal(is.row.status, succeeded ? 'success' : failures + 1 === maxAttempts ? 'failed' : 'retrying');
    if (is.row.next_retry_at) {
      const waits = (is.row.next_retry_at.getTime() - context.clock.now().getTime()) / 1_000 / (retryDelaysSeconds[failures] ?? 0);
      assert.ok(waits >= 1 - retryJitter && waits <= 1 + retryJitter, `${waits} of the schedule`);
    }
  };

  /** Of one delivery at any time. */
  const checkRow = ({ row }: Seen): void => {
    assert.equal(row.next_retry_at !== null, row.status === 'retrying', 'a next time if and only if it is retrying');
    assert.equal(row.finished_at !== null, !isOpen(row), 'finished if and only if final');
    if (!isOpen(row)) assert.equal(row.due_at, null, 'what is final is not due');
    else assert.ok(row.due_at !== null || (row.worker !== null && row.attempts === 0), 'due, or held since its insertion');
    assert.ok(row.cycle_attempt <= maxAttempts && row.cycle_attempt <= row.attempts, 'six attempts a cycle');
    if (row.status === 'failed') assert.equal(row.cycle_attempt, maxAttempts);
    if (row.status === 'pending') assert.equal(row.attempts, 0);
    if (row.status === 'success') assert.ok(row.response_status !== null && row.response_status < 300 && row.error_message === null);
    assert.equal(row.last_attempt_at === null, row.attempts === 0);
  };

  const checkApi = async (seen: ReadonlyMap<string, Seen>): Promise<void> => {
    const { body } = await client.get('/webhook-deliveries?limit=50');
    assert.equal(body.pagination.total, seen.size);
    for (const shown of body.deliveries) {
      const row = seen.get(shown.id)?.row;
      assert.ok(row);
      assert.deepEqual(
        [shown.status, shown.attempts, shown.responseStatus, shown.nextRetryAt],
        [row.status, row.attempts, row.response_status, row.next_retry_at?.toISOString() ?? null],
      );
    }
  };

  const take = async (each: Step): Promise<void> => {
    await act(each);
    const now = await look();
    for (const [id, was] of before) {
      const deleted = each.do === 'delete endpoint' && endpointOf(was.row) === model[each.place] && isOpen(was.row);
      assert.equal(now.has(id), !deleted, 'only the unfinished deliveries of a deleted endpoint go, and all of them');
    }
    for (const [id, is] of now) {
      checkStep(each, before.get(id), is);
      checkRow(is);
    }
    await checkApi(now);
    before = now;
  };

  return {
    take,
    /** Everybody behaves from now on: whatever was published and not deleted arrives, within the longest delay. */
    async allEndsWell(): Promise<void> {
      for (const at of places) {
        await take({ do: 'answer', place: at, status: 200 });
        await take({ do: 'switch endpoint', place: at, isActive: true });
        await take({ do: 'switch trigger', place: at, isActive: true });
      }
      for (let rounds = 0; [...before.values()].some(({ row }) => isOpen(row)); rounds += 1) {
        assert.ok(rounds < 60, 'it comes to an end');
        await take({ do: 'wait', seconds: 3_600 });
        await take({ do: 'deliver' });
      }
    },
    async end(): Promise<void> {
      await dispatcher.stop(0);
      await forgetDeliveries(context);
    },
  };
}

const isOpen = ({ status }: DeliveryRow): boolean => status === 'pending' || status === 'retrying';
