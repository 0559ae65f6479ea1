import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { request } from 'undici';
import { freePort } from '../../cli/parts/ports.ts';
import { migrationsFolder, readMigrations } from '../../src/db/schema-state.ts';
import { startCli } from '../cli/cli.ts';
import { holdSnapshot, rowsOf, untilBuilderWaits, waitingBuilders } from '../db/scratch.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

/** A database of the release before the last index, with a report at work in it: the index is not made before that ends. */
async function lacksAnIndex(t: TestContext) {
  const { url, close } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-migrating-'));
  t.after(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  // One that became a primary key cannot be dropped by itself.
  const keys = (await rowsOf<{ name: string }>(url, 'select conname as name from pg_constraint')).map(({ name }) => name);
  const index = (await readMigrations(migrationsFolder))
    .flatMap((each) => (each.index?.verb === 'create' ? [{ ...each.index, file: each.name }] : []))
    .findLast(({ name }) => !keys.includes(name));
  assert.ok(index?.table);
  await rowsOf(url, `drop index ${index.name}; delete from schema_migrations where name = '${index.file}'`);
  const snapshot = await holdSnapshot(t, url, index.table);
  const [port, operatorPort] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: url,
    RINGPOST_DATA_FOLDER: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
  };
  return {
    url,
    index,
    snapshot,
    start: (command: string, more: Readonly<Record<string, string>> = {}) => startCli([command], { env: { ...env, ...more } }),
    operator: (path: string, method: 'GET' | 'POST' = 'GET') => ask(`http://127.0.0.1:${operatorPort}${path}`, method),
    publicApi: (path: string) => ask(`http://127.0.0.1:${port}${path}`, 'GET'),
    isMade: async () =>
      (await rowsOf<{ made: boolean }>(url, `select indisvalid as made from pg_index where indexrelid = to_regclass('${index.name}')`))[0]
        ?.made,
  };
}

async function ask(url: string, method: 'GET' | 'POST') {
  const response = await request(url, { method, reset: true }).catch((error: NodeJS.ErrnoException) => error);
  if (response instanceof Error) return { status: response.code, headers: {} as IncomingHttpHeaders, text: '' };
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

test('while serve builds an index it is alive and not ready; SIGTERM cancels the build, and the next one makes it', async (t) => {
  const system = await lacksAnIndex(t);
  const first = system.start('serve');
  t.after(() => first.child.kill('SIGKILL'));
  await untilBuilderWaits(system.url);
  await until('it shows itself', async () => (await system.operator('/healthz')).status === 200);
  assert.deepEqual(JSON.parse((await system.operator('/healthz')).text), { status: 'ok' });
  const ready = await system.operator('/readyz');
  assert.deepEqual([ready.status, JSON.parse(ready.text)], [503, { status: 'migrating' }]);
  assert.match((await system.operator('/metrics')).text, /^process_cpu_seconds_total/m);
  for (const [path, method] of [
    ['/api/v1/operator/tenants', 'GET'],
    ['/api/v1/operator/tenants', 'POST'],
    ['/nothing', 'GET'],
  ] as const) {
    const { status, headers, text } = await system.operator(path, method);
    assert.deepEqual([status, headers['retry-after'], headers['content-type']], [503, '5', 'application/json'], path);
    assert.match(String(headers['x-request-id']), /^req_/);
    assert.equal(JSON.parse(text).error.code, 'migrating');
  }
  // A balancer that asks nobody for health goes to the next process.
  assert.equal((await system.publicApi('/healthz')).status, 'ECONNREFUSED');

  first.child.kill('SIGTERM');
  const { code, stderr } = await first.ended;
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual(await waitingBuilders(system.url), []);

  await system.snapshot.release();
  const second = system.start('serve');
  t.after(() => second.child.kill('SIGKILL'));
  await until('it is ready', async () => (await system.operator('/readyz')).status === 200);
  assert.equal((await system.publicApi('/healthz')).status, 200);
  assert.equal((await system.operator('/api/v1/operator/tenants')).status, 401);
  assert.equal(await system.isMade(), true);
  second.child.kill('SIGTERM');
  assert.equal((await second.ended).code, 0);
});

test('a process without the role api that has a port for its health shows that it migrates, and its health from then on', async (t) => {
  const system = await lacksAnIndex(t);
  const serving = system.start('serve', { RINGPOST_ROLES: 'scheduler' });
  t.after(() => serving.child.kill('SIGKILL'));
  await until('it migrates', async () => (await system.operator('/readyz')).status === 503);
  await system.snapshot.release();
  await until('it is ready', async () => (await system.operator('/readyz')).status === 200);
  assert.equal((await system.operator('/api/v1/operator/tenants')).status, 404);
  serving.child.kill('SIGTERM');
  assert.equal((await serving.ended).code, 0);
});

test('ringpost migrate ends within seconds of SIGTERM with exit code 1, and of a kill the next one takes over', async (t) => {
  const system = await lacksAnIndex(t);
  const stopped = system.start('migrate');
  t.after(() => stopped.child.kill('SIGKILL'));
  await untilBuilderWaits(system.url);
  stopped.child.kill('SIGTERM');
  const { code, stderr } = await stopped.ended;
  assert.deepEqual(
    [code, stderr],
    [1, 'ringpost: The migration was stopped before its end. The next start, or `ringpost migrate`, goes on with it.\n'],
  );

  const killed = system.start('migrate');
  await untilBuilderWaits(system.url);
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.equal((await waitingBuilders(system.url)).length, 1);
  const next = system.start('migrate');
  t.after(() => next.child.kill('SIGKILL'));
  const lines = createInterface({ input: next.child.stdout ?? assert.fail('it has a pipe for its output') });
  for await (const line of lines) {
    assert.equal(line, `${system.index.file} waits for another session, which migrates or builds an index.`);
    break;
  }
  await system.snapshot.release();
  assert.equal((await next.ended).code, 0);
  assert.equal(await system.isMade(), true);
});
