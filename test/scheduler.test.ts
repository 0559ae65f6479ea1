import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { startScheduler } from '../src/scheduler.ts';
import { placed, readyToCall } from './calls/calling.ts';
import { tell, telling } from './calls/telling.ts';
import { listen } from './support/api.ts';
import { contextFor, testContext } from './support/context.ts';
import { latch } from './support/latch.ts';
import { until } from './support/until.ts';

test('a chore that waits for the database does not keep the scheduler from stopping', async (t) => {
  const context = await contextFor(t);
  const { knex } = context.db;
  const lock = await knex.transaction();
  await lock.raw('lock table idempotency_keys in access exclusive mode');
  const scheduler = startScheduler(context);
  const waiting = "select 1 from pg_locks where relation = 'idempotency_keys'::regclass and not granted";
  await until('a chore waits for the table', async () => (await knex.raw(waiting)).rows.length > 0);
  await scheduler.stop(1);
  assert.equal((await knex.raw(waiting)).rows.length, 1, 'it was left where it is');
  await lock.rollback();
});

test('a provider that is silent about one call holds up neither the event of another nor its recording', async (t) => {
  const hanging = latch();
  const provider = await listen(
    createServer(({ url }, response) => {
      if (url === '/never') hanging.give();
      else response.end('RIFF');
    }),
  );
  const context = await testContext({ env: { VAPI_BASE_URL: `${provider.origin}/vapi` } });
  const ready = await readyToCall(context, { balance: 10_000_000 });
  const endedCall = async (...parts: readonly object[]): Promise<string> => {
    const { id } = await placed(context, ready);
    const say = telling(id, context.clock.realNow());
    await tell(
      context,
      say.answered(),
      say.ended('answered', 'customer-ended-call', { answeredAt: 5 }),
      ...parts.map((part) => say.analyzed(part)),
    );
    return id;
  };
  const found = (where: object) => context.db.knex('calls').where(where).first('id');
  const silent = latch();
  context.voice.onSnapshot = async () => {
    await silent.given;
    return { kind: 'events', events: [] };
  };

  const unanalysed = await endedCall();
  await placed(context, ready);
  await endedCall({ recordingUrl: `${provider.origin}/never` });
  context.clock.advance(61);
  const scheduler = startScheduler(context);
  t.after(async () => {
    silent.give();
    await provider.close();
    await scheduler.stop(60_000);
    await context.close();
  });
  await until('the event is published', async () => (await found({ id: unanalysed, completed_event_at: null })) === undefined);
  await hanging.given;
  const recorded = await endedCall({ recordingUrl: `${provider.origin}/recording` });
  await until('the recording is stored', async () => (await found({ id: recorded, recording_state: 'stored' })) !== undefined);
});
