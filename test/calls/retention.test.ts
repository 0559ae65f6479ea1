import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deleteExpiredCallsOnce, removeExpiredTranscriptsOnce } from '../../src/calls/retention.ts';
import type { Context } from '../../src/context.ts';
import { removeExpiredRecordingsOnce } from '../../src/recordings/retention.ts';
import { type ReadyTenant, readyTenant, ringpost } from '../support/ringpost.ts';
import { callBody } from '../tools/moving/two-cells.ts';

const service = await ringpost({ after });

const daySeconds = 86_400;

/** Makes a tenant with a call that has a transcript and a recording. */
async function recordedCall(retentionDays?: object): Promise<{ owner: ReadyTenant; callId: string; createdAt: number }> {
  const owner = await readyTenant(service);
  if (retentionDays) assert.equal((await setRetention(owner, retentionDays)).status, 200);
  const { body } = await owner.api.post('/calls', callBody(owner));
  await service.settle();
  const { transcript, recordingUrl, createdAt } = await read(owner, body.call.id);
  assert.ok(transcript);
  assert.ok(recordingUrl);
  return { owner, callId: body.call.id, createdAt: new Date(createdAt).getTime() };
}

const setRetention = (owner: ReadyTenant, retentionDays: object) =>
  service.operator.request('PATCH', `/tenants/${owner.tenantId}`, { body: { retentionDays } });

const read = async (owner: ReadyTenant, callId: string) => (await owner.api.get(`/calls/${callId}`)).body.call;

/** Moves the clock to this many days and seconds after the call. */
const reach = ({ createdAt }: { createdAt: number }, days: number, seconds: number): void =>
  service.clock.advance((createdAt - service.clock.now().getTime()) / 1_000 + days * daySeconds + seconds);

async function remove(context: Context = service.context, batchSize = 500) {
  return {
    recordings: await removeExpiredRecordingsOnce(context, batchSize),
    transcripts: await removeExpiredTranscriptsOnce(context, batchSize),
    calls: await deleteExpiredCallsOnce(context, batchSize),
  };
}

const nothing = { recordings: 0, transcripts: 0, calls: 0 };

test('a call loses its recording after 90 days, and is gone with its transcript after 400', async () => {
  const call = await recordedCall();
  const { owner, callId } = call;
  reach(call, 90, -60);
  assert.deepEqual(await remove(), nothing);
  const before = await read(owner, callId);
  const [event] = await service.context.db.knex('webhook_events').where({ tenant_id: owner.tenantId, event_type: 'call.completed' });

  reach(call, 90, 1);
  assert.deepEqual(await remove(), { recordings: 1, transcripts: 0, calls: 0 });
  assert.deepEqual(await remove(), nothing);
  assert.deepEqual(await read(owner, callId), { ...before, recordingUrl: null });
  const link = await fetch(before.recordingUrl);
  assert.deepEqual([link.status, await link.text()], [404, 'This recording is not here any more.\n']);
  assert.equal(JSON.parse(event.body).data.transcript, before.transcript);

  reach(call, 400, -60);
  assert.deepEqual(await remove(), nothing);
  assert.equal((await read(owner, callId)).id, callId);
  reach(call, 400, 1);
  assert.deepEqual(await remove(), { recordings: 0, transcripts: 0, calls: 1 });
  const gone = await owner.api.get(`/calls/${callId}`);
  assert.deepEqual([gone.status, gone.body.error.code], [404, 'call_not_found']);
  assert.equal((await owner.api.post(`/calls/${callId}/end`)).body.error.code, 'call_not_found');
});

test('each tenant has its own times, and null keeps for ever', async () => {
  const [short, long] = [await recordedCall({ transcripts: 1, recordings: 2, calls: 30 }), await recordedCall()];
  assert.equal((await setRetention(long.owner, { transcripts: null, recordings: null, calls: null })).status, 200);
  reach(long, 1, 1);
  assert.deepEqual(await remove(), { recordings: 0, transcripts: 1, calls: 0 });
  reach(long, 2, 1);
  assert.deepEqual(await remove(), { recordings: 1, transcripts: 0, calls: 0 });
  reach(long, 3_650, 1);
  assert.deepEqual(await remove(), { recordings: 0, transcripts: 0, calls: 1 });
  assert.equal((await short.owner.api.get(`/calls/${short.callId}`)).status, 404);
  const kept = await read(long.owner, long.callId);
  assert.ok(kept.transcript && kept.recordingUrl);
  assert.equal((await setRetention(long.owner, { calls: 400 })).status, 200);
  assert.deepEqual(await remove(), { recordings: 1, transcripts: 0, calls: 1 });
});

test('the work is done in batches', async () => {
  const owner = await readyTenant(service);
  assert.equal((await setRetention(owner, { transcripts: 90 })).status, 200);
  for (let n = 0; n < 3; n++)
    assert.equal((await owner.api.post('/calls', { ...callBody(owner), idempotencyKey: `call-${n}` })).status, 201);
  await service.settle();
  service.clock.advance(401 * daySeconds);
  for (const once of [removeExpiredRecordingsOnce, removeExpiredTranscriptsOnce, deleteExpiredCallsOnce])
    assert.deepEqual(
      [await once(service.context, 2), await once(service.context, 2), await once(service.context, 2)],
      [2, 1, 0],
      once.name,
    );
});

test('a call whose events have not gone out is kept, however old it is', async () => {
  const owner = await readyTenant(service);
  const { body } = await owner.api.post('/calls', callBody(owner));
  service.clock.advance(500 * daySeconds);
  assert.deepEqual(await remove(), nothing);
  assert.equal((await read(owner, body.call.id)).id, body.call.id);
  await service.settle();
  assert.deepEqual(await remove(), { recordings: 1, transcripts: 0, calls: 1 });
});

test('nothing of a frozen tenant is removed, which may live in another cell with other times', async () => {
  const call = await recordedCall();
  const { knex } = service.context.db;
  await knex('tenants').where({ id: call.owner.tenantId }).update({ frozen_at: service.clock.now() });
  reach(call, 500, 0);
  assert.deepEqual(await remove(), nothing);
  await knex('tenants').where({ id: call.owner.tenantId }).update({ frozen_at: null });
  assert.deepEqual(await remove(), { recordings: 1, transcripts: 0, calls: 1 });
});

test('a recording that cannot be removed keeps its call, and is tried again', async () => {
  const call = await recordedCall();
  reach(call, 500, 0);
  const { context } = service;
  const away = { ...context, recordings: { ...context.recordings, remove: () => Promise.reject(new Error('the store is away')) } };
  await assert.rejects(removeExpiredRecordingsOnce(away));
  assert.equal(await deleteExpiredCallsOnce(away), 0);
  assert.deepEqual(await remove(), { recordings: 1, transcripts: 0, calls: 1 });
});

test('a recording that can never be removed keeps no other recording, although it fills the batch', async () => {
  const kept = await recordedCall();
  service.clock.advance(1);
  const { body } = await kept.owner.api.post('/calls', { ...callBody(kept.owner), idempotencyKey: 'call-2' });
  await service.settle();
  const gone = { owner: kept.owner, callId: body.call.id };
  assert.ok((await read(gone.owner, gone.callId)).recordingUrl);
  reach(kept, 91, 0);
  const { context } = service;
  const locked = (key: string) =>
    key.includes(kept.callId) ? Promise.reject(new Error('the file is locked')) : context.recordings.remove(key);
  const locking = { ...context, recordings: { ...context.recordings, remove: locked } };
  await assert.rejects(removeExpiredRecordingsOnce(locking, 1, 1), /the file is locked/);
  assert.ok((await read(gone.owner, gone.callId)).recordingUrl, 'one failure was the most');
  await assert.rejects(removeExpiredRecordingsOnce(locking, 1), /the file is locked/);
  assert.equal((await read(gone.owner, gone.callId)).recordingUrl, null);
  assert.ok((await read(kept.owner, kept.callId)).recordingUrl);
  assert.equal((await remove()).recordings, 1);
});

test('retention times have limits, and a change leaves the others', async () => {
  const { owner } = await recordedCall();
  for (const wrong of [{ calls: 29 }, { calls: 3_651 }, { transcripts: 0 }, { recordings: 1.5 }, { events: 30 }])
    assert.equal((await setRetention(owner, wrong)).body.error.code, 'invalid_request', JSON.stringify(wrong));
  const changed = await setRetention(owner, { transcripts: 7 });
  assert.deepEqual(changed.body.tenant.retentionDays, { calls: 400, transcripts: 7, recordings: 90 });
  const made = await service.operator.post('/tenants', { name: 'Birch Lane', retentionDays: { calls: null } });
  assert.deepEqual(made.body.tenant.retentionDays, { calls: null, transcripts: null, recordings: 90 });
});
