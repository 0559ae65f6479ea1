import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../../src/main.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

test('a stop does not wait for the measures of the minute, which wait for a lock', async (t) => {
  const database = await testDatabase({ isOfToday: true });
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-stop-'));
  const lock = await database.db.knex.transaction();
  t.after(async () => {
    await lock.rollback();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const failed: string[] = [];
  const log = createLog('error', { write: (line: string) => void failed.push(JSON.parse(line).err?.message) });
  await lock.raw('lock table calls in access exclusive mode');
  const service = await startService(
    readConfig({
      RINGPOST_ENV: 'sandbox',
      RINGPOST_ROLES: 'api',
      RINGPOST_DATA_FOLDER: folder,
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: '0',
      OPERATOR_PORT: '0',
    }),
    { log },
  );
  const waiting = "select from pg_locks where relation = 'calls'::regclass and not granted";
  await until('the measures wait', async () => (await lock.raw(waiting)).rows.length > 0);
  await service.stop();
  assert.deepEqual(
    failed.map((message) => /canceling statement due to (.*)/.exec(message)?.[1]),
    ['user request'],
  );
});
