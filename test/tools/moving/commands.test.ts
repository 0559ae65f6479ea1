import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { noteCell } from '../../../src/db/migrate.ts';
import { refuseAll } from '../../../tools/moving/fence.ts';
import type { Move } from '../../../tools/moving/move.ts';
import { progressOf } from '../../../tools/moving/replication.ts';
import { startMove } from '../../../tools/moving/start-move.ts';
import { type Ran, runCli, startCli } from '../../cli/cli.ts';
import { runHere } from '../../cli/here.ts';
import { listenFor } from '../../support/api.ts';
import { type TestContext, testContext } from '../../support/context.ts';
import { emptyDatabase, testDatabase } from '../../support/database.ts';
import { apiKey, tenant } from '../../support/fixtures.ts';
import { until } from '../../support/until.ts';
import { cleanedUp, isFollowed, logicalServer } from './two-cells.ts';

type Settings = Readonly<Record<string, string>>;

/** Two cells, and the settings of each as its operators have them. */
let source: TestContext;
let destination: TestContext;
/** A cell on a server whose log cannot be followed. */
let unfollowed: TestContext;
let inOld: Settings;
let inYoung: Settings;
const cleanups: (() => Promise<unknown>)[] = [];

before(async () => {
  unfollowed = await testContext();
  cleanups.push(() => unfollowed.close());
  await logicalServer({ after: (clean) => void cleanups.unshift(clean) });
  [source, destination] = await Promise.all([testContext(), testContext()]);
  cleanups.unshift(
    () => source.close(),
    () => destination.close(),
  );
  const secretKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
  const settings = ({ databaseUrl }: TestContext) => ({ RINGPOST_ENV: 'sandbox', DATABASE_URL: databaseUrl, REDIS_URL: '' });
  inOld = { ...settings(source), RINGPOST_SECRET_KEY: secretKey(1) };
  inYoung = {
    ...settings(destination),
    RINGPOST_CELL: 'c2',
    RINGPOST_SECRET_KEY: secretKey(2),
    RINGPOST_SECRET_KEY_OLD: secretKey(1),
  };
});
after(() => cleanedUp(cleanups));

const told = ({ code, stdout, stderr }: Ran): string => {
  assert.equal(code, 0, stderr);
  return stdout;
};

const moveOf = (tenantId: string): Move => {
  const inYoungCell = { ...destination, config: { ...destination.config, cell: 'c2' } };
  return { tenantId, source, sourceUrl: source.databaseUrl, destination: inYoungCell, tell: () => {} };
};

/** Looks in this process: a command that is asked again and again costs a second each time. */
const copied = (tenantId: string) => until('everything is copied', async () => isFollowed(await progressOf(moveOf(tenantId))));

/** Reads what a command with `--json` printed, which has nothing beside it. */
const json = (ran: Ran) => {
  assert.deepEqual([ran.code, ran.stderr], [0, '']);
  return JSON.parse(ran.stdout);
};

/** In this process, which costs a tenth of one of its own. Each command ends once in a process of its own, too. */
async function refused(env: Settings, args: readonly string[], why: RegExp, exitCode = 1): Promise<void> {
  const { code, stderr } = await runHere(args, { env });
  assert.match(stderr, why, args.join(' '));
  assert.doesNotMatch(stderr, /^ +at /m, 'no stack for whoever typed it');
  assert.equal(code, exitCode, stderr);
}

test('the commands move a tenant from the database of one cell into that of another, and remove what it leaves', async () => {
  const { id: tenantId } = await tenant(source);
  const { id: keyId } = await apiKey(source, tenantId);
  const from = ['--from', source.databaseUrl];
  const ask = async (step: string, run = runCli): Promise<Record<string, unknown>> =>
    json(await run(['move', step, tenantId, ...from, '--json'], { env: inYoung }));

  const named = (...ids: readonly string[]) => ids.toSorted().map((id) => `rp_test_c1_${id.slice('key_'.length)}`);
  assert.deepEqual(await ask('start'), { tenant: tenantId, to: 'c2', keys: named(keyId) });
  await copied(tenantId);
  const { id: madeMeanwhile } = await apiKey(source, tenantId);
  const { tables, tablesFollowed, errors, keys } = await ask('status');
  assert.deepEqual([errors, tablesFollowed, keys], [0, tables, named(keyId, madeMeanwhile)]);
  const { id: madeLate } = await apiKey(source, tenantId);
  const remove = ['tenant', 'remove', tenantId, '--confirm', tenantId, '--recordings', 'keep'];
  await refused(inOld, remove, /lives here, and only a copy can be removed/);
  const { cell, deliveries, stoodStillMs, keys: taken } = await ask('switch', runHere);
  assert.deepEqual([cell, deliveries, typeof stoodStillMs, taken], ['c2', 0, 'number', named(keyId, madeMeanwhile, madeLate)]);
  await refused(inYoung, ['move', 'abandon', tenantId, ...from, '--yes'], /is a copy: it was handed over to the cell c2 on/);
  const removed = json(await runCli([...remove, '--json'], { env: inOld }));
  assert.deepEqual([removed.rows.api_keys, removed.rows.tenants, removed.recordings], [3, 1, 0]);
  assert.deepEqual(await source.db.knex('tenants').where({ id: tenantId }), []);
  for (const { db } of [source, destination]) {
    const entries: { operation: string; result: string }[] = await db
      .knex('audit_log')
      .whereRaw(`ids ->> 'tenantId' = ?`, [tenantId])
      .where('operation', 'like', 'ringpost move%')
      .orderBy('id')
      .select('operation', 'result');
    assert.deepEqual(
      entries.map(({ operation, result }) => [operation, result]),
      [
        ['ringpost move start', 'done'],
        ['ringpost move switch', 'done'],
        ['ringpost move abandon', 'failed'],
      ],
    );
  }
});

test('a switch that is killed, or cannot tell the router, leaves nothing locked, and is repeated', async () => {
  const { id: tenantId } = await tenant(source);
  const switching = ['move', 'switch', tenantId, '--from', source.databaseUrl];
  const from = ['--from', source.databaseUrl];
  await startMove(moveOf(tenantId));
  await copied(tenantId);
  assert.match(told(await runHere(['move', 'status', tenantId, ...from], { env: inYoung })), /^tables followed +([1-9]\d*) of \1$/m);
  await source.db.knex.transaction(async (trx) => {
    // The fence of its calls waits for this transaction.
    await trx.raw('lock table calls in row exclusive mode');
    const { child, ended } = startCli(switching, { env: inYoung });
    await until('the switch is at work', async () => {
      const row = await source.db.knex('tenants').where({ id: tenantId }).first('frozen_at');
      return row.frozen_at !== null;
    });
    child.kill('SIGKILL');
    await ended;
  });
  await refused(
    inYoung,
    [...switching, '--route', 'exit 3'],
    /lives here, but the router was not told: "exit 3" ended with 3\. Switch again/,
  );
  const { code, stderr } = await runCli([...switching, '--route', 'echo the router knows'], { env: inYoung });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /the router knows.*lives here, and 0 deliveries that waited go on\.\nDays later/s);
});

test('a removal that is killed goes on where it was', async () => {
  const { id: tenantId } = await tenant(source);
  await apiKey(source, tenantId);
  await source.db.knex('opted_out').insert({ tenant_id: tenantId, phone: '+14155550177', created_at: source.clock.now() });
  await source.db
    .knex('tenants')
    .where({ id: tenantId })
    .update({ frozen_at: new Date(0), exported_at: new Date(0), moving_to: 'c2', hand_over_code: 'code', handed_over_at: new Date(0) });
  const asked = ['tenant', 'remove', tenantId, '--confirm', tenantId, '--recordings', 'remove'];
  const left = async (table: string): Promise<number> => (await source.db.knex(table).where({ tenant_id: tenantId })).length;

  await source.db.knex.transaction(async (trx) => {
    // It comes to the keys late and waits there.
    await trx('api_keys').where({ tenant_id: tenantId }).forUpdate();
    const { child, ended } = startCli(asked, { env: inOld });
    await until('the removal is at work', async () => (await left('opted_out')) === 0);
    child.kill('SIGKILL');
    await ended;
    assert.equal(await left('api_keys'), 1);
  });
  told(await runHere(asked, { env: inOld }));
  assert.deepEqual([await left('api_keys'), (await source.db.knex('tenants').where({ id: tenantId })).length], [0, 0]);
});

test('a move is abandoned in the old cell while the new one is away, and leaves nothing there once it is back', async () => {
  const { id: tenantId } = await tenant(source);
  const { knex } = source.db;
  const abandon = ['move', 'abandon', tenantId, '--from', source.databaseUrl, '--yes'];
  await startMove(moveOf(tenantId));
  await copied(tenantId);
  // A switch has come as far as that, and then the new cell went away.
  await knex('tenants')
    .where({ id: tenantId })
    .update({ held_since: new Date(0), frozen_at: new Date(0) });
  await refuseAll(source.db, tenantId);
  await assert.rejects(apiKey(source, tenantId));
  const away = { ...inYoung, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const goesOn =
    /that DATABASE_URL names cannot be worked with: .*\n.* stays where it is, and 0 of its deliveries go on\. Abandon it again/;
  // The command alone does not reach it: its subscription comes back whenever its session is ended.
  await refused(away, abandon, goesOn);
  await apiKey(source, tenantId);
  await destination.db.knex.raw('alter subscription ?? disable', [`ringpost_${tenantId}`]);
  await refused(away, abandon, goesOn);
  const row = await knex('tenants').where({ id: tenantId }).first('frozen_at', 'held_since', 'hand_over_code', 'moving_to');
  assert.deepEqual(row, { frozen_at: null, held_since: null, hand_over_code: null, moving_to: 'c2' });
  assert.deepEqual(await knex('pg_replication_slots').where({ slot_name: `ringpost_${tenantId}` }), []);
  // What the new cell has of it would follow the slot of another move.
  const elsewhere = { ...moveOf(tenantId), destination: { ...destination, config: { ...destination.config, cell: 'c3' } } };
  await assert.rejects(startMove(elsewhere), /moves to the cell c2, and this is another/);

  told(await runCli(abandon, { env: inYoung }));
  assert.deepEqual((await knex('tenants').where({ id: tenantId }).first('moving_to')).moving_to, null);
  assert.deepEqual(await destination.db.knex('tenants').where({ id: tenantId }), []);
  assert.deepEqual(await destination.db.knex('pg_subscription').where({ subname: `ringpost_${tenantId}` }), []);
});

test('each command says what is wrong with what it was given', async (t) => {
  const { id } = await tenant(source);
  const from = ['--from', source.databaseUrl];
  const start = (tenantId: string): readonly string[] => ['move', 'start', tenantId, ...from];
  const unknown = /^ringpost: The database that --from names has no tenant ten_nobody\.\n$/m;
  const unknownHere = /^ringpost: The database that DATABASE_URL names has no tenant ten_nobody\.\n$/m;
  for (const step of ['start', 'status', 'switch']) await refused(inYoung, ['move', step, 'ten_nobody', ...from], unknown);
  const abandon = ['move', 'abandon', 'ten_nobody', ...from];
  await refused(inYoung, [...abandon, '--yes'], unknown);
  await refused(inYoung, abandon, /Abandoning a move cannot be taken back\. Add --yes/, 2);
  await refused(inOld, ['tenant', 'remove', 'ten_nobody', '--confirm', 'ten_nobody', '--recordings', 'keep'], unknownHere);
  await refused(inYoung, ['move', 'switch', id, ...from], /is not being moved: ringpost move start/);
  await refused(inYoung, ['move', 'start', id], /--from is missing/, 2);
  await refused(inYoung, ['move', 'start', id, '--from', 'db.c1.internal'], /^ringpost: --from takes postgres:\/\/.*\.\n$/, 2);
  for (const step of ['start', 'status', 'switch'])
    await refused(inOld, ['move', step, id, ...from], /--from names the database of DATABASE_URL/, 2);
  await noteCell(destination.db.knex, 'c2');
  const unnamed = { ...inYoung, RINGPOST_CELL: '' };
  await refused(unnamed, start(id), /RINGPOST_CELL is c1 here, and the processes on the database of DATABASE_URL have c2/, 2);
  await Promise.all([source, destination].map(({ db }) => noteCell(db.knex, 'c1')));
  await refused(unnamed, start(id), /Both cells are called c1/, 2);
  await noteCell(destination.db.knex, 'c2');
  await source.db.knex.raw("create role mover_without_replication login password 'm' in role current_user");
  const mover = new URL(source.databaseUrl);
  Object.assign(mover, { username: 'mover_without_replication', password: 'm' });
  await refused(
    inYoung,
    ['move', 'start', id, '--from', mover.href],
    /^ringpost: PostgreSQL refuses the step: .*replication.*\. What a move needs is in deploy\/README\.md/m,
  );
  told(await runHere(['move', 'abandon', id, ...from, '--yes'], { env: inYoung }));
  await refused(
    inOld,
    ['tenant', 'remove', id, '--confirm', 'ten_other', '--recordings', 'keep'],
    /--confirm takes the id of the tenant that goes/,
    2,
  );
  await refused(inOld, ['tenant', 'remove', id, '--confirm', id], /--recordings is missing/, 2);
  const { id: elsewhere } = await tenant(unfollowed);
  await refused(
    inYoung,
    ['move', 'start', elsewhere, '--from', unfollowed.databaseUrl],
    /has wal_level = minimal\. A move needs wal_level = logical, which takes a restart of that server/,
  );
  await refused(
    { ...inYoung, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    start(id),
    /that DATABASE_URL names cannot be worked with: .*ECONNREFUSED/,
  );
  await refused(
    inYoung,
    ['move', 'start', id, '--from', 'postgres://127.0.0.1:1/none'],
    /that --from names cannot be worked with: .*ECONNREFUSED/,
  );
  const empty = await emptyDatabase();
  t.after(() => empty.close());
  await refused({ ...inYoung, DATABASE_URL: empty.url }, start(id), /lacks 0071_tenants.sql, .*: ringpost migrate/);
  const newer = await testDatabase();
  t.after(() => newer.close());
  await newer.db.knex.raw("insert into schema_migrations (name, checksum, applied_at) values ('9999_later.sql', '', now())");
  await refused(
    { ...inYoung, DATABASE_URL: newer.url },
    start(id),
    /A newer Ringpost has applied 9999_later\.sql .*Move tenants with that one/,
  );
  await refused({ RINGPOST_ENV: 'sandbox', DATABASE_URL: '' }, start(id), /DATABASE_URL must be set/, 2);
});

test('on a database that takes no writes no step begins, and a sentence says which database it is', async (t) => {
  const readOnly = await testDatabase();
  t.after(() => readOnly.close());
  await readOnly.db.knex.raw('alter database ?? set default_transaction_read_only = on', [new URL(readOnly.url).pathname.slice(1)]);
  const { id } = await tenant(source);
  const why = (name: string): RegExp =>
    new RegExp(
      `^ringpost: The database that ${name} names cannot be worked with: The database takes no writes: it is a replica, .*\\n$`,
      'm',
    );
  const inReadOnly = { ...inYoung, DATABASE_URL: readOnly.url };
  for (const step of ['start', 'switch']) {
    await refused(inReadOnly, ['move', step, id, '--from', source.databaseUrl], why('DATABASE_URL'));
    await refused(inYoung, ['move', step, id, '--from', readOnly.url], why('--from'));
  }
  await refused(inYoung, ['move', 'abandon', id, '--from', readOnly.url, '--yes'], why('--from'));
  // The old cell goes on without the new one, as where that cannot be reached.
  await refused(inReadOnly, ['move', 'abandon', id, '--from', source.databaseUrl, '--yes'], /takes no writes: .*\n.* stays where it is/);
  await refused(inReadOnly, ['tenant', 'remove', id, '--confirm', id, '--recordings', 'keep'], why('DATABASE_URL'));
});

test('a step that is interrupted says that it must be repeated, and what may be meanwhile', async (t) => {
  const silent = createServer();
  const { port } = await listenFor(t, silent);
  const url = `postgres://127.0.0.1:${port}/cell`;
  for (const [step, meanwhile] of [
    ['start', ''],
    ['switch', ' Until then its requests may get 503.'],
  ] as const) {
    const asked = once(silent, 'connection');
    const { child, ended } = startCli(['move', step, 'ten_1', '--from', url], { env: { ...inYoung, DATABASE_URL: url } });
    const [connection]: Socket[] = await asked;
    connection?.on('error', () => {});
    child.kill('SIGINT');
    const stderr = `ten_1: stopped on the way. Repeat the command, with the same options.${meanwhile}\n`;
    assert.deepEqual(await ended, { code: 130, stdout: '', stderr });
  }
});
