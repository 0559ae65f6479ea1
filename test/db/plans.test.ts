import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { findApiCallOfAnyTenant, listCompletedCalls } from '../../src/calls/calls.ts';
import { deleteExpiredCallsOnce } from '../../src/calls/retention.ts';
import { keepPartitionsAhead } from '../../src/db/partitions.ts';
import { deliveryPage } from '../../src/deliveries/delivery-page.ts';
import { heldOfAll, heldOfTenant, sweepHeldDeliveries } from '../../src/deliveries/sweep.ts';
import { leaseFrom } from '../../src/dispatch/lease.ts';
import { deliveryQueue } from '../../src/dispatch/queue.ts';
import { resumeDeliveries, resumeIfActive } from '../../src/dispatch/resume.ts';
import { uuidOf } from '../../src/process/identifiers.ts';
import { defaultTenantLimits } from '../../src/process/limits.ts';
import { beginReplay } from '../../src/replays/replay-lease.ts';
import { findTextsSpokenOf, listTexts } from '../../src/texts/texts.ts';
import { contextOfFile } from '../support/context.ts';
import { tenant } from '../support/fixtures.ts';

/**
 * How PostgreSQL goes about the statements of the busy paths when it has looked at the tables at a quiet hour, with
 * thousands of ended calls and finished deliveries and nothing live or due: that is when it takes a short way through an
 * index that it believes to be empty, and keeps the plan while it fills.
 */
let tenantId: string;
const prepared = new Map<string, string>();
const unnamed: string[] = [];

const context = await contextOfFile();
before(async () => {
  ({ id: tenantId } = await tenant(context));
  await quietHour();
  const { engine } = context.db;
  const query = engine.query.bind(engine) as (...args: unknown[]) => unknown;
  Object.defineProperty(engine, 'query', {
    value: (asked: unknown, ...rest: unknown[]) => {
      if (isNamed(asked)) prepared.set(asked.name, asked.text);
      if (typeof asked === 'string') unnamed.push(asked);
      return query(asked, ...rest);
    },
  });
});

test('a call that is being placed is found by its key', async () => {
  const call = { id: 'call_none', tenant_id: tenantId };
  const now = context.clock.now();
  await context.together.placing.adopt({ call, providerCallId: 'none', controlUrl: null, now, checkAt: now, answer: null });
  await assertReadBy({ id: ['adopt-calls'] });
});

test('a change of one call goes by its id, whatever the tenant has going', async () => {
  for (const status of ["status = 'queued'", "status in ('queued', 'ringing', 'in-progress')"]) {
    const scans = await scansOf(
      `update calls set end_requested_at = now() where tenant_id = '${tenantId}' and id = 'call_none' and ${status}`,
    );
    assert.ok(scans.length > 0);
    for (const scan of scans) assert.match(scan.condition, /\bid = /, scan.index);
  }
});

test('what is due is claimed, given back and taken up again without reading all that is due', async () => {
  const now = context.clock.now();
  const queue = deliveryQueue(context.db, 'worker');
  const delivery = { tenantId, id: randomUUID(), lease: 1 };
  const lease = leaseFrom(context.clock, 'worker');
  await queue.claim({ now, realNow: now, lease, limit: 100, except: [], held: [] });
  await queue.release([{ delivery, dueAt: now }]);
  await resumeDeliveries(context, { tenantId, endpointId: 'whe_none', limits: defaultTenantLimits });
  await resumeIfActive(context, [delivery]);
  await sweepHeldDeliveries(context);
  await beginReplay(context.db.engine, tenantId, delivery.id, now, lease);
  await assertReadBy({
    id: ['release-deliveries', 'find-switched-on', 'begin-replay', 'sweep-deliveries'],
    due_at: ['claim-deliveries'],
    endpoint_id: ['claim-late-deliveries', 'resume-deliveries'],
  });
  const { rows } = await context.db.engine.query(`explain (generic_plan) ${prepared.get('claim-deliveries')}`);
  assert.match(JSON.stringify(rows), /hashed SubPlan/, 'endpoints that are left out are found by a hash');
});

test('a sweep reads the deliveries between its bounds, and no others', async () => {
  await sweepHeldDeliveries(context);
  const scans = await scansOf(prepared.get('sweep-deliveries') ?? assert.fail());
  assert.ok(scans.length > 0);
  for (const { index, condition } of scans)
    assert.match(condition, /tenant_id = ANY .*id > .*id < |\bid = /s, `${index} is read by ${condition || 'nothing'}`);
});

test('a page of a tenant’s deliveries is read by the primary key and the index of dated ones, one of failures by theirs', async () => {
  for (const [status, list] of [
    [null, ['dated_deliveries', 'webhook_deliveries_pkey']],
    ['failed', ['failures_of_a_tenant']],
  ] as const) {
    await deliveryPage(context.db.engine, tenantId, { status, since: new Date(0), page: 1, limit: 20, now: context.clock.now() });
    const scans = await scansOf(prepared.get(`delivery-page-${status}`) ?? assert.fail());
    assert.deepEqual([...new Set(scans.map(({ index }) => index))].sort(), list);
    for (const { index, condition } of scans)
      assert.match(condition, index === 'webhook_deliveries_pkey' ? /tenant_id = .*\(id >= /s : /tenant_id = .*created_at >= /s, index);
  }
});

test('what is held since its insertion is found among the youngest, of a tenant and of all', async () => {
  for (const [held, key] of [
    [heldOfAll, /tenant_id = ANY .*id >= /],
    [heldOfTenant.replace('$1', `'${tenantId}'`), /tenant_id = .*id >= /],
  ] as const)
    for (const pool of [context.db.engine, context.db.knex]) {
      const scans = await scansOf(`select count(*) from webhook_deliveries where ${held}`, pool);
      assert.ok(scans.length > 0);
      for (const { index, condition } of scans) assert.match(condition, key, index);
    }
});

test('a delivery of an unknown tenant is found by each tenant’s key', async () => {
  const scans = await scansOf(
    `select id from webhook_deliveries where tenant_id = any (array(select id from tenants)) and id = '${uuidOf(context.clock.now())}'`,
    context.db.knex,
  );
  assert.ok(scans.length > 0);
  for (const { index, condition } of scans) {
    assert.equal(index, 'webhook_deliveries_pkey');
    assert.match(condition, /tenant_id = ANY .*id = /);
  }
});

test('calls and texts of a tenant are listed by their key, whatever of the list is asked for', async () => {
  const page = { after: 'call_9', limit: 20 };
  for (const [list, key] of [
    [listCompletedCalls(context.db.knex, tenantId, page), 'calls_pkey'],
    [listTexts(context.db.knex, tenantId, { before: 'msg_9', limit: 20 }), 'texts_pkey'],
  ] as const) {
    const scans = await scansOf(String(list), context.db.knex);
    assert.deepEqual([scans.length, scans[0]?.index], [1, key]);
    assert.match(scans[0]?.condition ?? '', /tenant_id = .*id < /);
  }
});

test('a call or text whose tenant is not known is found by each tenant’s key, and what is expired by the ids of its time', async () => {
  await findTextsSpokenOf(context.db.engine, [{ providerMessageId: 'none', messageId: 'msg_none' }]);
  await deleteExpiredCallsOnce(context);
  for (const [text, pool, table, condition] of [
    [String(findApiCallOfAnyTenant(context.db.knex, 'call_none')), context.db.knex, 'calls', /tenant_id = ANY .*id = /],
    [prepared.get('find-texts-spoken-of'), context.db.engine, 'texts', /provider_message_id = |tenant_id = ANY .*id = /],
    [unnamed.find((asked) => asked.includes('delete from calls')), context.db.engine, 'calls', /tenant_id = .*id (=|<) /],
  ] as const) {
    const scans = await scansOf(text ?? assert.fail(`nothing was asked of ${table}`), pool);
    assert.ok(scans.some(({ index }) => index === `${table}_pkey`));
    for (const scan of scans) assert.match(scan.condition, condition, scan.index);
  }
});

/** Every table with rows, by a condition on this column. What is claimed is then changed by its id. */
async function assertReadBy(statements: Readonly<Record<string, readonly string[]>>): Promise<void> {
  for (const [column, names] of Object.entries(statements))
    for (const name of names) {
      const text = prepared.get(name);
      assert.ok(text, `${name} was not asked`);
      const scans = await scansOf(text);
      assert.ok(
        scans.some(({ condition }) => condition.includes(`(${column} `)),
        `${name} reads nothing by ${column}`,
      );
      for (const { index, condition } of scans)
        assert.ok(
          [column, 'id'].some((by) => condition.includes(`(${by} `) || condition.includes(`(${by})`)),
          `${name} reads ${index} by ${condition || 'nothing'}`,
        );
    }
}

interface Scan {
  readonly index: string;
  readonly condition: string;
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** Of the tables that have rows, as the engine's connections or others plan it. Weeks that are empty are read whole for nothing. */
async function scansOf(text: string, pool: Pick<Pool, 'query'> | Knex = context.db.engine): Promise<readonly Scan[]> {
  const explain = `explain (generic_plan, format json) ${text}`;
  const { rows }: { rows: readonly { 'QUERY PLAN': readonly [{ Plan: Plan }] }[] } =
    'raw' in pool ? await pool.raw(explain) : await pool.query(explain);
  const filled = await filledRelations();
  const scans: Scan[] = [];
  const walk = (plan: Plan): void => {
    const read = plan['Index Name'] ?? (plan['Node Type'] === 'Seq Scan' ? plan['Relation Name'] : undefined);
    const whole = read === undefined ? undefined : filled.get(read);
    if (whole !== undefined) scans.push({ index: whole, condition: plan['Index Cond'] ?? '' });
    for (const child of plan.Plans ?? []) walk(child);
  };
  for (const row of rows) walk(row['QUERY PLAN'][0].Plan);
  return scans;
}

/** The tables with rows and their indexes, each with the index of the whole table that it is a part of, if it is one. */
async function filledRelations(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await context.db.knex.raw<{ rows: { name: string; whole: string }[] }>(
    `with filled as (select oid, relname from pg_class where relkind = 'r' and reltuples > 1000 and relnamespace = current_schema()::regnamespace)
     select relname as name, relname as whole from filled
      union all
     select indexrelid::regclass::text, coalesce(inhparent, indexrelid)::regclass::text
       from pg_index
       join filled on filled.oid = indrelid
       left join pg_inherits on inhrelid = indexrelid`,
  );
  return new Map(rows.map(({ name, whole }) => [name, whole]));
}

async function quietHour(): Promise<void> {
  const { knex } = context.db;
  const at = context.clock.now();
  await keepPartitionsAhead(knex, at);
  await knex.raw(
    `insert into calls (id, tenant_id, agent_id, phone_number, from_phone_number_id, from_phone_number, status, placement, provider_call_id,
                        active_outcomes, qualifying_outcomes, created_at, ended_at)
     select 'call_' || n, :tenantId, 'agt_1', '+14155550100', 'num_1', '+14155550101', 'completed', 'placed', 'provider-' || n, '{}', '{}', :at, :at
       from generate_series(1, 5000) as n`,
    { tenantId, at },
  );
  await knex.raw(
    `insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, finished_at, created_at,
                                     endpoint_snapshot, trigger_snapshot)
     select (lpad(to_hex((extract(epoch from :at::timestamptz) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid,
            :tenantId, gen_random_uuid(), 'whe_' || n % 50, 'trg_1', 'call.completed', 'success', :at, :at, '{}', '{}'
       from generate_series(1, 20000) as n`,
    { tenantId, at },
  );
  await knex.raw(
    `insert into texts (id, tenant_id, direction, status, phone, our_phone, body, provider_message_id, created_at, finished_at)
     select 'msg_' || n, :tenantId, 'outbound', 'delivered', '+14155550100', '+14155550101', '', 'provider-' || n, :at, :at
       from generate_series(1, 5000) as n`,
    { tenantId, at },
  );
  await knex.raw('vacuum analyze calls, texts, webhook_deliveries');
}

const isNamed = (asked: unknown): asked is { name: string; text: string } =>
  typeof asked === 'object' && asked !== null && 'name' in asked && 'text' in asked;
