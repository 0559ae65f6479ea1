import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../../src/db/connect.ts';
import { measureDatabase } from '../../../src/measures/measure-database.ts';
import { createMetrics } from '../../../src/process/metrics.ts';
import { archive } from '../../../tools/doctor/archive.ts';
import { startPrimary } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

/** A PostgreSQL whose `archive_command` fails, is mended, and hangs. */
test('an archive that fails or hangs is named by the doctor and shown by the metrics, until it succeeds', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-archive-'));
  const mended = join(folder, 'mended');
  const hangs = join(folder, 'hangs');
  const primary = await startPrimary(folder, {
    archive_mode: 'on',
    archive_command: `while test -e ${hangs}; do sleep 0.1; done; test -e ${mended}`,
  });
  const db = connect({ url: primary.url, poolSize: 2, prepared: true });
  t.after(async () => {
    await db.close();
    await primary.remove();
    await rm(folder, { recursive: true, force: true });
  });
  const metrics = createMetrics();
  const isFailing = async () => {
    await measureDatabase({ db, metrics });
    return (await metrics.archiveFailing.get()).values[0]?.value;
  };
  assert.deepEqual([(await archive(db))[0]?.state, await isFailing()], ['good', 0]);

  await primary.ask('create table written (n integer)');
  await primary.ask('select pg_switch_wal()');
  await until('a try has failed', async () => (await isFailing()) === 1);
  const [seen] = await archive(db);
  assert.equal(seen?.state, 'fault');
  assert.match(seen.found, /cannot archive 0000\w+ \(\d+ tries have failed; nothing was ever archived\)/);
  assert.match(seen.advice ?? '', /archive_command/);

  await writeFile(mended, '');
  // After three tries the server waits for a minute, or for the next file.
  await primary.ask('insert into written values (2)');
  await primary.ask('select pg_switch_wal()');
  await until('a try has succeeded', async () => (await isFailing()) === 0);
  assert.equal((await archive(db))[0]?.state, 'good');
  await until('no file waits', async () => (await archive(db, 0))[0]?.state === 'good');

  await writeFile(hangs, '');
  await primary.ask('insert into written values (3)');
  await primary.ask('select pg_switch_wal()');
  const [stuck] = await archive(db, 0);
  assert.equal(stuck?.state, 'fault');
  assert.match(stuck.found, /archives nothing although files wait \(the last success was at 2/);
  assert.equal((await archive(db))[0]?.state, 'good', 'ten minutes have not passed');
  await rm(hangs);
  await until('the file is archived', async () => (await archive(db, 0))[0]?.state === 'good');
  const sumOf = async (gauge: { get(): Promise<{ values: readonly { value: number }[] }> }) => (await gauge.get()).values[0]?.value ?? 0;
  assert.ok((await sumOf(metrics.databaseConnections)) >= 1);
  assert.ok((await sumOf(metrics.databaseConnectionsLimit)) > 50);
  assert.ok((await sumOf(metrics.databaseSizeBytes)) > 1_000_000);
});
