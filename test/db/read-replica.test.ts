import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Knex } from 'knex';
import { connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/database.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { testDatabase } from '../support/database.ts';
import { type Postgres, startPrimary, startReplica } from '../support/postgres.ts';
import { until } from '../support/until.ts';

describe('reading from a streaming replica', () => {
  const folders: string[] = [];
  let primary: Postgres;
  let replica: Postgres;
  let own: Connected;
  let others: Connected;

  before(async () => {
    for (const name of ['primary', 'replica']) folders.push(await mkdtemp(join(tmpdir(), `ringpost-${name}-`)));
    primary = await startPrimary(folders[0] ?? '');
    replica = await startReplica(folders[1] ?? '', primary, 'replica');
    await primary.ask('create table notes (id bigint primary key)');
    own = open(replica.url);
    others = open(replica.url);
  });
  after(async () => {
    await Promise.all([own?.close(), others?.close()]);
    await Promise.all([primary?.remove(), replica?.remove()]);
  });

  type Connected = Database & { by(server: 'replica' | 'primary'): Promise<number>; close(): Promise<void> };

  /** As a process is connected. */
  function open(readUrl: string): Connected {
    const metrics = createMetrics();
    const options = { poolSize: 4, prepared: true, requestDeadlineMs: 60_000, log: createLog('silent'), metrics };
    const db = connect({ url: primary.url, readUrl, ...options });
    const by = async (server: 'replica' | 'primary'): Promise<number> =>
      (await metrics.replicaReads.get()).values.find(({ labels }) => labels.by === server)?.value ?? 0;
    return { ...db, by };
  }

  let lastId = 0;
  const note = async (): Promise<number> => {
    lastId += 1;
    await own.knex('notes').insert({ id: lastId });
    return lastId;
  };
  const isThere = (knex: Knex, id: number): Promise<boolean> => knex('notes').where({ id }).first('id').then(Boolean);
  const isReplica = async ({ knex }: Pick<Database, 'knex'>): Promise<boolean> =>
    (await knex.raw<{ rows: { found: boolean }[] }>('select pg_is_in_recovery() as found')).rows[0]?.found === true;
  const usesReplica = (db: Database) => until('it reads from the replica', () => db.reading(isReplica));

  test('a caller that was answered finds what it wrote, in every process', async () => {
    await Promise.all([usesReplica(own), usesReplica(others)]);
    for (let n = 0; n < 100; n++) {
      const id = await note();
      const found = await Promise.all([own, others].map((db) => db.reading(({ knex }) => isThere(knex, id))));
      assert.deepEqual(found, [true, true]);
    }
  });

  test('the replica is what is asked, as soon as it has what was written, and what it answers is counted', async () => {
    const byReplica = await others.by('replica');
    for (let n = 0; n < 10; n++) {
      const id = await note();
      await until('the replica shows it', () => others.reading(async (from) => (await isReplica(from)) && isThere(from.knex, id)));
    }
    assert.ok((await others.by('replica')) >= byReplica + 10);
  });

  test('a replica that is behind is not read, and is again once it has caught up', async () => {
    await usesReplica(others);
    await replica.ask('select pg_wal_replay_pause()');
    const id = await note();
    const byPrimary = await others.by('primary');
    assert.equal(await others.reading(({ knex }) => isThere(knex, id)), true);
    assert.equal(await others.by('primary'), byPrimary + 1);
    assert.equal((await replica.ask('select from notes where id = $1', [id])).length, 0, 'it was really behind');
    await replica.ask('select pg_wal_replay_resume()');
    await usesReplica(others);
  });

  test('what fails on the replica alone is answered by the primary', async () => {
    let servers: boolean[] = [];
    await until('the replica is asked first', async () => {
      servers = [];
      const answer = await others.reading(async (from) => {
        const asked = await isReplica(from);
        servers.push(asked);
        // As when a read stands in the way of what is being replayed.
        if (asked) await from.knex.raw('select pg_cancel_backend(pg_backend_pid())');
        return 'the answer';
      });
      assert.equal(answer, 'the answer');
      return servers[0] === true;
    });
    assert.deepEqual(servers, [true, false]);
  });

  test('what fails everywhere fails', async () => {
    await assert.rejects(
      others.reading(({ knex }) => knex('no_such_table').first()),
      /no_such_table/,
    );
  });

  test('a replica that hangs holds up nobody for good', async () => {
    await usesReplica(others);
    await replica.freeze(true);
    const byPrimary = await others.by('primary');
    const id = await note();
    const found = await Promise.all(Array.from({ length: 20 }, () => others.reading(({ knex }) => isThere(knex, id))));
    assert.ok(found.every(Boolean));
    assert.equal(await others.by('primary'), byPrimary + 20);
    await replica.freeze(false);
    await usesReplica(others);
  });

  test('a server that is no replica of this database is not read', async (t) => {
    const stranger = await testDatabase();
    t.after(() => stranger.close());
    const misled = open(stranger.url);
    t.after(() => misled.close());
    const id = await note();
    assert.equal(await misled.reading(({ knex }) => isThere(knex, id)), true);
    assert.equal(await misled.by('replica'), 0);
  });

  test('a replica that was promoted is not read, nor is one that is gone', async () => {
    await usesReplica(others);
    await replica.ask('select pg_promote()');
    const id = await note();
    assert.equal(await others.reading(({ knex }) => isThere(knex, id)), true);
    await replica.kill();
    assert.equal(await own.reading(({ knex }) => isThere(knex, id)), true);
  });
});

test('without a read replica the primary is asked, and nothing else is', async (t) => {
  const database = await testDatabase();
  t.after(() => database.close());
  await database.db.reading(({ knex }) => knex.raw('select 1'));
  const { rows } = await database.db.knex.raw<{ rows: { name: string; query: string }[] }>(
    `select application_name as name, query
       from pg_stat_activity
      where datname = current_database()
        and pid <> pg_backend_pid()`,
  );
  assert.deepEqual(rows, [{ name: 'ringpost reads', query: 'select 1' }]);
});
