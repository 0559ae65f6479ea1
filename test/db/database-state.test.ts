import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/db/connect.ts';
import { startPrimary } from '../support/postgres.ts';
import { until } from '../support/until.ts';

test('a server that hangs is unreachable, and reachable when it goes on', async (t) => {
  const server = await startPrimary(await mkdtemp(join(tmpdir(), 'ringpost-state-')));
  const db = connect({ url: server.url, poolSize: 2, prepared: true });
  t.after(async () => {
    await db.close();
    await server.remove();
  });
  const is = (state: string) => until(`it is ${state}`, async () => (await db.state()) === state);
  await is('reachable');
  await server.freeze(true);
  await is('unreachable');
  await server.freeze(false);
  await is('reachable');
});
