import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { IndexStatement } from '../../src/db/concurrent-index.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readMigrations } from '../../src/db/schema-state.ts';
import { laterRelease } from '../faults/older-code.ts';
import { rowsDump, schemaDump } from './schema-dump.ts';
import { holdSnapshot, rowsOf, scratch, untilBuilderWaits, waitingBuilders } from './scratch.ts';

/** The rows that migrations after the baseline find. */
const filled = ['tenants', 'calls', 'webhook_endpoints', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'];
const fill = `
  insert into tenants select 'ten_' || n, 'Tenant', true, 'invoice', 1, 1, 1, 1, 1, '2026-01-01', '2026-01-01' from generate_series(1, 3) n;
  update tenants set subscriptions_version = 1;
  insert into webhook_endpoints (id, tenant_id, name, url, method, headers, secret, secret_last4, is_active, created_at)
    select 'whe_' || n, 'ten_' || n, 'CRM', 'https://example.org/', 'POST', '{}', '\\x00', 'abcd', true, '2026-01-01' from generate_series(1, 3) n;
  insert into calls (id, tenant_id, agent_id, phone_number, from_phone_number_id, from_phone_number, status, ended_at, created_at, active_outcomes, qualifying_outcomes)
    select 'call_' || n, 'ten_' || n % 3 + 1, 'agt', '+14155550123', 'num', '+14155550100',
           case n % 2 when 0 then 'queued' else 'completed' end, case n % 2 when 1 then timestamptz '2026-01-01' end, '2026-01-01', '{}', '{}'
      from generate_series(1, 100) n;
  insert into webhook_events (id, tenant_id, event_type, dedupe_key, body, occurred_at, created_at)
    select md5('event' || n)::uuid, 'ten_' || n % 3 + 1, 'call.completed', n, '{}', '2026-01-01', '2026-01-01' from generate_series(1, 100) n;
  insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, created_at, due_at, endpoint_snapshot, trigger_snapshot)
    select md5('delivery' || n)::uuid, 'ten_' || n % 3 + 1, md5('event' || n)::uuid, 'whe_1', 'trg', 'call.completed', 'pending', '2026-01-01', '2026-01-01', '{}', '{}'
      from generate_series(1, 100) n;
  insert into webhook_attempts (tenant_id, delivery_id, n, started_at, duration_ms)
    select 'ten_' || n % 3 + 1, md5('delivery' || n)::uuid, 1, '2026-01-01', 1 from generate_series(1, 100) n`;

/** What a later release may bring, of each kind that is resumed in its own way. */
const later = {
  '9001_plain.sql': 'alter table calls add column later text; update calls set later = id',
  '9002_in_weeks.sql': '-- Outside a transaction.\ncreate index concurrently later_in_weeks on webhook_deliveries (event_id)',
  '9003_unique.sql':
    '-- Outside a transaction.\ncreate unique index concurrently later_unique on webhook_events (tenant_id, created_at, id)',
  '9004_drop.sql': '-- Outside a transaction.\ndrop index concurrently calls_ended_by_reconciler',
};

test('a migrating process may be killed at any step: the next goes on, and the end is the same', async (t) => {
  const folder = fileURLToPath(await laterRelease(t, later));
  const migrations = await readMigrations(pathToFileURL(folder));
  const firstIndex = migrations.findIndex(({ index }) => index !== null);
  const [undisturbed, disturbed] = [await scratch(t), await scratch(t)];
  const baseline = migrations.slice(0, firstIndex);
  for (const { name, sql } of baseline) for (const { write } of [undisturbed, disturbed]) await write(name, sql);
  const child = await children(t);

  await undisturbed.run();
  await rowsOf(undisturbed.url, fill);
  await migrate(undisturbed.url, { folder: pathToFileURL(folder) });

  const { url } = disturbed;
  for (const [n, { name }] of baseline.entries()) await killAt(child, url, disturbed.folder, `${name} ${inTurn(n)}`);
  await disturbed.run();
  await rowsOf(url, fill);
  for (const [n, { name, index }] of migrations.slice(firstIndex).entries()) {
    if (index) await killWhileItBuilds(t, child, url, folder, name, index);
    for (const step of index || name in later ? steps : [inTurn(n)]) await killAt(child, url, folder, `${name} ${step}`);
  }
  await migrate(url, { folder: pathToFileURL(folder) });

  assert.deepEqual(await schemaDump(url), await schemaDump(undisturbed.url));
  assert.deepEqual(await rowsDump(url, filled), await rowsDump(undisturbed.url, filled));
});

/**
 * An index is made or dropped outside a transaction, so that each step leaves something else. Of a transaction PostgreSQL takes back all
 * or nothing: of those each dies at one step, in turn, and one at every step.
 */
const steps = ['begun', 'applied', 'recorded', 'committed'] as const;
const inTurn = (n: number) => steps[n % steps.length];

/** Each process finds what the one before it has left. */
async function killAt(child: Start, url: string, folder: string, fatal: string): Promise<void> {
  const { steps, signal } = await ended(child(url, folder, fatal));
  assert.deepEqual([steps.at(-1), signal], [fatal, 'SIGKILL']);
}

/** PostgreSQL goes on with the index when the process is gone. Whoever comes next waits for it, and is killed as well. */
async function killWhileItBuilds(
  t: TestContext,
  child: Start,
  url: string,
  folder: string,
  name: string,
  index: IndexStatement,
): Promise<void> {
  const [indexed] = await rowsOf<{ table: string }>(
    url,
    `select indrelid::regclass as table from pg_index where indexrelid = to_regclass('${index.name}')`,
  );
  const snapshot = await holdSnapshot(t, url, index.table ?? indexed?.table ?? '');
  const building = child(url, folder);
  await untilBuilderWaits(url);
  building.kill('SIGKILL');
  assert.equal((await ended(building)).signal, 'SIGKILL');
  const { steps, signal } = await ended(child(url, folder, `${name} waiting`));
  assert.deepEqual([steps, signal], [[`${name} waiting`], 'SIGKILL']);
  assert.equal((await waitingBuilders(url)).length, 1);
  await snapshot.release();
}

type Start = (url: string, folder: string, fatal?: string) => ChildProcess;

/** There are dozens, one after the other, and each takes longer to start than to do its work: so some are started ahead. */
const startedAhead = 6;

/** In the bundle for the same reason are the packages too, but for the drivers of databases that knex knows and nobody has installed. */
const absent = ['better-sqlite3', 'mariadb', 'mysql', 'mysql2', 'oracledb', 'pg-native', 'pg-query-stream', 'sqlite3', 'tedious'];
const requires = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

async function children(t: TestContext): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-killed-'));
  const outfile = join(folder, 'killed-migration.mjs');
  const entry = join(import.meta.dirname, 'killed-migration.ts');
  const files = { entryPoints: [entry], outfile, external: absent, banner: { js: requires } };
  await build({ ...files, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  const start = () => spawn(process.execPath, [outfile], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ready = Array.from({ length: startedAhead }, start);
  t.after(async () => {
    for (const child of ready) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return (url, folder, fatal = '') => {
    ready.push(start());
    const child = ready.shift() ?? start();
    child.stdin.write(JSON.stringify({ url, folder, fatal }));
    return child;
  };
}

async function ended(child: ChildProcess): Promise<{ steps: readonly string[]; signal: NodeJS.Signals | null }> {
  const exit = once(child, 'exit');
  const steps: string[] = [];
  if (child.stdout) for await (const line of createInterface({ input: child.stdout })) steps.push(line);
  const [, signal] = await exit;
  return { steps, signal };
}
