import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { startService } from '../../src/main.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { api } from '../support/api.ts';
import { testContext } from '../support/context.ts';
import { doorTo } from '../support/door.ts';
import { apiKey, tenant } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

/** The database goes away under a whole service, and comes back. */

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly failures?: number;
  readonly err?: { readonly message: string };
}

test('with the database away the log says so once, counts what fails, and says when it is back', async (t) => {
  const context = await testContext();
  const inside = new URL(context.databaseUrl);
  const socketFolder = inside.searchParams.get('host');
  const door = await doorTo(
    socketFolder ? { path: `${socketFolder}/.s.PGSQL.${inside.port || 5432}` } : { port: Number(inside.port), host: inside.hostname },
  );
  const outside = new URL(`postgres://${inside.username || 'ringpost'}@127.0.0.1:${door.port}${inside.pathname}`);
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-away-'));
  const logged: Line[] = [];
  const port = await freePort();
  const service = await startService(
    readConfig({
      RINGPOST_ENV: 'sandbox',
      RINGPOST_REQUEST_SECONDS: '60',
      RINGPOST_DATA_FOLDER: folder,
      DATABASE_URL: outside.href,
      HOST: '127.0.0.1',
      PORT: String(port),
      OPERATOR_PORT: '0',
    }),
    { log: createLog('info', { write: (line: string) => void logged.push(JSON.parse(line)) }) },
  );
  t.after(async () => {
    await service.stop();
    await door.shut();
    await context.close();
    await rm(folder, { recursive: true, force: true });
  });
  const key = (await apiKey(context, (await tenant(context)).id)).text;
  const client = api(`http://127.0.0.1:${port}`, key);
  assert.equal((await client.get('/webhooks')).status, 200);
  const { metrics } = service.context;
  const sumOf = async (metric: { get(): Promise<{ values: readonly { value: number; labels: object }[] }> }, labels: object = {}) =>
    (await metric.get()).values
      .filter((each) =>
        Object.entries(labels).every(([name, value]) => Object.entries(each.labels).some(([n, v]) => n === name && v === value)),
      )
      .reduce((sum, { value }) => sum + value, 0);

  const troubles = () => logged.filter(({ level, msg }) => level !== 'info' && msg !== 'request');
  assert.deepEqual(troubles(), []);
  await door.shut();
  await until('chores have failed again and again', async () => (await sumOf(metrics.choreTurns, { result: 'failed' })) > 20);
  for (let n = 0; n < 20; n++) assert.equal((await client.get('/webhooks')).status, 503);
  assert.deepEqual(
    troubles().map(({ level, msg, err }) => [level, msg, err?.message]),
    [['error', 'the database cannot be reached, or has ended a session; what fails until it is back is only counted', undefined]],
  );
  assert.equal(await sumOf(metrics.databaseAway), 1);
  assert.ok((await sumOf(metrics.databaseConnectFailures)) > 20);

  await door.open();
  await until('it is back', async () => (await sumOf(metrics.databaseAway)) === 0);
  assert.equal((await client.get('/webhooks')).status, 200);
  const back = logged.filter(({ msg }) => msg === 'the database is back');
  assert.equal(back.length, 1);
  assert.ok((back[0]?.failures ?? 0) > 20);
  assert.equal(troubles().length, 1);
});
