import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { advanceClock, type DatabaseClock, startDatabaseClock } from '../../src/db/database-clock.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

/** Returns how far service time is ahead. The real time is read first: what passes between the two only adds to it. */
function aheadMs(clock: DatabaseClock): number {
  const realNow = clock.realNow().getTime();
  return clock.now().getTime() - realNow;
}

describe('the clock of the database', () => {
  let database: TestDatabase;
  const clocks: DatabaseClock[] = [];
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    for (const clock of clocks.splice(0)) clock.stop();
    await database.close();
  });

  async function start(options: Parameters<typeof startDatabaseClock>[1] = {}): Promise<DatabaseClock> {
    const clock = await startDatabaseClock(database.db.knex, options);
    clocks.push(clock);
    return clock;
  }

  async function databaseNow(): Promise<number> {
    const { rows } = await database.db.knex.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now');
    return rows[0]?.now.getTime() ?? 0;
  }

  test("is PostgreSQL's to a round trip, whatever this machine's says", async () => {
    const clock = await start({ monotonic: () => performance.now() + 1_000_000 });
    const before = await databaseNow();
    const [now, serviceNow] = [clock.realNow().getTime(), clock.now().getTime()];
    const later = await databaseNow();
    // It measures over a round trip, and a busy machine's is long; this machine's own word is a thousand seconds off.
    for (const time of [now, serviceNow]) assert.ok(time >= before - 100_000 && time <= later + 100_000, `${before} ${time} ${later}`);
  });

  test('counts with the monotonic clock between measurements and never goes back', async () => {
    let ms = 5_000;
    const clock = await start({ monotonic: () => ms });
    const first = clock.realNow().getTime();
    ms += 1_500;
    assert.equal(clock.realNow().getTime() - first, 1_500);
    assert.equal(clock.now().getTime() - first, 1_500);
  });

  test('outside the sandbox an offset in the database changes nothing', async () => {
    await database.db.knex('installation').update({ clock_offset_ms: 3_600_000 });
    const clock = await start();
    assert.ok(aheadMs(clock) < 1_000);
  });

  test('an advance moves the service time of every process, not the real time', async () => {
    const [here, there] = [await start({ sandbox: true }), await start({ sandbox: true })];
    const before = here.now().getTime();
    const answer = await advanceClock(database.db.knex, here, 3_600);
    assert.ok(answer.getTime() - before >= 3_600_000 && answer.getTime() - before < 3_660_000);
    await there.refresh();
    for (const clock of [here, there]) {
      const ahead = aheadMs(clock);
      assert.ok(ahead >= 3_600_000 && ahead < 3_660_000, String(ahead));
    }
  });

  test('another process follows by itself', async () => {
    const [here, there] = [await start({ sandbox: true }), await start({ sandbox: true })];
    await advanceClock(database.db.knex, here, 60);
    await until('it is a minute ahead too', async () => aheadMs(there) >= 60_000);
  });

  test('advances at the same moment add up', async () => {
    const clock = await start({ sandbox: true });
    await Promise.all(Array.from({ length: 5 }, () => advanceClock(database.db.knex, clock, 1_000)));
    const ahead = aheadMs(clock);
    assert.ok(ahead >= 5_000_000 && ahead < 5_060_000, String(ahead));
  });

  test('the weeks around the new time are there with it', async () => {
    const clock = await start({ sandbox: true });
    const year = 365 * 24 * 3_600;
    const target = await advanceClock(database.db.knex, clock, year);
    const { rows } = await database.db.knex.raw<{ rows: { name: string }[] }>(
      "select relname as name from pg_class where relname like 'webhook_deliveries\\_2%' and relkind = 'r' order by relname desc limit 1",
    );
    const last = new Date(`${rows[0]?.name.slice('webhook_deliveries_'.length).replaceAll('_', '-')}T00:00:00Z`);
    assert.ok(last.getTime() - target.getTime() > 14 * 24 * 3_600_000, last.toISOString());
  });

  test('an advance past the last year is refused and changes nothing', async () => {
    const clock = await start({ sandbox: true });
    await assert.rejects(advanceClock(database.db.knex, clock, 1e12), { code: 'invalid_request' });
    await clock.refresh();
    assert.ok(aheadMs(clock) < 1_000);
  });
});
