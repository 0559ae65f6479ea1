import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveVapiCallback } from '../../src/calls/receive-vapi-callback.ts';
import { ingestCallback } from '../../src/voice/vapi/callbacks.ts';
import { contextOfFile } from '../support/context.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { refusedWith } from '../support/requests.ts';
import { onlyCall, placed, readyToCall } from './calling.ts';
import { vapiCallback } from './vapi-callback.ts';

const context = await contextOfFile();
context.voice.ingest = (request) => ingestCallback([context.config.vapi.webhookSecret], request);

const callback = (body: string, { secret = context.config.vapi.webhookSecret, at = context.clock.realNow() } = {}) =>
  vapiCallback(body, { secret, at });

test('answers 200 once the call has moved on', async () => {
  const call = await placed(context, await readyToCall(context));
  const message = { type: 'status-update', status: 'ringing', call: { id: providerCallId(call.id), name: call.id } };
  assert.deepEqual(await receiveVapiCallback(context, callback(JSON.stringify({ message }))), { status: 200, body: { received: true } });
  assert.equal((await onlyCall(context)).status, 'ringing');
});

test('a call that has no provider’s id yet is found by the ids that the provider gives back, or by its name alone', async () => {
  const tenants = [await readyToCall(context), await readyToCall(context)];
  for (const metadata of [true, false])
    for (const { who } of tenants) {
      const { id } = await placed(context, tenants.find((each) => each.who === who) ?? assert.fail());
      const row = () => context.db.knex('calls').where({ id });
      await row().update({ placement: 'unknown', provider_call_id: null });
      const say = (tenantId: string) => {
        const overrides = metadata ? { assistantOverrides: { metadata: { callId: id, tenantId } } } : {};
        const message = { type: 'status-update', status: 'ringing', call: { id: providerCallId(id), name: id, ...overrides } };
        return receiveVapiCallback(context, callback(JSON.stringify({ message })));
      };
      if (metadata) await say('ten_unknown');
      assert.equal((await row().first()).status, 'queued');
      await say(who.tenantId);
      assert.equal((await row().first()).status, 'ringing');
    }
});

test('answers 200 to what concerns no call of ours', async () => {
  const message = { type: 'status-update', status: 'ringing', call: { id: 'unheard-of' } };
  assert.equal((await receiveVapiCallback(context, callback(JSON.stringify({ message })))).status, 200);
  assert.equal((await receiveVapiCallback(context, callback('{"message":{"type":"hang"}}'))).status, 200);
});

test('answers 401 to a wrong signature and to an old one, by real time', async () => {
  const body = '{"message":{"type":"hang"}}';
  await assert.rejects(receiveVapiCallback(context, callback(body, { secret: 'guessed' })), refusedWith('invalid_signature'));
  await assert.rejects(
    receiveVapiCallback(context, callback(body, { at: new Date(context.clock.realNow().getTime() - 301_000) })),
    refusedWith('invalid_signature'),
  );
  context.clock.advanceService(7_200);
  assert.equal((await receiveVapiCallback(context, callback(body))).status, 200);
});

test('answers 400 to a signed body that is no message', async () => {
  await assert.rejects(receiveVapiCallback(context, callback('[]')), refusedWith('invalid_request'));
});

test('counts what the provider has not documented, by its name as long as the names are few', async () => {
  const say = (message: object) => receiveVapiCallback(context, callback(JSON.stringify({ message })));
  const call = { id: 'unheard-of' };
  await say({ type: 'mood-changed' });
  await say({ type: 'mood-changed' });
  await say({ type: 'status-update', status: 'ringing', call: { ...call, 'a b': 1 } });
  for (let n = 0; n < 60; n++) await say({ type: 'status-update', status: 'ringing', call, [`new${n}`]: n });
  const counts = (await context.metrics.providerDrift.counts()).map(({ kind, name, count }) => [kind, name, count] as const);
  assert.ok(counts.some((each) => String(each) === 'type,mood-changed,2'));
  assert.equal(counts.filter(([kind]) => kind === 'key').length, 51, 'fifty names, and the others together');
  assert.deepEqual(
    counts.find(([, name]) => name === 'other'),
    ['key', 'other', 11],
  );
});
