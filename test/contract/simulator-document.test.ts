import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { startSimulator } from '../../simulator/simulator.ts';
import { type CompileAt, compilerFor, complaints } from '../../tools/contract/check/validators.ts';
import { at, type FoundOperation, isObject, type JsonObject, operationsOf, pointer } from '../../tools/contract/document.ts';

const generated = new URL('../../src/contract/generated/simulator.json', import.meta.url);
const document = JSON.parse(await readFile(generated, 'utf8')) as JsonObject;
const compile: CompileAt = compilerFor(document, '2020-12', { strict: false });

const simulator = await startSimulator({ seed: 1, speed: Number.POSITIVE_INFINITY });
after(() => simulator.stop());

/** Sends a request and holds what comes back against what the document says of that operation and status. */
async function assertDocumented(operationId: string, path: string, status: number, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${simulator.url}${path}`, init);
  const text = await response.text();
  assert.equal(response.status, status, text);
  const found = operationsOf(document).find(({ id }) => id === operationId);
  assert.ok(found, `${operationId} is documented`);
  const media = response.headers.get('content-type')?.split(';')[0] ?? '';
  const declared = at(document, found.operation, 'responses', String(status));
  assert.ok(declared !== undefined, `${operationId} ${status} is documented`);
  if (text === '') return undefined;
  assert.ok(at(document, declared, 'content', media) !== undefined, `${operationId} ${status} is documented as ${media}`);
  if (media !== 'application/json') return text;
  const body: unknown = JSON.parse(text);
  const validate = compile(`${placeOf(found, String(status))}${pointer('content', media, 'schema').slice(1)}`);
  assert.ok(validate(body), `${operationId} ${status}: ${complaints(validate)}`);
  return body;
}

/** Where the response is written: in the operation, or among the components. */
function placeOf({ path, method, operation }: FoundOperation, status: string): string {
  const response = (operation['responses'] as JsonObject)[status];
  return isObject(response) && typeof response['$ref'] === 'string'
    ? response['$ref']
    : pointer('paths', path, method, 'responses', status);
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('what the simulator answers is what its document says, refusals too', async () => {
  await assertDocumented('readHealth', '/healthz', 200);
  await assertDocumented('listScenarios', '/scenarios', 200);
  await assertDocumented('createReceiver', '/receivers', 201, json('POST', { name: 'crm', programme: '500,200' }));
  await assertDocumented('createReceiver', '/receivers', 400, json('POST', { name: 'crm', programme: 'maybe' }));
  await assertDocumented(
    'setProgramme',
    '/receivers/crm/programme',
    200,
    json('PUT', { programme: 'delay:10:503,redirect:http://127.0.0.1/,200' }),
  );
  await assertDocumented('setProgramme', '/receivers/nobody/programme', 404, json('PUT', { programme: '200' }));
  await assertDocumented('readReceiver', '/receivers/nobody', 404);
  await assertDocumented('readRecording', '/recordings/nothing.wav', 404);

  await fetch(`${simulator.url}/receivers/crm`, json('POST', { event: 'sms.received' }));
  await fetch(`${simulator.url}/vapi/call`, {
    ...json('POST', { name: 'call_1', phoneNumberId: 'pn_1', customer: { number: '+15550010001' }, assistant: {} }),
    headers: { 'content-type': 'application/json', authorization: 'Bearer simulated' },
  });
  await assertDocumented('receiveText', '/texts/inbound', 409, json('POST', { from: '+14155550142', to: '+14155550100', body: 'Hello.' }));
  await assertDocumented('setInboundUrl', '/texts/inbound-url', 200, json('PUT', { url: `${simulator.url}/receivers/crm` }));
  await assertDocumented('setInboundUrl', '/texts/inbound-url', 400, json('PUT', {}));
  await assertDocumented('receiveText', '/texts/inbound', 201, json('POST', { from: '+14155550142', to: '+14155550100', body: 'Hello.' }));
  await assertDocumented('receiveText', '/texts/inbound', 400, json('POST', {}));
  await sendText('+15561070001');
  await simulator.runUntilIdle();

  const { texts } = (await assertDocumented('listTexts', '/texts', 200)) as { texts: { status: string }[] };
  assert.deepEqual(
    texts.map(({ status }) => status),
    ['undelivered', 'received'],
  );
  const { calls } = (await assertDocumented('listCalls', '/calls', 200)) as { calls: { id: string; status: string }[] };
  assert.equal(calls[0]?.status, 'ended');
  await assertDocumented('readRecording', `/recordings/${calls[0].id}.wav`, 200);
  await assertDocumented('listReceivers', '/receivers', 200);
  await assertDocumented('readReceiver', '/receivers/crm', 200);
  const { deliveries } = (await assertDocumented('listDeliveries', '/receivers/crm/deliveries', 200)) as { deliveries: unknown[] };
  assert.equal(deliveries.length, 2);
  await assertDocumented('readLedger', '/ledger', 200);
  await assertDocumented('listTimeline', '/timeline', 200);
  await assertDocumented('listTimeline', '/timeline?format=ndjson', 200);
  await assertDocumented('resetSimulator', '/reset', 204, { method: 'POST' });
});

const sendText = (to: string): Promise<Response> =>
  fetch(`${simulator.twilioUrl}/2010-04-01/Accounts/simulated/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('simulated:simulated').toString('base64')}` },
    body: new URLSearchParams({ To: to, From: '+14155550100', Body: 'Hello.' }),
  });
