import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import type { Knex } from 'knex';
import {
  appendChanges,
  countFinishedHalfHours,
  dayOfHalfHour,
  foldDeliveryCounts,
  forgetOldCounts,
  halfHourMs,
} from '../../src/deliveries/delivery-counts.ts';
import { uuidText } from '../../src/events/delivery-id.ts';
import { uuid7 } from '../../src/process/identifiers.ts';
import { dayMs } from '../../src/process/time.ts';
import { type ApiClient, type ApiResponse, publicFor, publicOfFile } from '../support/api.ts';
import { contextFor, contextOfFile } from '../support/context.ts';
import { countAllHalfHours } from '../support/counts.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { event, publish } from '../support/events.ts';
import { apiKey, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { receiverFor } from '../support/receiver.ts';
import { until } from '../support/until.ts';

let tenantId: string;
let client: ApiClient;

const context = await contextOfFile();
const server = await publicOfFile(context);
beforeEach(async () => {
  ({ tenantId, client } = await owner());
});

async function owner(): Promise<{ tenantId: string; client: ApiClient }> {
  const { id } = await tenant(context, { limits: { readsPerMinute: 100_000, writesPerMinute: 100_000 } });
  return { tenantId: id, client: server.api.with((await apiKey(context, id)).text) };
}

type Status = 'success' | 'failed' | 'retrying' | 'pending';

const minutes = (count: number): Date => new Date(context.clock.now().getTime() - count * 60_000);

/** Inserts rows as publishing and recording would have left them, with their counts. */
async function made(...rows: readonly Made[]): Promise<readonly string[]> {
  return context.db.knex.transaction((trx) => madeIn(trx, ...rows));
}

interface Made {
  readonly at: Date;
  /** When its event occurred, which is the time in its id; without it the same. */
  readonly occurredAt?: Date;
  readonly status?: Status;
  readonly by?: string;
}

async function madeIn(trx: Knex.Transaction, ...rows: readonly Made[]): Promise<readonly string[]> {
  const inserted = rows.map(({ at, occurredAt = at, status = 'success', by = tenantId }) => {
    const isFinal = status === 'success' || status === 'failed';
    return {
      id: uuidText(uuid7(occurredAt), 8),
      tenant_id: by,
      event_id: uuidText(randomBytes(16), 7),
      endpoint_id: 'whe_1',
      trigger_id: 'trg_1',
      event_type: 'call.completed',
      status,
      attempts: 1,
      next_retry_at: status === 'retrying' ? minutes(-600) : null,
      due_at: isFinal ? null : minutes(-600),
      finished_at: isFinal ? at : null,
      failed_at: status === 'failed' ? at : null,
      error_message: status === 'failed' ? 'HTTP 500' : null,
      created_at: at,
      endpoint_snapshot: JSON.stringify({ id: 'whe_1', name: 'CRM', url: 'https://crm.example.org/' }),
      trigger_snapshot: JSON.stringify({ id: 'trg_1', name: 'All' }),
    };
  });
  await trx.batchInsert('webhook_deliveries', inserted, 500);
  await trx.raw(appendChanges({ rows: 'webhook_deliveries where id = any (?)', was: 'null', became: 'status' }), [
    inserted.map(({ id }) => id),
  ]);
  return inserted.map(({ id }) => id);
}

const list = async (query = ''): Promise<ApiResponse> => client.get(`/webhook-deliveries${query}`);
const idsOf = (response: ApiResponse): string[] => response.body.deliveries.map(({ id }: { id: string }) => id);

async function allPages(query: string, limit: number): Promise<readonly string[]> {
  const first = await list(`?limit=${limit}${query}`);
  const ids = idsOf(first);
  for (let page = 2; page <= first.body.pagination.totalPages; page++)
    ids.push(...idsOf(await list(`?limit=${limit}&page=${page}${query}`)));
  assert.equal(ids.length, first.body.pagination.total);
  return ids;
}

test('nothing is an empty page of no pages', async () => {
  const { body } = await list();
  assert.deepEqual(body, { deliveries: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 } });
});

test('newest first, by creation and then by id, the same from page to page', async () => {
  const same = minutes(5);
  const rows = Array.from({ length: 57 }, (_, n) => ({ at: n % 3 === 0 ? minutes(n) : same }));
  await made(...rows);
  const stored = await context.db
    .knex('webhook_deliveries')
    .where({ tenant_id: tenantId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  const expected = stored.map(({ id }) => id);
  for (const limit of [1, 7, 20, 50]) assert.deepEqual(await allPages('', limit), expected, `pages of ${limit}`);
  await countAllHalfHours(context);
  assert.deepEqual(await allPages('', 7), expected, 'counted');
});

/** How long before or after the creation of its delivery an event may have occurred. The edges of what is listed as dated are among them. */
const occurredMs = [0, 0, -1, -59_999, -60_000, -60_001, -61_000, 1_000, 1_001, 300_000, -6 * 86_400_000];

test('every filter, limit and page agrees with the table, counted or not, folded or not', async () => {
  const statuses: readonly Status[] = ['success', 'failed', 'retrying', 'pending'];
  const draw = draws(7);
  const rows = Array.from({ length: 400 }, (_, n) => {
    // Most are of the last day, and some of each day of the week before.
    const at = minutes(draw() ** 3 * 12_000);
    const occurredAt = new Date(at.getTime() + (occurredMs[n % occurredMs.length] ?? 0));
    return { at, occurredAt, status: statuses[Math.floor(draw() ** 3 * 4)] ?? 'success' };
  });
  await made(...rows.slice(0, 100));
  await countAllHalfHours(context);
  await made(...rows.slice(100, 250));
  await foldDeliveryCounts(context);
  await made(...rows.slice(250));
  const stored: { id: string; status: string; created_at: Date }[] = await context.db
    .knex('webhook_deliveries')
    .where({ tenant_id: tenantId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  for (const status of [null, ...statuses]) {
    // The clock stands at the edge of a half hour: on both sides of the nearest edge, in what is counted and what is not.
    for (const since of [null, ...[4_003, 4_024, 317, 304, 60, 48, 16, 4].map(minutes)]) {
      const expected = stored.filter((row) => (status === null || row.status === status) && (since === null || row.created_at >= since));
      const query = `${status ? `&status=${status}` : ''}${since ? `&since=${since.toISOString()}` : ''}`;
      assert.deepEqual(
        await allPages(query, 17),
        expected.map(({ id }) => id),
        `${status} since ${since?.toISOString()}`,
      );
    }
  }
});

test('a page beyond the last is empty and still says how many there are', async () => {
  await made({ at: minutes(1) }, { at: minutes(2) }, { at: minutes(3) });
  for (const page of [3, 1_000, Number.MAX_SAFE_INTEGER]) {
    const { body } = await list(`?limit=2&page=${page}`);
    assert.deepEqual(body, { deliveries: [], pagination: { page, limit: 2, total: 3, totalPages: 2 } });
  }
});

test('without since it is thirty days, and an older one is taken for that', async () => {
  const day = 24 * 60;
  const [young, edge] = await made(
    { at: minutes(10) },
    { at: minutes(30 * day) },
    { at: minutes(30 * day + 1) },
    { at: minutes(29 * day) },
  );
  for (const query of ['', '?since=2020-01-01', '?since=0001', `?since=${minutes(31 * day).toISOString()}`]) {
    const response = await list(query);
    assert.equal(response.body.pagination.total, 3, query);
    assert.equal(idsOf(response)[0], young);
    assert.equal(idsOf(response)[2], edge);
  }
});

test('since counts what was created at that very moment, to the millisecond', async () => {
  const at = minutes(7);
  const [exact] = await made({ at }, { at: new Date(at.getTime() - 1) }, { at: minutes(5) });
  const response = await list(`?since=${at.toISOString()}`);
  assert.deepEqual([response.body.pagination.total, idsOf(response).at(-1)], [2, exact]);
  const after = await list(`?since=${new Date(at.getTime() + 1).toISOString()}`);
  assert.equal(after.body.pagination.total, 1);
  assert.equal((await list(`?since=${minutes(-60).toISOString()}`)).body.pagination.total, 0, 'a time to come');
});

test('since takes any date or time with any offset, encoded or not', async () => {
  await made({ at: minutes(30) });
  // 12:00 UTC is now.
  for (const [since, total] of [
    ['2026-03-02T12:30:00%2B01:00', 1],
    ['2026-03-02T12:30:00+01:00', 1],
    ['2026-03-02T12:31+01:00', 0],
    ['2026-03-02T06:30-05:00', 1],
    ['2026-03-02', 1],
    ['2026-W10-1', 1],
    ['20260302T1131Z', 0],
  ] as const)
    assert.equal((await list(`?since=${since}`)).body.pagination.total, total, since);
});

for (const [query, path] of [
  ['limit=-1', 'limit'],
  ['page=1.5', 'page'],
  ['page=9007199254740993', 'page'],
  ['status=', 'status'],
  ['since=', 'since'],
  ['since=2026-02-30', 'since'],
] as const) {
  test(`?${query} is refused by its name`, async () => {
    const response = await list(`?${query}`);
    assert.deepEqual([response.status, response.body.error.code], [400, 'invalid_request']);
    assert.deepEqual(
      response.body.error.details.errors.map((problem: { path: string }) => problem.path),
      [`/query/${path}`],
    );
  });
}

test('another tenant’s deliveries are neither listed nor counted', async () => {
  const other = await owner();
  await made({ at: minutes(1) }, { at: minutes(1), by: other.tenantId }, { at: minutes(2), by: other.tenantId });
  assert.equal((await list()).body.pagination.total, 1);
  assert.equal((await other.client.get('/webhook-deliveries')).body.pagination.total, 2);
});

test('what arrives meanwhile moves the pages back and changes no order: asked from the last, no page shows a record twice', async () => {
  await made(...Array.from({ length: 40 }, (_, n) => ({ at: minutes(10 + n) })));
  const before = await allPages('', 10);
  const seen: string[] = [];
  for (const page of [4, 3, 2, 1]) {
    seen.unshift(...idsOf(await list(`?limit=10&page=${page}`)));
    // As many new ones as a page holds would shift the next page by a whole one; a few show the same.
    await made({ at: minutes(1) }, { at: minutes(1) });
  }
  const old = seen.filter((id) => before.includes(id));
  assert.deepEqual(
    old,
    [...new Set(old)].filter((id) => before.includes(id)),
    'none twice',
  );
  assert.deepEqual(
    (await allPages('', 10)).filter((id) => before.includes(id)),
    before,
    'in the order of before',
  );
});

test('what a transaction made that began before a counting was announced is counted', async () => {
  await countAllHalfHours(context);
  await foldDeliveryCounts(context);
  // In the first half hour that is not counted yet.
  const halfHourAt = new Date(Math.floor((context.clock.now().getTime() - 60_000) / halfHourMs) * halfHourMs);
  context.clock.advance(3_600);
  await made({ at: halfHourAt });
  const slow = await context.db.knex.transaction();
  await madeIn(slow, { at: halfHourAt });
  assert.equal(await countFinishedHalfHours(context), 0, 'announced, and not counted yet');
  await made({ at: halfHourAt });
  await exact();
  await slow.commit();
  await exact();
  const late = await context.db.knex.transaction();
  await madeIn(late, { at: halfHourAt });
  await countAllHalfHours(context);
  await exact();
  await late.commit();
  await exact();
  assert.equal((await list()).body.pagination.total, 4);
  assert.equal(await foldDeliveryCounts(context), 1, 'the change of the late one alone');
  await exact();
});

test('what has changed in a transaction that holds no snapshot is waited for as well', async (t) => {
  await countAllHalfHours(context);
  const halfHourAt = context.clock.now();
  const [id] = await made({ at: halfHourAt, status: 'pending' });
  const elder = await context.db.knex.transaction();
  t.after(() => elder.rollback());
  // The cursor stands for a statement that has read the state before the announcement: it holds a snapshot, and appends no change.
  await elder.raw('declare begun_before cursor for select from webhook_counts_state');
  context.clock.advance(3_600);
  assert.equal(await countFinishedHalfHours(context), 0, 'announced');
  // Only now does the transaction get its number, which is younger than the announcement.
  await elder('webhook_deliveries').where({ id }).update({ status: 'success', due_at: null, finished_at: halfHourAt });
  assert.equal(await countFinishedHalfHours(context), 0, 'the statement has not ended');
  await elder.raw('close begun_before');
  assert.equal(await countFinishedHalfHours(context), 0, 'the transaction has not committed');
  assert.equal(await countFinishedHalfHours(context), 0, 'nor at the next look');
  await exact();
  await elder.commit();
  await countAllHalfHours(context);
  await exact();
});

test('a process that was about to count what another one counts meanwhile does not count the next half hour instead', async (t) => {
  await countAllHalfHours(context);
  const firstAt = new Date(Math.floor((context.clock.now().getTime() - 60_000) / halfHourMs) * halfHourMs);
  context.clock.advance(3_600);
  const slow = await context.db.knex.transaction();
  t.after(() => slow.rollback());
  const { engine } = context.db;
  // The other process counts when this one has found that nothing is to be waited for, and is about to take the lock.
  const delayed = Object.create(engine, {
    query: { value: engine.query.bind(engine) },
    connect: {
      value: async () => {
        await madeIn(slow, { at: new Date(firstAt.getTime() + halfHourMs) });
        assert.equal(await countFinishedHalfHours(context), 1);
        assert.equal(await countFinishedHalfHours(context), 0, 'the next half hour is announced');
        return engine.connect();
      },
    },
  });
  await countFinishedHalfHours({ ...context, db: { ...context.db, engine: delayed } });
  await slow.commit();
  await countAllHalfHours(context);
  await exact();
});

test('the counts follow every change, and are exact while half hours are counted and changes folded', async (t) => {
  const target = await receiverFor(t, 500);
  const dispatcher = dispatcherFor(t, context);
  const { id: endpointId } = await endpoint(context, tenantId, { url: target.url });
  await trigger(context, tenantId, endpointId);
  const folding = { on: true };
  const folder = (async () => {
    while (folding.on) {
      await countFinishedHalfHours(context);
      await foldDeliveryCounts(context, 3);
    }
  })();
  await Promise.all(Array.from({ length: 30 }, () => publish(context, event(context, tenantId))));
  await exact();
  await dispatcher.deliverOnce();
  await exact();
  target.answer(200);
  context.clock.advance(3_600);
  await Promise.all(Array.from({ length: 30 }, () => publish(context, event(context, tenantId))));
  await exact();
  await dispatcher.deliverOnce();
  await exact();
  folding.on = false;
  await folder;
  await exact();
  await foldDeliveryCounts(context);
  assert.deepEqual(await context.db.knex('webhook_delivery_changes'), []);
  await exact();
  assert.ok((await list('?status=success')).body.pagination.total > 0);
});

test('of two processes that fold at once one waits for the other', async (t) => {
  await countAllHalfHours(context);
  const { knex } = context.db;
  const today = Math.floor(context.clock.now().getTime() / dayMs) * dayMs;
  const halfHour = (day: number, index: number): Date => new Date(today - (4 - day) * dayMs + index * halfHourMs);
  const change = (...halfHours: readonly Date[]) =>
    knex('webhook_delivery_changes').insert(
      halfHours.map((slot) => ({ tenant_id: tenantId, slot, was: null, became: 'success', deliveries: 1 })),
    );
  await change(halfHour(1, 0), halfHour(2, 0), halfHour(3, 0));
  await foldDeliveryCounts(context);
  // Each fold adds to one count and makes others, so that it comes to the days by several triggers. The first stops at the second day.
  const other = await knex.transaction();
  t.after(() => other.rollback());
  await other('webhook_delivery_days')
    .where({ tenant_id: tenantId, day: halfHour(2, 0) })
    .forUpdate();
  await change(halfHour(1, 0), halfHour(2, 1), halfHour(3, 1));
  const first = foldDeliveryCounts(context);
  await until('the first waits', async () => (await lockWaits(context)) === 1);
  await change(halfHour(3, 0), halfHour(1, 1));
  const second = foldDeliveryCounts(context);
  await until('both wait', async () => (await lockWaits(context)) === 2);
  await other.rollback();
  assert.deepEqual(await Promise.all([first, second]), [3, 2]);
});

test('what retention has deleted is not counted in a half hour that began before the list, and old counts are forgotten', async () => {
  context.clock.advance(60 - ((context.clock.now().getTime() / 1_000) % 1_800) + 1_800);
  await made({ at: minutes(0) }, { at: minutes(0) });
  context.clock.advance(2 * 3_600);
  await countAllHalfHours(context);
  const mine = () => context.db.knex('webhook_delivery_counts').where({ tenant_id: tenantId });
  await forgetOldCounts(context);
  assert.equal((await mine()).length, 1);
  context.clock.advance(30 * 86_400 - 2 * 3_600 + 5 * 60);
  await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).delete();
  for (const query of ['', '?status=success']) assert.equal((await list(query)).body.pagination.total, 0, query);
  await forgetOldCounts(context);
  assert.equal((await mine()).length, 1, 'younger than a day before the list');
  context.clock.advance(86_400 + 1_800);
  await forgetOldCounts(context);
  assert.deepEqual(await mine(), []);
  const days = () => context.db.knex('webhook_delivery_days').where({ tenant_id: tenantId });
  assert.deepEqual(
    (await days()).map(({ deliveries }) => deliveries),
    [0],
  );
  context.clock.advance(86_400);
  await forgetOldCounts(context);
  assert.deepEqual(await days(), []);
});

/** Every total is what the table says, and every day what its half hours say. */
async function exact(): Promise<void> {
  for (const status of ['success', 'failed', 'retrying', 'pending']) {
    const row = await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId, status }).count({ n: '*' }).first();
    assert.equal((await list(`?status=${status}`)).body.pagination.total, Number(row?.['n']), status);
  }
  const { rows: wrongDays } = await context.db.knex.raw(
    `select day, status, days.deliveries, half_hours.deliveries
       from webhook_delivery_days as days
       full join (select tenant_id, ${dayOfHalfHour} as day, status, sum(deliveries) as deliveries
                    from webhook_delivery_counts
                   group by 1, 2, 3) as half_hours using (tenant_id, day, status)
      where days.deliveries is distinct from half_hours.deliveries`,
  );
  assert.deepEqual(wrongDays, []);
}

/** The same numbers on every run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

for (const [day, next] of [
  ['2026-03-29', '2026-03-30'],
  ['2026-10-25', '2026-10-26'],
] as const) {
  test(`${day} has 24 hours in every time zone of the database, and the list has each delivery once`, async (t) => {
    const own = await contextFor(t);
    const listening = await publicFor(t, own);
    await own.db.knex.raw(`alter database ${new URL(own.databaseUrl).pathname.slice(1)} set timezone = 'Europe/Berlin'`);
    own.clock.setReal(`${day}T00:00Z`);
    const { id } = await tenant(own);
    const listed = listening.api.with((await apiKey(own, id)).text);
    await trigger(own, id, (await endpoint(own, id, { url: 'https://crm.test/hook' })).id);
    const times = [`${day}T21:30Z`, `${day}T23:15Z`, `${day}T23:45Z`, `${next}T00:20Z`, `${next}T00:50Z`];
    for (const time of times) {
      own.clock.setReal(time);
      await publish(own, event(own, id));
    }
    const finished = { status: 'success', finished_at: own.clock.now(), due_at: null, next_retry_at: null, attempts: 1 };
    await own.db.knex('webhook_deliveries').where({ tenant_id: id }).update(finished);
    own.clock.advance(4 * 86_400);
    await countAllHalfHours(own);
    const { body } = await listed.get('/webhook-deliveries');
    assert.deepEqual(
      body.deliveries.map(({ createdAt }: { createdAt: string }) => new Date(createdAt)),
      times.toReversed().map((time) => new Date(time)),
    );
    assert.equal(body.pagination.total, times.length);
  });
}
