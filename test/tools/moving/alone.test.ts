import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PoolClient } from 'pg';
import { socketOf } from '../../../src/db/silent-sessions.ts';
import { alone } from '../../../tools/moving/move.ts';
import { contextFor } from '../../support/context.ts';

/** The lock that keeps the commands about one tenant apart, and the session that has it. */

test('a command whose lock session was cut tells what it did, and leaves no session behind', async (t) => {
  const source = await contextFor(t);
  const move = { source, tenantId: 'ten_1' };
  // The lock is free only once the session has ended, so this waits for its end.
  const cut = () =>
    source.db.engine.query(`select pg_terminate_backend(pid, 60000) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`);
  assert.equal(await alone(move, () => cut().then(() => 'handed over')), 'handed over');
  await assert.rejects(
    alone(move, async () => {
      await cut();
      throw new Error('its own reason');
    }),
    /its own reason/,
  );
  assert.equal(await alone(move, async () => 'again'), 'again');
  await assert.rejects(
    alone(move, () => alone(move, async () => {})),
    /Another command is at work/,
  );
});

test('a session that has the lock may be silent for as long as the work takes', async (t) => {
  const source = await contextFor(t);
  const acquired: PoolClient[] = [];
  source.db.engine.on('acquire', (client) => acquired.push(client));
  await alone({ source, tenantId: 'ten_1' }, async () => {
    assert.deepEqual(
      acquired.map((client) => socketOf(client).timeout),
      [0],
    );
  });
});
