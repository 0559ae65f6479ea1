import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { IndexStatement } from '../../src/db/concurrent-index.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Migration, migrationsFolder, readMigrations } from '../../src/db/schema-state.ts';
import { rowsDump, schemaDump } from './schema-dump.ts';
import { holdSnapshot, rowsOf, scratch, untilBuilderWaits, waitingBuilders } from './scratch.ts';

/** All that the first migrations make, filled, for the later ones to find rows. */
const firstMigrations = '0004';
const filled = ['tenants', 'calls', 'webhook_endpoints', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'];
const fill = `
  insert into tenants select 'ten_' || n, 'Tenant', true, 'invoice', 1, 1, 1, 1, 1, '2026-01-01', '2026-01-01' from generate_series(1, 3) n;
  insert into webhook_endpoints
    select 'whe_' || n, 'ten_' || n, 'CRM', 'https://example.org/', 'POST', '{}', '\\x00', 'abcd', true, 1, '2026-01-01' from generate_series(1, 3) n;
  insert into calls (id, tenant_id, agent_id, phone_number, from_phone_number_id, from_phone_number, status, ended_at, created_at, active_outcomes, qualifying_outcomes)
    select 'call_' || n, 'ten_' || n % 3 + 1, 'agt', '+14155550123', 'num', '+14155550100',
           case n % 2 when 0 then 'queued' else 'completed' end, case n % 2 when 1 then timestamptz '2026-01-01' end, '2026-01-01', '{}', '{}'
      from generate_series(1, 100) n;
  insert into webhook_events
    select md5('event' || n)::uuid, 'ten_' || n % 3 + 1, 'call.completed', n, '{}', '2026-01-01', '2026-01-01' from generate_series(1, 100) n;
  insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, created_at, due_at, endpoint_snapshot, trigger_snapshot)
    select md5('delivery' || n)::uuid, 'ten_' || n % 3 + 1, md5('event' || n)::uuid, 'whe_1', 'trg', 'call.completed', 'pending', '2026-01-01', '2026-01-01', '{}', '{}'
      from generate_series(1, 100) n;
  insert into webhook_attempts (delivery_id, n, started_at, duration_ms)
    select md5('delivery' || n)::uuid, 1, '2026-01-01', 1 from generate_series(1, 100) n`;

test('a migrating process may be killed at any step: the next goes on, and the end is the same', async (t) => {
  const migrations = await readMigrations(migrationsFolder);
  const first = migrations.filter(({ name }) => name.slice(0, 4) <= firstMigrations);
  const [undisturbed, disturbed] = [await scratch(t), await scratch(t)];
  for (const { name, sql } of first) for (const { write } of [undisturbed, disturbed]) await write(name, sql);
  const child = await children(t);

  await undisturbed.run();
  await rowsOf(undisturbed.url, fill);
  await migrate(undisturbed.url);

  const { url } = disturbed;
  for (const [n, migration] of migrations.entries()) {
    const isFirst = n < first.length;
    if (n === first.length) {
      await disturbed.run();
      await rowsOf(url, fill);
    }
    const index = thoroughIndex(migrations, n);
    if (index) await killWhileItBuilds(t, child, url, migration.name, index);
    for (const step of stepsToDieAt(migrations, n))
      await killAt(child, url, isFirst ? disturbed.folder : fileURLToPath(migrationsFolder), `${migration.name} ${step}`);
  }
  await migrate(url);

  assert.deepEqual(await schemaDump(url), await schemaDump(undisturbed.url));
  assert.deepEqual(await rowsDump(url, filled), await rowsDump(undisturbed.url, filled));
});

const steps = ['begun', 'applied', 'recorded', 'committed'] as const;

/**
 * An index is made or dropped outside a transaction, so that each step leaves something else: the first statement of each kind dies at
 * every step. Of a transaction PostgreSQL takes back all or nothing: of those migrations, and of the further statements of a kind, every
 * third dies at one step, in turn. The one before a thorough index comes to its end, so that the build waits for nothing else.
 */
function stepsToDieAt(migrations: readonly Migration[], n: number): readonly string[] {
  if (thoroughIndex(migrations, n)) return steps;
  if (thoroughIndex(migrations, n + 1)) return ['committed'];
  const step = n % 3 === 0 && steps[(n / 3) % steps.length];
  return step ? [step] : [];
}

/** Returns the index of a migration that is the first to make or drop one of its kind. */
function thoroughIndex(migrations: readonly Migration[], n: number): IndexStatement | undefined {
  const index = migrations[n]?.index;
  const isFirst = migrations.findIndex((other) => other.index && index && kindOf(other.index) === kindOf(index)) === n;
  return (isFirst && index) || undefined;
}

const kindOf = ({ verb, isConcurrent, isUnique }: IndexStatement): string => `${verb} ${isConcurrent} ${isUnique}`;

/** Each process finds what the one before it has left. */
async function killAt(child: Start, url: string, folder: string, fatal: string): Promise<void> {
  const { steps, signal } = await ended(child(url, folder, fatal));
  assert.deepEqual([steps.at(-1), signal], [fatal, 'SIGKILL']);
}

/** PostgreSQL goes on with the index when the process is gone. Whoever comes next waits for it, and is killed as well. */
async function killWhileItBuilds(t: TestContext, child: Start, url: string, name: string, index: IndexStatement): Promise<void> {
  const [indexed] = await rowsOf<{ table: string }>(
    url,
    `select indrelid::regclass as table from pg_index where indexrelid = to_regclass('${index.name}')`,
  );
  const snapshot = await holdSnapshot(t, url, index.table ?? indexed?.table ?? '');
  const building = child(url, fileURLToPath(migrationsFolder));
  await untilBuilderWaits(url);
  building.kill('SIGKILL');
  assert.equal((await ended(building)).signal, 'SIGKILL');
  const { steps, signal } = await ended(child(url, fileURLToPath(migrationsFolder), `${name} waiting`));
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
