import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/db/connect.ts';
import { DatabaseReach } from '../../src/db/reach.ts';
import { createLog, isReported } from '../../src/process/log.ts';
import { testContext } from '../support/context.ts';
import { until } from '../support/until.ts';

/** Two sessions of a pool are in use when the database goes away, and both end, one after the other. */

const ended = () => new Error('Connection terminated unexpectedly');

function reachThatLogs() {
  const logged: string[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  return { reach: new DatabaseReach({ log }), logged };
}

const lost = 'the database cannot be reached, or has ended a session; what fails until it is back is only counted';
const back = 'the database is back';

test('the end of several sessions is one loss, whatever is lent and given back meanwhile', () => {
  const { reach, logged } = reachThatLogs();
  const before = reach.losses;
  reach.sessionLost(ended());
  // Its statement was answered before the loss.
  reach.givenBack(before);
  const dead = reach.losses;
  reach.sessionLost(ended());
  reach.givenBack(dead);
  assert.deepEqual(logged, [lost]);
});

test('only a session that was lent after the loss and is given back sound says that the database is back, unless new ones are refused', () => {
  const { reach, logged } = reachThatLogs();
  reach.sessionLost(ended());
  // A pooler lets sessions in although it has no server, or was told to pause.
  reach.opened();
  assert.deepEqual(logged, [lost]);
  reach.givenBack(reach.losses);
  assert.deepEqual(logged, [lost, back]);

  for (const code of ['ECONNREFUSED', 'EAI_AGAIN']) {
    logged.length = 0;
    reach.connectFailed(Object.assign(new Error('no session'), { code }));
    reach.givenBack(reach.losses);
    reach.opened();
    assert.deepEqual(logged, [lost], code);
    reach.givenBack(reach.losses);
    assert.deepEqual(logged, [lost, back]);
  }
});

test('a database that lets nobody in any more, as after a new password or with all connections taken, is lost until it does', async (t) => {
  const context = await testContext();
  const role = `turned_away_${process.pid}`;
  await context.db.knex.raw(`create role ${role} login`);
  const url = new URL(context.databaseUrl);
  url.username = role;
  const logged: string[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  const db = connect({ url: url.href, poolSize: 2, prepared: true, log });
  t.after(async () => {
    await db.close();
    await context.db.knex.raw(`drop role ${role}`);
    await context.close();
  });
  const ways = { nologin: 'login', 'connection limit 0': 'connection limit -1' };
  for (const [refuse, admit] of Object.entries(ways)) {
    logged.length = 0;
    await context.db.knex.raw(`alter role ${role} ${refuse}`);
    await context.db.knex.raw('select pg_terminate_backend(pid) from pg_stat_activity where usename = ?', [role]);
    await until('its sessions have ended', async () => {
      const { rows } = await context.db.knex.raw('select from pg_stat_activity where usename = ?', [role]);
      return rows.length === 0;
    });
    for (let n = 0; n < 3; n++) {
      await assert.rejects(db.knex.raw('select 1'), isReported, refuse);
      await assert.rejects(db.engine.query('select 1'), isReported, refuse);
    }
    assert.deepEqual(logged, [lost], refuse);

    await context.db.knex.raw(`alter role ${role} ${admit}`);
    await db.knex.raw('select 1');
    assert.deepEqual(logged, [lost, back], refuse);
  }
});
