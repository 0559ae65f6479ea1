import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { connect } from '../../src/db/connect.ts';
import { ensurePartitions } from '../../src/db/partitions.ts';
import { migratedStepwise, rowsOf, session } from './scratch.ts';

/** Migrations put the tenant first in the primary keys of tables that are full and being written to: 0042 to 0048 of those in weeks, 0070 to 0075 of texts and calls. */
const tables = [
  { table: 'webhook_deliveries', made: 'deliveries_of_tenants_by_id' },
  { table: 'webhook_events', made: 'events_of_tenants_by_id' },
] as const;
const weeks = { first: new Date('2026-03-02'), last: new Date('2026-03-20') };
const rowsInAWeek = 8_000;

async function loaded(t: TestContext) {
  const { url, rows, migrateTo } = await migratedStepwise(t);
  const db = connect({ url, poolSize: 2, prepared: true });
  t.after(() => db.close());
  await migrateTo('0041');
  await ensurePartitions(db.knex, weeks.first, weeks.last);
  await rows(fill);
  return { url, rows, migrateTo, weeksFor: (from: Date, to: Date) => ensurePartitions(db.knex, from, to), knex: db.knex };
}

/** Three weeks and one that has no partition, of many tenants. */
const fill = `
  with made as (
         select (lpad(to_hex(cast(extract(epoch from timestamptz '2026-03-02' + week * interval '7 days' + n * interval '1 minute') * 1000 as bigint)), 12, '0')
                   || '8' || substr(md5(week || '.' || n), 1, 19))::uuid as id,
                'ten_' || n % 2000 as tenant_id
           from generate_series(0, 3) as week,
                generate_series(1, ${rowsInAWeek}) as n),
       events as (
         insert into webhook_events (id, tenant_id, event_type, dedupe_key, body, occurred_at, created_at)
         select id, tenant_id, 'call.completed', id, '{}', now(), now() from made)
  insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, created_at, due_at, endpoint_snapshot, trigger_snapshot)
  select id, tenant_id, id, 'whe_1', 'trg_1', 'call.completed', 'pending', now(), now(), '{}', '{}' from made`;

/** By partition, the file of this index. */
async function files(rows: Awaited<ReturnType<typeof loaded>>['rows'], table: string, index: string) {
  const found = await rows<{ partition: string; file: number }>(
    `select child.relname as partition, pg_relation_filenode(made.oid)::integer as file
       from pg_inherits
       join pg_class child on child.oid = inhrelid
       join pg_index on indrelid = child.oid
       join pg_class made on made.oid = indexrelid
      where inhparent = '${table}'::regclass
        and made.relname in ('${index}' || substr(child.relname, ${table.length + 1}), child.relname || '${index}')
      order by 1`,
  );
  return found;
}

const keysOf = (rows: Awaited<ReturnType<typeof loaded>>['rows'], table: string) =>
  rows<{ table: string; definition: string; isValid: boolean }>(
    `select tree.relid::regclass::text as "table", pg_get_constraintdef(c.oid) as definition, indisvalid as "isValid"
       from pg_partition_tree('${table}') tree
       left join pg_constraint c on c.conrelid = tree.relid and c.contype = 'p'
       left join pg_index on indexrelid = conindid
      order by 1`,
  );

test('the weeks that are there, one that is made meanwhile and one that is made later have the tenant first in their key', async (t) => {
  const { url, rows, migrateTo, weeksFor } = await loaded(t);
  const writer = await session(t, url);
  let isWriting = true;
  let written = 0;
  const writing = (async () => {
    for (; isWriting; written++) {
      await writer.query(
        `insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, created_at, due_at, endpoint_snapshot, trigger_snapshot)
         select md5('w' || $1)::uuid, 'ten_1', md5('w' || $1)::uuid, 'whe_1', 'trg_1', 'call.completed', 'pending', now(), now(), '{}', '{}'`,
        [written],
      );
      // So does a release before this one find it.
      const { rowCount } = await writer.query(`update webhook_deliveries set worker = 'w' where id = md5('w' || $1)::uuid`, [written]);
      assert.equal(rowCount, 1);
    }
  })();
  await migrateTo('0046');
  await weeksFor(weeks.last, new Date('2026-03-29'));
  const before = await Promise.all(tables.map(({ table, made }) => files(rows, table, made)));
  await migrateTo('9999');
  isWriting = false;
  await writing;
  for (const [index, { table }] of tables.entries()) {
    const after = await files(rows, table, '_pkey');
    assert.deepEqual(
      before[index]?.filter((made) => !after.some(({ partition, file }) => partition === made.partition && file === made.file)),
      [],
      'no index was built again',
    );
    assert.equal(before[index]?.length, 4);
    await weeksFor(new Date('2026-04-10'), new Date('2026-04-12'));
    const keys = await keysOf(rows, table);
    assert.equal(keys.length, 7);
    for (const key of keys) assert.deepEqual(key, { table: key.table, definition: 'PRIMARY KEY (tenant_id, id)', isValid: true });
  }
  const [counted] = await rows<{ deliveries: number; events: number }>(
    `select (select count(*) from webhook_deliveries)::integer as deliveries, (select count(*) from webhook_events)::integer as events`,
  );
  assert.deepEqual(counted, { deliveries: 4 * rowsInAWeek + written, events: 4 * rowsInAWeek });
  await assert.rejects(rows(fill), /duplicate key value violates unique constraint "webhook_(deliveries|events)_2026_03_02_pkey"/);
  await assertFoundInAFewPages(t, url);
});

/** A row of all tenants is found by its id alone, as a release before asks. */
async function assertFoundInAFewPages(t: TestContext, url: string): Promise<void> {
  await rowsOf(url, 'vacuum analyze webhook_events, webhook_deliveries');
  const client = await session(t, url);
  await client.query('set enable_indexonlyscan = off; set enable_indexscan = off; set enable_seqscan = off');
  for (const { table } of tables) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off, summary off) select created_at from ${table} where id = '019cae60-0000-8000-8000-000000000000'`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /Bitmap Index Scan on \w+_by_time_/);
    const [, pages] = /Heap Blocks: lossy=(\d+)/.exec(plan) ?? assert.fail(plan);
    assert.ok(Number(pages) <= 32, plan);
  }
}

const whole = [
  {
    table: 'calls',
    prefix: 'call',
    columns: 'agent_id, phone_number, from_phone_number_id, from_phone_number, active_outcomes, qualifying_outcomes',
    values: `'', '', '', '', '{}', '{}'`,
  },
  { table: 'texts', prefix: 'msg', columns: 'direction, status, phone, our_phone, body', values: `'outbound', 'sent', '', '', ''` },
] as const;

test('calls and texts that are written to have the tenant first in their key, and an older release finds them by id alone', async (t) => {
  const { url, rows, migrateTo } = await migratedStepwise(t);
  await migrateTo('0069');
  await rows(
    `insert into tenants select 'ten_' || n, 'Tenant', true, 'invoice', 1, 1, 1, 1, 1, now(), now() from generate_series(1, 50) as n`,
  );
  for (const { table, prefix, columns, values } of whole)
    await rows(`insert into ${table} (id, tenant_id, created_at, ${columns})
      select '${prefix}_' || lpad(n::text, 26, '0'), 'ten_' || n % 50 + 1, now(), ${values} from generate_series(1, 10000) as n`);
  const writer = await session(t, url);
  const older = await session(t, url);
  await older.query('set enable_indexscan = off; set enable_seqscan = off');
  let isWriting = true;
  const writing = (async () => {
    for (let n = 1; isWriting; n++)
      for (const { table, prefix } of whole) {
        const { rowCount } = await writer.query(`update ${table} set trace = '' where id = '${prefix}_' || lpad($1, 26, '0')`, [
          (n % 10_000) + 1,
        ]);
        assert.equal(rowCount, 1);
      }
  })();
  const fileOf = async (index: string) =>
    (await rows<{ file: number }>(`select pg_relation_filenode('${index}')::integer as file`))[0]?.file;
  for (const [at, { table, prefix }] of whole.toReversed().entries()) {
    await migrateTo(['0071', '0074'][at] ?? '');
    const file = await fileOf(`${table}_of_tenants_by_id`);
    await migrateTo(['0072', '9999'][at] ?? '');
    assert.equal(await fileOf(`${table}_of_tenants_by_id`), file, 'no index was built again');
    const [key] = await rows(
      `select pg_get_constraintdef(c.oid) as definition, relreplident as identity from pg_constraint c join pg_class on pg_class.oid = conrelid where conname = '${table}_of_tenants_by_id'`,
    );
    assert.deepEqual(key, { definition: 'PRIMARY KEY (tenant_id, id)', identity: 'd' });
    // PostgreSQL 18 finds it by the key, from one tenant to the next; those before it have this index alone.
    const plan = await older.query<{ 'QUERY PLAN': string }>(`explain select * from ${table} where id = '${prefix}_7'`);
    assert.match(plan.rows.map((row) => row['QUERY PLAN']).join(), new RegExp(`Bitmap Index Scan on ${table}_by_time`));
  }
  isWriting = false;
  await writing;
});
