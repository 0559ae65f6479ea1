import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { atLength } from '../../src/db/at-length.ts';
import { patienceFor } from '../../src/db/connect.ts';
import { socketOf } from '../../src/db/silent-sessions.ts';
import { isConnectionLost } from '../../src/db/sql-state.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

/** The database's machine is gone without a word, or the way there is: a statement gets no answer, and no error either. */

const requestDeadlineMs = 60_000;
const { statementMs } = patienceFor(requestDeadlineMs);

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ requestDeadlineMs });
});
afterEach(() => database.close());

/** What Node does when a socket has been silent for its time. */
const beSilent = (client: PoolClient) => socketOf(client).emit('timeout');
const pidOf = async (client: PoolClient) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

test('a session whose statement gets no answer for longer than a statement may take is given up, and the next one is new', async () => {
  const { engine } = database.db;
  const [client, idle] = await Promise.all([engine.connect(), engine.connect()]);
  const before = await Promise.all([client, idle].map(pidOf));
  idle.release();
  try {
    assert.ok((socketOf(client).timeout ?? 0) > statementMs, 'the server ends what merely takes long');
    const unanswered = assert.rejects(client.query('select pg_sleep(3600)'), isConnectionLost);
    beSilent(client);
    await unanswered;
  } finally {
    client.release();
  }
  const next = await engine.connect();
  try {
    assert.ok(!before.includes(await pidOf(next)));
  } finally {
    next.release();
  }
});

test('a session that is idle, or hears something after all, stays', async () => {
  const { engine } = database.db;
  const client = await engine.connect();
  const first = await pidOf(client);
  client.release();
  beSilent(client);
  await nextTurn();
  const same = await engine.connect();
  try {
    // The process was paused: when it goes on, the time is up before the answer is read.
    let heard = 0;
    Object.defineProperty(socketOf(same), 'bytesRead', { get: () => heard++ });
    beSilent(same);
    await nextTurn();
    assert.equal(await pidOf(same), first);
  } finally {
    same.release();
  }
});

test('a statement that may take minutes is waited for', async () => {
  let used: PoolClient | undefined;
  await atLength(database.db, async (client) => {
    used = client;
    assert.equal(socketOf(client).timeout, 0);
  });
  assert.ok(used);
  assert.ok((socketOf(used).timeout ?? 0) > statementMs);
});
