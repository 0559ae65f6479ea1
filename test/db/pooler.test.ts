import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { connect } from '../../src/db/connect.ts';
import { sqlState } from '../../src/db/sql-state.ts';
import { Unserved } from '../../src/db/unserved.ts';
import { metricsPage } from '../../src/http/health.ts';
import { startService } from '../../src/main.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog, isReported } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { programPath } from '../cluster/programs.ts';
import { startPgbouncer } from '../cluster/proxies.ts';
import { startPrimary } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const withoutPgbouncer = spawnSync('pgbouncer', ['--version'], { env: { PATH: programPath() } }).status !== 0 && 'needs pgbouncer';

/** Starts a PostgreSQL, and a pgbouncer before it. */
async function pooled(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-pooler-'));
  await chmod(folder, 0o755);
  const primary = await startPrimary(folder);
  t.after(() => primary.remove());
  const pgbouncer = await startPgbouncer(folder, primary);
  t.after(() => pgbouncer.kill());
  return { folder, primary, pgbouncer };
}

test('what pgbouncer refuses for want of a server was not done, and what loses its server may have been', {
  skip: withoutPgbouncer,
}, async (t) => {
  const { primary, pgbouncer } = await pooled(t);
  const logged: string[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  const db = connect({ url: pgbouncer.url, poolSize: 6, prepared: false, log });
  t.after(() => db.close());
  const { knex, reading } = db.requests.within({ operation: 'a', deadline: performance.now() + 60_000 });
  const isUnserved = (error: unknown): boolean => error instanceof Unserved && error.reason === 'database';
  await knex.raw('create table notes (id int primary key)');

  const cut = [
    assert.rejects(
      reading((from) => from.knex.raw('select pg_sleep(60)')),
      isUnserved,
    ),
    assert.rejects(knex.raw('insert into notes select 1 from pg_sleep(60)'), (error) => !isUnserved(error)),
  ];
  const asleep = "select from pg_stat_activity where state = 'active' and query like '%pg_sleep(60)'";
  await until('both are under way', async () => (await primary.ask(asleep)).length === 2);
  await primary.kill();
  await Promise.all(cut);

  await until('pgbouncer knows that it has no server', async () => {
    const probe = new pg.Client({ connectionString: pgbouncer.url, query_timeout: 250 });
    probe.on('error', () => {});
    await probe.connect();
    const state = await probe.query('select').then(() => null, sqlState);
    await probe.end();
    return state === '08P01';
  });
  await assert.rejects(knex('notes').insert({ id: 2 }), isUnserved);
  for (let n = 0; n < 3; n++) {
    await assert.rejects(db.knex('notes').insert({ id: 2 }), isReported);
    await assert.rejects(db.engine.query('insert into notes values (2)'), isReported);
  }
  assert.deepEqual(logged, ['the database cannot be reached, or has ended a session; what fails until it is back is only counted']);
});

test('a start behind a pgbouncer that takes no settings for a session ends with a sentence', { skip: withoutPgbouncer }, async (t) => {
  const { folder, pgbouncer } = await pooled(t);
  const config = readConfig({
    RINGPOST_DATA_FOLDER: folder,
    DATABASE_URL: pgbouncer.url,
    RINGPOST_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    OPERATOR_TOKEN: 'operator',
    VAPI_API_KEY: 'key',
    VAPI_WEBHOOK_SECRET: 'secret',
  });
  await assert.rejects(startService(config, { log: createLog('silent') }), {
    name: 'DatabaseUnreachable',
    message: 'The database cannot be reached: unsupported startup parameter: statement_timeout. `ringpost doctor` says what to do.',
  });
});

test('a database that does not answer behind pgbouncer is away until a session has worked', { skip: withoutPgbouncer }, async (t) => {
  const { primary, pgbouncer } = await pooled(t);
  const metrics = createMetrics();
  const db = connect({ url: pgbouncer.url, poolSize: 2, prepared: false, metrics, log: createLog('silent') });
  t.after(() => db.close());
  const isAway = async () => /^database_away (.)$/m.exec(String((await metricsPage({ db, metrics })({} as never)).text))?.[1];
  await db.knex.raw('select 1');
  assert.equal(await isAway(), '0');
  await primary.freeze(true);
  assert.equal(await isAway(), '1');
  await primary.freeze(false);
  await db.knex.raw('select 1');
  await until('it is back', async () => (await isAway()) === '0');
});
