import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Pool } from 'pg';
import { deleteExpiredCallsOnce } from '../../src/calls/retention.ts';
import { inTransactionOf } from '../../src/db/transaction.ts';
import { eraseOnce } from '../../src/deletion/erase-person.ts';
import { findErasure, insertErasure } from '../../src/deletion/erasures.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { eraseTextsWith } from '../../src/texts/erase-texts.ts';
import { reconcileTextsOnce } from '../../src/texts/reconcile-texts.ts';
import { applyTextEvent } from '../../src/texts/text-progress.ts';
import { onlyCall, place, placed, readyToCall } from '../calls/calling.ts';
import { tell, telling } from '../calls/telling.ts';
import { contextOfFile } from '../support/context.ts';
import { forgetTenants } from '../support/fixtures.ts';
import { reconcileCalls } from '../support/reconcile-calls.ts';
import { now, published, reports, sent, texter, theirs } from '../texts/texting.ts';

/** An erasure comes to its end even where a call or a text never has an event. */

const context = await contextOfFile();
beforeEach(() => forgetTenants(context));

const phoneNumber = '+14155550100';
const daySeconds = 86_400;

/** Erases the person, looking `looks` times a minute apart, and returns the record. */
async function erase(tenantId: string, number: string, looks = 3) {
  const at = context.clock.now();
  const { id } = await insertErasure(context.db.knex, {
    id: newIdentifier('ers', at),
    tenant_id: tenantId,
    phone_number: number,
    requested_at: at,
    due_at: context.clock.realNow(),
  });
  for (let look = 0; look < looks; look++) {
    await eraseOnce(context);
    context.clock.advance(61);
  }
  return findErasure(context.db.knex, tenantId, id);
}

/** A call of unknown fate that the provider has denied twice (D-32): it has ended, and has no event. */
async function neverDialled() {
  const ready = await readyToCall(context);
  const { onPlace } = context.voice;
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'timeout' });
  await assert.rejects(place(context, ready, { variables: { firstName: 'Dana' } }));
  context.voice.onPlace = onPlace;
  for (let n = 0; n < 12; n++) {
    context.clock.advance(11);
    await reconcileCalls(context);
  }
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.ended_reason, call.completed_event_at], ['failed', 'not-dialled', null]);
  return ready.who.tenantId;
}

test('a call that was never dialled is erased, and does not keep an erasure going for ever', async () => {
  const tenantId = await neverDialled();
  const record = await erase(tenantId, phoneNumber);
  assert.ok(record?.finished_at, 'the erasure is done');
  const call = await onlyCall(context);
  assert.deepEqual([call.phone_number, call.variables], ['+999', '{}']);
});

test('a call that was never dialled is deleted when its time is up', async () => {
  const tenantId = await neverDialled();
  await context.db.knex('tenants').where({ id: tenantId }).update({ call_retention_days: 30 });
  context.clock.advance(31 * daySeconds);
  assert.equal(await deleteExpiredCallsOnce(context), 1);
});

test('a text whose report never comes is waited for while it is asked after, and erased then', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await applyTextEvent(context, reports(text.id).sent);
  assert.equal((await erase(tenantId, theirs, 1))?.finished_at, null, 'its report may come');
  for (let hours = 0; hours < 4 * 24; hours++) {
    context.clock.advance(3_600);
    await reconcileTextsOnce(context);
  }
  assert.equal((await now(context, text)).check_at, null, 'nobody asks any more');
  context.clock.advance(0.2 * 4 * daySeconds);
  await eraseOnce(context);
  const [record] = await context.db.knex('erasures');
  assert.ok(record.finished_at, 'the erasure is done');
  assert.deepEqual([(await now(context, text)).phone, (await now(context, text)).body], ['+999', '']);
  await applyTextEvent(context, reports(text.id).delivered);
  assert.equal((await now(context, text)).status, 'delivered');
  assert.deepEqual(await published(context, tenantId), [], 'no event follows the erasure');
});

test('texts that are sent after the request do not keep an erasure going', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await applyTextEvent(context, reports(text.id).sent);
  assert.equal((await erase(tenantId, theirs, 1))?.finished_at, null);
  const later = await sent(context, tenantId);
  await applyTextEvent(context, reports(later.id).sent);
  await applyTextEvent(context, reports(text.id).delivered);
  await eraseOnce(context);
  const [record] = await context.db.knex('erasures').where({ tenant_id: tenantId });
  assert.ok(record.finished_at, 'the erasure is done');
  assert.deepEqual([(await now(context, text)).phone, (await now(context, later)).phone], ['+999', theirs]);
  assert.deepEqual(await published(context, tenantId), []);
  await applyTextEvent(context, reports(later.id).delivered);
  assert.equal((await published(context, tenantId)).length, 1);
});

test('a text that is sent again under its key after it was erased is answered with the first, and none is sent', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId, { dedupeKey: 'k' });
  await applyTextEvent(context, reports(text.id).delivered);
  assert.ok((await erase(tenantId, theirs, 1))?.finished_at);
  const asked = context.texts.sent.length;
  const again = await sent(context, tenantId, { dedupeKey: 'k' });
  assert.deepEqual([again.id, again.phone, context.texts.sent.length], [text.id, '+999', asked]);
});

test('what the provider says late of an erased call stays outside', async () => {
  const ready = await readyToCall(context);
  const { id } = await placed(context, ready, { phoneNumber });
  const say = telling(id, context.clock.realNow());
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }));
  context.clock.advance(61);
  await reconcileCalls(context);
  assert.ok((await onlyCall(context)).completed_event_at, 'it went out without its analysis');
  assert.ok((await erase(ready.who.tenantId, phoneNumber))?.finished_at);
  const recordingUrl = 'https://provider.test/recording.wav';
  await tell(context, say.analyzed({ recordingUrl, lacks: 'classification' }), say.analyzed({ recordingUrl }));
  const call = await onlyCall(context);
  assert.deepEqual(
    [call.transcript, call.notes, call.recording_source, call.recording_state],
    [null, null, null, 'none'],
    'nothing of the person comes back',
  );
});

test('a text whose report comes between the batches and the count is left for the next run', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  const { engine } = context.db;
  const reported = new Proxy(engine, {
    get: (pool, name) =>
      name === 'query'
        ? async (sql: string, values: unknown[]) => {
            if (sql.includes('count(*)')) await applyTextEvent(context, reports(text.id).delivered);
            return pool.query(sql, values);
          }
        : Reflect.get(pool, name),
  });
  const eraseTexts = (pool: Pool) =>
    eraseTextsWith({ ...context, db: { ...context.db, engine: pool } }, tenantId, theirs, context.clock.now(), (work) =>
      inTransactionOf(engine, work),
    );
  assert.deepEqual(await eraseTexts(reported), { texts: 0, waiting: 1 });
  assert.deepEqual(await eraseTexts(engine), { texts: 1, waiting: 0 });
});
