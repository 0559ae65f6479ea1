import assert from 'node:assert/strict';
import { after } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { once } from '../../src/contract/documents.ts';
import { deleteExpiredDeliveriesOnce } from '../../src/deliveries/retention.ts';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import type { EventType } from '../../src/events/event.ts';
import type { ApiResponse } from '../support/api.ts';
import { type ReadyTenant, readyTenant, ringpost } from '../support/ringpost.ts';
import { unhurriedMs } from '../support/targets.ts';
import { row } from './row.ts';
import { isText, isTime, matchesCase, received } from './values.ts';

/** Webhook deliveries, row by row: each field in each status, each transition, the list's parameters, the replay, retention. */

const system = await ringpost({ after }, {}, { deadlines: deadlines(unhurriedMs) });
const unhurried = { limits: { readsPerMinute: 10_000, writesPerMinute: 10_000, concurrentCalls: 100 } };
const day = 24 * 3_600;

let told = 0;
/** As many events of the tenant as asked for; they are made, and not yet sent. */
async function tell(owner: ReadyTenant, eventType: EventType, count = 1): Promise<void> {
  const text = { message_id: 'm', contact_id: null, phone: '+15550012345', campaign_id: null, campaign_name: null };
  const extra =
    eventType === 'sms.received' ? { body: 'Hi' } : eventType === 'sms.failed' ? { error_code: '30003', reason: 'unreachable' } : {};
  const events = Array.from({ length: count }, () => ({ eventType, dedupeKey: `t-${++told}`, data: { ...text, ...extra } }));
  const { status, raw } = await system.operator.post(`/tenants/${owner.tenantId}/events`, { events });
  assert.equal(status, 200, raw);
}

const listener = (programme = '', eventType: EventType = 'sms.received'): Promise<ReadyTenant> =>
  readyTenant(system, { ...unhurried, events: [eventType], programme });

const list = async (owner: ReadyTenant, query = '') => (await owner.api.get(`/webhook-deliveries${query}`)).body;
const only = async (owner: ReadyTenant): Promise<Record<string, unknown>> => {
  const { deliveries } = await list(owner);
  assert.equal(deliveries.length, 1);
  return deliveries[0];
};
const readOne = (owner: ReadyTenant, id: unknown): Promise<ApiResponse> => owner.api.get(`/webhook-deliveries/${id}`);
const retry = (owner: ReadyTenant, id: unknown): Promise<ApiResponse> => owner.api.post(`/webhook-deliveries/${id}/retry`);

/** Past the latest moment that the schedule and its dice allow for each of the five retries. */
const latestRetries = [60, 300, 1_800, 7_200, 21_600].map((seconds) => seconds * 1.25 + 1);

async function failSixTimes(owner: ReadyTenant): Promise<void> {
  await tell(owner, 'sms.received');
  await system.work();
  for (const seconds of latestRetries) await system.pass(seconds);
}

const start = system.clock.now().toISOString();
const waiting = await listener();
await tell(waiting, 'sms.received');
const pending = await only(waiting);
await system.work();

const happy = await listener('200*');
await tell(happy, 'sms.received');
await system.work();
const success = await only(happy);

const troubled = await listener('500*');
await tell(troubled, 'sms.received');
await system.work();
const retrying = await only(troubled);

const hopeless = await listener('503*');
await failSixTimes(hopeless);
const failed = await only(hopeless);

const many = await listener('200*');
for (let i = 0; i < 3; i++) {
  await tell(many, 'sms.received', 17);
  await system.pass(61);
}

const summaryOf = (owner: ReadyTenant) => (it: unknown) =>
  JSON.stringify(it) === JSON.stringify({ id: owner.endpointId, name: 'CRM', url: system.simulator.receiverUrl(owner.receiver) });
const triggerOf = async ({ api }: ReadyTenant) => {
  const [{ id, name }] = (await api.get('/automation-triggers')).body.triggers;
  return { id, name };
};

/** Each field while pending, retrying after a 500, after success, and failed after six. */
const fields = [
  { rule: 'F-DELIVERY-01', field: 'id', pending: isText, retrying: isText, success: isText, failed: isText },
  { rule: 'F-DELIVERY-02', field: 'createdAt', pending: start, retrying: start, success: start, failed: start },
  {
    rule: 'F-DELIVERY-03',
    field: 'eventType',
    pending: 'sms.received',
    retrying: 'sms.received',
    success: 'sms.received',
    failed: 'sms.received',
  },
  { rule: 'F-DELIVERY-04', field: 'status', pending: 'pending', retrying: 'retrying', success: 'success', failed: 'failed' },
  { rule: 'F-DELIVERY-05', field: 'attempts', pending: 0, retrying: 1, success: 1, failed: 6 },
  { rule: 'F-DELIVERY-06', field: 'responseStatus', pending: null, retrying: 500, success: 200, failed: 503 },
  { rule: 'F-DELIVERY-07', field: 'errorMessage', pending: null, retrying: 'HTTP 500', success: null, failed: 'HTTP 503' },
  { rule: 'F-DELIVERY-08', field: 'nextRetryAt', pending: null, retrying: isTime, success: null, failed: null },
  { rule: 'F-DELIVERY-09', field: 'lastAttemptAt', pending: null, retrying: start, success: start, failed: isTime },
  {
    rule: 'F-DELIVERY-10',
    field: 'endpoint',
    pending: summaryOf(waiting),
    retrying: summaryOf(troubled),
    success: summaryOf(happy),
    failed: summaryOf(hopeless),
  },
  {
    rule: 'F-DELIVERY-11',
    field: 'trigger',
    pending: await triggerOf(waiting),
    retrying: await triggerOf(troubled),
    success: await triggerOf(happy),
    failed: await triggerOf(hopeless),
  },
];

for (const { rule, field, ...cases } of fields) {
  row(rule, `a delivery's ${field}: pending, retrying, success, failed`, () => {
    for (const [status, record] of Object.entries({ pending, retrying, success, failed }))
      matchesCase(record[field], cases[status as keyof typeof cases], `${field} while ${status}`);
  });
}

row(
  ['F-DELIVERY-12', 'E-GETDELIVERY-02', 'E-LISTDELIVERIES-06'],
  'payload is the body that was sent, and stands in the single answer alone',
  async () => {
    const { status, body } = await readOne(happy, success['id']);
    assert.equal(status, 200);
    assert.deepEqual(body.payload, received(system, happy.receiver)[0]?.body);
    const { payload, attemptLog: _, ...rest } = body;
    assert.deepEqual(rest, success);
    assert.ok(payload);
    assert.deepEqual(Object.keys(success).sort(), fields.map(({ field }) => field).sort());
  },
);

row('F-DELIVERY-06', 'responseStatus is null where nobody answered', async () => {
  const owner = await listener('reset');
  await tell(owner, 'sms.received');
  await system.work();
  const record = await only(owner);
  assert.deepEqual([record['status'], record['responseStatus']], ['retrying', null]);
  matchesCase(record['errorMessage'], isText, 'errorMessage');
});

for (const answer of ['200', '204', '299']) {
  row(['T-DELIVERY-01', 'V-SEND-03'], `${answer} is a success`, async () => {
    const owner = await listener(answer);
    await tell(owner, 'sms.received');
    await system.work();
    assert.equal((await only(owner))['status'], 'success');
  });
}

const triedAgain = ['300', '400', '404', '410', '429', '500', '503'];
/** Each of a receiver that answers so first: its record after that, after the retry, and how much the receiver has got a day later. */
const retries = once(async () => {
  const owners = await Promise.all(triedAgain.map((answer) => listener(`${answer},200`)));
  for (const owner of owners) await tell(owner, 'sms.received');
  await system.work();
  const refused = await Promise.all(owners.map(only));
  await system.pass(76);
  const accepted = await Promise.all(owners.map(only));
  await system.pass(day);
  return owners.map(({ receiver }, n) => ({ refused: refused[n], accepted: accepted[n], count: received(system, receiver).length }));
});

for (const [n, answer] of triedAgain.entries()) {
  row(['T-DELIVERY-02', 'V-SEND-03'], `${answer} is tried again`, async () => {
    const { refused, accepted, count } = (await retries())[n] ?? assert.fail();
    assert.equal(refused?.['status'], 'retrying');
    const { status, attempts, responseStatus, errorMessage, nextRetryAt } = accepted ?? assert.fail();
    assert.deepEqual([status, attempts, responseStatus, errorMessage, nextRetryAt], ['success', 2, 200, null, null]);
    assert.equal(count, 2, 'and then it is over');
  });
}

row(
  ['T-DELIVERY-04', 'V-SEND-05', 'L-ATTEMPTS-01'],
  'five failures are retrying, the sixth is failed, and nothing comes after',
  async () => {
    const owner = await listener('500*');
    await tell(owner, 'sms.received');
    await system.work();
    const seen: unknown[] = [];
    for (const seconds of [0, ...latestRetries]) {
      await system.pass(seconds);
      const { status, attempts } = await only(owner);
      seen.push([status, attempts]);
    }
    assert.deepEqual(seen, [...[1, 2, 3, 4, 5].map((n) => ['retrying', n]), ['failed', 6]]);
    await system.pass(3 * day);
    assert.equal(received(system, owner.receiver).length, 6);
  },
);

row(['V-SEND-04'], 'each retry comes within a quarter of its delay: never before, never after', async () => {
  const owner = await listener('500*');
  await tell(owner, 'sms.received');
  await system.work();
  for (const [i, delay] of [60, 300, 1_800, 7_200, 21_600].entries()) {
    const record = await only(owner);
    const gap = (Date.parse(String(record['nextRetryAt'])) - Date.parse(String(record['lastAttemptAt']))) / 1_000;
    assert.ok(gap >= delay * 0.75 - 1 && gap <= delay * 1.25 + 1, `${gap} s for ${delay} s`);
    await system.pass(Math.floor(delay * 0.75) - 1);
    assert.equal(received(system, owner.receiver).length, i + 1);
    await system.pass(Math.ceil(delay * 0.5) + 3);
    assert.equal(received(system, owner.receiver).length, i + 2);
  }
});

row(['V-HEAD-05', 'V-SEND-01', 'A-SIGN-04'], 'every attempt has the same id and bytes, is stamped anew, and verifies', () => {
  const attempts = received(system, hopeless.receiver);
  assert.equal(attempts.length, 6);
  assert.deepEqual([...new Set(attempts.map(({ headers }) => headers['x-webhook-delivery-id']))], [failed['id']]);
  assert.equal(new Set(attempts.map(({ raw }) => raw)).size, 1);
  assert.equal(new Set(attempts.map(({ headers }) => headers['x-webhook-timestamp'])).size, 6);
  assert.ok(attempts.every(({ valid }) => valid));
});

row(
  ['T-DELIVERY-06', 'E-RETRY-03', 'E-RETRY-04', 'V-HEAD-08', 'W-VERSION-03'],
  'a failed delivery that is sent again becomes success under the same id, or retrying with a fresh cycle',
  async () => {
    for (const [answer, status] of [
      ['200', 'success'],
      ['500', 'retrying'],
    ] as const) {
      const owner = await listener(`503*6,${answer}`);
      await failSixTimes(owner);
      const before = await only(owner);
      assert.equal(before['status'], 'failed');
      assert.equal((await list(owner, '?status=failed&since=2026-03-02')).pagination.total, 1);
      const again = await retry(owner, before['id']);
      assert.equal(again.status, 200);
      assert.deepEqual([again.body.id, again.body.status, again.body.attempts], [before['id'], status, 7]);
      const attempts = received(system, owner.receiver);
      assert.equal(attempts.length, 7);
      assert.equal(attempts[6]?.raw, attempts[0]?.raw);
      assert.equal(attempts[6]?.headers['x-webhook-delivery-id'], before['id']);
      assert.ok(attempts.every(({ valid }) => valid));
      assert.equal((await list(owner, '?status=failed')).pagination.total, 0);
      if (status === 'retrying') continue;
      await system.pass(day);
      assert.equal(received(system, owner.receiver).length, 7, 'and never again');
    }
  },
);

row(['T-DELIVERY-07', 'E-RETRY-02', 'V-HEAD-08'], 'a successful one can be sent again too, and needs no body', async () => {
  for (const [answer, status] of [
    ['200', 'success'],
    ['500', 'retrying'],
  ] as const) {
    const owner = await listener(`200,${answer}`);
    await tell(owner, 'sms.received');
    await system.work();
    const { id } = await only(owner);
    const again = await retry(owner, id);
    assert.deepEqual([again.status, again.body.id, again.body.status], [200, id, status]);
    assert.equal(received(system, owner.receiver)[1]?.headers['x-webhook-delivery-id'], id);
  }
});

row(['R-RETRY-01', 'T-DELIVERY-08'], '400 invalid_request for what is pending or retrying, which stays as it was', async () => {
  const owner = await listener('500*');
  await tell(owner, 'sms.received');
  for (const status of ['pending', 'retrying']) {
    const before = await only(owner);
    assert.equal(before['status'], status);
    const refused = await retry(owner, before['id']);
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_request']);
    assert.deepEqual(await only(owner), before);
    await system.work();
  }
});

/** A tenant with a delivery in each status. It is made when the first row asks for it: time that goes by would send what waits. */
const mixed = once(async () => {
  const owner = await listener('200,500*');
  await tell(owner, 'sms.received');
  await system.work();
  await failSixTimes(owner);
  await tell(owner, 'sms.received');
  await system.work();
  await tell(owner, 'sms.received');
  return owner;
});

for (const status of ['success', 'failed', 'retrying', 'pending']) {
  row('E-LISTDELIVERIES-02', `?status=${status} lists what is ${status}`, async () => {
    const { deliveries, pagination } = await list(await mixed(), `?status=${status}`);
    assert.deepEqual(
      deliveries.map((each: { status: string }) => each.status),
      [status],
    );
    assert.equal(pagination.total, 1);
  });
}

const list51 = { total: 51, page: 1, limit: 20, totalPages: 3 };
const pages = [
  { rules: ['E-LISTDELIVERIES-04', 'E-LISTDELIVERIES-05', 'L-PAGE-01', 'E-LISTDELIVERIES-07'], query: '', items: 20, pagination: list51 },
  { rules: ['E-LISTDELIVERIES-04', 'E-LISTDELIVERIES-07'], query: '?page=3', items: 11, pagination: { ...list51, page: 3 } },
  { rules: ['E-LISTDELIVERIES-04', 'E-LISTDELIVERIES-07'], query: '?page=4', items: 0, pagination: { ...list51, page: 4 } },
  { rules: ['E-LISTDELIVERIES-05', 'L-PAGE-01'], query: '?limit=50', items: 50, pagination: { ...list51, limit: 50, totalPages: 2 } },
  { rules: ['E-LISTDELIVERIES-05', 'L-PAGE-01'], query: '?limit=1', items: 1, pagination: { ...list51, limit: 1, totalPages: 51 } },
];

for (const { rules, query, items, pagination } of pages) {
  row(rules, `a list of 51 asked for with "${query}" has ${items}`, async () => {
    const body = await list(many, query);
    assert.deepEqual(Object.keys(body), ['deliveries', 'pagination']);
    assert.equal(body.deliveries.length, items);
    assert.deepEqual(body.pagination, pagination);
  });
}

row('E-LISTDELIVERIES-04', 'the pages together are all of it, each once, newest first', async () => {
  const all = [...(await list(many)).deliveries, ...(await list(many, '?page=2')).deliveries, ...(await list(many, '?page=3')).deliveries];
  assert.equal(new Set(all.map(({ id }) => id)).size, 51);
  const times = all.map(({ createdAt }) => createdAt);
  assert.deepEqual(times, [...times].sort().reverse());
});

const wrong = ['limit=51', 'limit=0', 'page=0', 'limit=x', 'status=lost', 'since=yesterday'];

for (const query of wrong) {
  row(
    ['E-LISTDELIVERIES-05', 'E-LISTDELIVERIES-04', 'E-LISTDELIVERIES-02', 'E-LISTDELIVERIES-03'],
    `?${query} is 400 invalid_request`,
    async () => {
      const { status, body } = await many.api.get(`/webhook-deliveries?${query}`);
      assert.deepEqual([status, body.error.code], [400, 'invalid_request']);
      assert.deepEqual(
        body.error.details.errors.map(({ path }: { path: string }) => path),
        [`/query/${query.split('=')[0]}`],
      );
    },
  );
}

row(['E-LISTDELIVERIES-03', 'L-SINCE-01'], 'since bounds the list, and one older than 30 days is cut to 30 in silence', async () => {
  const owner = await listener('200*');
  await tell(owner, 'sms.received');
  await system.work();
  const first = Date.parse(String((await only(owner))['createdAt']));
  await system.pass(10 * day);
  await tell(owner, 'sms.received');
  await system.work();
  const total = async (since?: number) =>
    (await list(owner, since === undefined ? '' : `?since=${new Date(since).toISOString()}`)).pagination.total;
  assert.deepEqual([await total(), await total(first), await total(first + 1_000)], [2, 2, 1]);
  system.clock.advance(20 * day - 60);
  assert.deepEqual([await total(), await total(first - 400 * day * 1_000)], [2, 2]);
  system.clock.advance(120);
  assert.deepEqual([await total(), await total(first), await total(first - 400 * day * 1_000)], [1, 1, 1]);
});

const receipts = ['sms.delivered', 'sms.failed'] as const;

for (const eventType of receipts) {
  row(
    ['T-DELIVERY-09', 'L-RETENTION-01', 'R-DELIVERY-02'],
    `a finished delivery of ${eventType} is kept 30 days, succeeded or failed, and then delivery_not_found`,
    async () => {
      const owner = await listener('200,500*', eventType);
      await tell(owner, eventType);
      await system.work();
      await tell(owner, eventType);
      await system.work();
      for (const seconds of latestRetries) await system.pass(seconds);
      const records: { id: string; status: string }[] = (await list(owner)).deliveries;
      assert.deepEqual(records.map(({ status }) => status).sort(), ['failed', 'success']);
      const finishedLast = records.find(({ status }) => status === 'failed')?.id;
      system.clock.advance(30 * day - 60);
      while ((await deleteExpiredDeliveriesOnce(system.context)) > 0);
      assert.equal((await readOne(owner, finishedLast)).status, 200);
      system.clock.advance(120);
      while ((await deleteExpiredDeliveriesOnce(system.context)) > 0);
      for (const { id } of records) {
        const { status, body } = await readOne(owner, id);
        assert.deepEqual([status, body.error.code], [404, 'delivery_not_found']);
        assert.equal((await retry(owner, id)).body.error.code, 'delivery_not_found');
      }
    },
  );
}

row(['R-DELIVERY-01', 'E-GETDELIVERY-03'], '404 delivery_not_found to read or to retry what is absent or foreign', async () => {
  for (const id of ['019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f', 'nonsense', success['id']]) {
    for (const { status, body } of [await readOne(troubled, id), await retry(troubled, id)])
      assert.deepEqual([status, body.error.code], [404, 'delivery_not_found']);
  }
});

const buckets = [
  { rules: ['L-BUCKET-01', 'L-BUCKET-03', 'T-DELIVERY-05'], limit: 100, events: ['sms.received', 'lead.qualified', 'call.completed'] },
  { rules: ['L-BUCKET-02', 'L-BUCKET-03', 'T-DELIVERY-05'], limit: 600, events: ['sms.delivered', 'sms.failed'] },
] as const;

for (const { rules, limit, events } of buckets) {
  row(
    rules,
    `${limit} of ${events.join(', ')} together go out at once; one more waits as retrying, untried, and is sent within minutes`,
    async () => {
      const owner = await readyTenant(system, {
        ...unhurried,
        limits: { readsPerMinute: 10_000, writesPerMinute: 10_000 },
        events: [...events],
        programme: '200*',
      });
      let first = limit;
      if (events[1] === 'lead.qualified') {
        // An interested call makes two events of this bucket.
        await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested', 900) });
        await system.settle();
        first -= 2;
      }
      for (let left = first - 1; left > 0; left -= 500) await tell(owner, events[0], Math.min(500, left));
      await tell(owner, events[1] === 'lead.qualified' ? events[0] : events[1]);
      await tell(owner, events[0]);
      assert.equal((await list(owner, '?status=retrying')).pagination.total, 1);
      const [over] = (await list(owner, '?status=retrying')).deliveries;
      assert.equal(over.attempts, 0);
      matchesCase(over.nextRetryAt, isTime, 'nextRetryAt');
      await system.work();
      assert.equal((await list(owner, '?status=success')).pagination.total, limit);
      await system.pass(120);
      assert.equal((await list(owner, '?status=success')).pagination.total, limit + 1);
    },
  );
}

row(['V-SEND-02'], "one receiver that fails holds up no other's deliveries", async () => {
  const [bad, good] = [await listener('500*'), await listener('200*')];
  await tell(bad, 'sms.received', 20);
  await tell(good, 'sms.received', 1);
  await system.work();
  assert.equal((await only(good))['status'], 'success');
});
