import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { receiveVapiCallback } from '../../src/calls/receive-vapi-callback.ts';
import { ingestCallback } from '../../src/voice/vapi/callbacks.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { refusedWith } from '../support/requests.ts';
import { onlyCall, placed, readyToCall } from './calling.ts';

let context: TestContext;
before(async () => {
  context = await testContext();
  context.voice.ingest = (request) => ingestCallback(context.config.vapi.webhookSecret, request);
});
after(() => context.close());

function callback(body: string, { secret = context.config.vapi.webhookSecret, at = context.clock.realNow() } = {}) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    path: {},
    query: {},
    about: { requestId: 'test' },
    url: '/callbacks/voice/vapi',
    headers: { 'x-timestamp': timestamp, 'x-signature': signature },
    rawBody: Buffer.from(body),
  };
}

test('answers 200 once the call has moved on', async () => {
  const call = await placed(context, await readyToCall(context));
  const message = { type: 'status-update', status: 'ringing', call: { id: providerCallId(call.id), name: call.id } };
  assert.deepEqual(await receiveVapiCallback(context, callback(JSON.stringify({ message }))), { status: 200, body: { received: true } });
  assert.equal((await onlyCall(context)).status, 'ringing');
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
