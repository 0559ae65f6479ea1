import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { type ApiClient, type ApiResponse, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { type ApiKeyOptions, agent, apiKey, phoneNumber, type TenantOptions, tenant } from '../support/fixtures.ts';

/**
 * The error table of the specification for calls and agents, row by row, over HTTP. Every response passes through the
 * document's own validator on the way.
 */

const estimate = 450_000;

const context = await contextOfFile();
const server = await publicOfFile(context);
beforeEach(() => {
  context.voice.onPlace = ({ callId }) => ({ kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null });
  context.voice.onFind = () => ({ kind: 'absent' });
  context.voice.onEnd = () => 'ending';
});
afterEach(async () => {
  await context.db.knex('calls').delete();
  await context.db.knex('idempotency_keys').delete();
});

interface Who {
  readonly tenantId: string;
  readonly agentId: string;
  readonly numberId: string;
  readonly api: ApiClient;
}

async function someone(options: TenantOptions & ApiKeyOptions & { systemPrompt?: string } = {}): Promise<Who> {
  const { id } = await tenant(context, options);
  const { systemPrompt } = options;
  const agentId = await agent(context, id, systemPrompt === undefined ? {} : { systemPrompt });
  return {
    tenantId: id,
    agentId,
    numberId: await phoneNumber(context, id),
    api: server.api.with((await apiKey(context, id, options)).text),
  };
}

const call = (who: Who, more: object = {}): Promise<ApiResponse> =>
  who.api.post('/calls', { agentId: who.agentId, phoneNumber: '+14155550100', ...more });

function assertRefused(response: ApiResponse, status: number, code: string, details?: object): void {
  assert.deepEqual([response.status, response.body.error.code], [status, code], response.raw);
  if (details) assert.deepEqual(response.body.error.details, details);
}

test('201: the call, as accepted; GET shows it with a recordingUrl; end says ending', async () => {
  const who = await someone();
  const created = await call(who, { variables: { name: 'Ada' } });
  assert.equal(created.status, 201);
  assert.equal('recordingUrl' in created.body.call, false);
  const { id } = created.body.call;
  const read = await who.api.get(`/calls/${id}`);
  assert.deepEqual([read.status, read.body.call.recordingUrl, read.body.call.status], [200, null, 'queued']);
  const ended = await who.api.post(`/calls/${id}/end`);
  assert.deepEqual([ended.status, ended.body], [200, { id, status: 'ending' }]);
});

test('what the caller sent is echoed in its own order and form, over the wire', async () => {
  const who = await someone();
  const variables = '{"b":1.0,"2":12345678901234567890,"1":"x","__proto__":{"y":1},"constructor":"z"}';
  const created = await who.api.post(
    '/calls',
    `{"agentId":"${who.agentId}","phoneNumber":"+14155550100","variables":${variables},"metadata":{"9":1,"8":1e2}}`,
  );
  const echoed = `"variables":${variables},"metadata":{"9":1,"8":1e2}`;
  assert.ok(created.raw.includes(echoed), created.raw);
  const read = await who.api.get(`/calls/${created.body.call.id}`);
  assert.ok(read.raw.includes(echoed), read.raw);
});

const long = 'n'.repeat(256);

const invalid: readonly (readonly [what: string, body: (who: Who) => unknown, path: string])[] = [
  ['no agentId', () => ({ phoneNumber: '+14155550100' }), '/body/agentId'],
  ['no phoneNumber', ({ agentId }) => ({ agentId }), '/body/phoneNumber'],
  ['a phoneNumber that is not text', ({ agentId }) => ({ agentId, phoneNumber: 14155550100 }), '/body/phoneNumber'],
  ['variables that are no object', ({ agentId }) => ({ agentId, phoneNumber: '+14155550100', variables: [1] }), '/body/variables'],
  ['an unknown property', ({ agentId }) => ({ agentId, phoneNumber: '+14155550100', scheduledAt: 'later' }), '/body/scheduledAt'],
  [
    'a key over 255 characters',
    ({ agentId }) => ({ agentId, phoneNumber: '+14155550100', idempotencyKey: 'k'.repeat(256) }),
    '/body/idempotencyKey',
  ],
  [
    '101 variables',
    ({ agentId }) => ({
      agentId,
      phoneNumber: '+14155550100',
      variables: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`v${i}`, 1])),
    }),
    '/body/variables',
  ],
  [
    'a variable over 4 KB',
    ({ agentId }) => ({ agentId, phoneNumber: '+14155550100', variables: { v: 'x'.repeat(4_097) } }),
    '/body/variables/v',
  ],
  [
    'a variable whose name is over 255 characters',
    ({ agentId }) => ({ agentId, phoneNumber: '+14155550100', variables: { [long]: 1 } }),
    `/body/variables/${long}`,
  ],
  [
    'a consentRecordId over 255 characters',
    ({ agentId }) => ({ agentId, phoneNumber: '+14155550100', consentRecordId: long }),
    '/body/consentRecordId',
  ],
  [
    'metadata over 16 KB',
    ({ agentId }) => ({ agentId, phoneNumber: '+14155550100', metadata: { m: 'x'.repeat(16_384) } }),
    '/body/metadata',
  ],
];

for (const [what, body, path] of invalid) {
  test(`400 invalid_request: ${what}`, async () => {
    const who = await someone();
    const response = await who.api.post('/calls', body(who));
    assertRefused(response, 400, 'invalid_request');
    assert.deepEqual(
      response.body.error.details.errors.map((problem: { path: string }) => problem.path),
      [path],
    );
  });
}

test('400 invalid_request: sizes and schema are told together, of one thing once, and before what the number is', async () => {
  const who = await someone();
  const entries = Array.from({ length: 100 }, (_, i) => [`v${i}`, 1] as const);
  const response = await who.api.post('/calls', {
    phoneNumber: 'x',
    variables: { ...Object.fromEntries(entries), [long]: 'x'.repeat(4_097) },
    metadata: { m: 'x'.repeat(16_384) },
    consentRecordId: long,
  });
  assertRefused(response, 400, 'invalid_request');
  const paths = response.body.error.details.errors.map((problem: { path: string }) => problem.path);
  assert.deepEqual(paths.sort(), [
    '/body/agentId',
    '/body/consentRecordId',
    '/body/metadata',
    '/body/variables',
    `/body/variables/${long}`,
  ]);
});

test('255 characters of a variable’s name and of a consentRecordId are taken', async () => {
  const who = await someone();
  const name = long.slice(1);
  const response = await call(who, { variables: { [name]: 1 }, consentRecordId: name });
  assert.deepEqual([response.status, response.body.call.consentRecordId], [201, name]);
});

test('400 invalid_phone_number', async () => {
  const who = await someone();
  for (const phoneNumber of ['', '4155550100', '+1415555', '+1 415 555 0100'])
    assertRefused(await call(who, { phoneNumber }), 400, 'invalid_phone_number');
});

test('400 missing_variables, and details.missing lists them', async () => {
  const who = await someone({ systemPrompt: 'Hi {{name}}, of {{city}}' });
  assertRefused(await call(who), 400, 'missing_variables', { missing: ['city', 'name'] });
});

test('401 invalid_api_key', async () => {
  const none = await server.api.post('/calls', {});
  assertRefused(none, 401, 'invalid_api_key');
  assert.equal(none.headers['www-authenticate'], 'Bearer');
  assertRefused(await server.api.with('rp_test_c1_nonsense').get('/agents'), 401, 'invalid_api_key');
});

test('402 insufficient_balance', async () => {
  const who = await someone({ balance: estimate - 1 });
  assertRefused(await call(who), 402, 'insufficient_balance', { balance: estimate - 1, required: estimate });
});

for (const [method, path, scope] of [
  ['POST', '/calls', 'calls:place'],
  ['GET', '/calls/call_x', 'calls:read'],
  ['POST', '/calls/call_x/end', 'calls:place'],
  ['GET', '/agents', 'read'],
  ['GET', '/agents/agt_x', 'read'],
] as const) {
  test(`403 insufficient_scope: ${method} ${path} needs ${scope}, which no other scope implies`, async () => {
    const granted = ['calls:place', 'calls:read', 'read', 'write', 'webhooks'].filter((each) => each !== scope);
    const who = await someone({ scopes: granted });
    assertRefused(await who.api.request(method, path), 403, 'insufficient_scope', { required: scope, granted });
  });
}

test('403 public_api_disabled', async () => {
  const who = await someone({ publicApiEnabled: false });
  assertRefused(await call(who), 403, 'public_api_disabled');
  assertRefused(await who.api.get('/agents'), 403, 'public_api_disabled');
});

test('404 agent_not_found: absent, inactive, foreign; the same bytes for a foreign one as for none', async () => {
  const [who, other] = [await someone(), await someone()];
  const inactive = await agent(context, who.tenantId, { isActive: false });
  for (const agentId of ['agt_nobody', inactive, other.agentId, '']) assertRefused(await call(who, { agentId }), 404, 'agent_not_found');
  const [absent, foreign] = [await who.api.get('/agents/agt_nobody'), await who.api.get(`/agents/${other.agentId}`)];
  assertRefused(absent, 404, 'agent_not_found');
  assert.equal(foreign.raw, absent.raw);
  assert.equal((await who.api.get(`/agents/${inactive}`)).status, 200, 'an inactive agent can be read');
});

test('404 phone_number_not_found', async () => {
  const [who, other] = [await someone(), await someone()];
  const inactive = await phoneNumber(context, who.tenantId, { isActive: false });
  for (const fromPhoneNumberId of ['num_nobody', inactive, other.numberId])
    assertRefused(await call(who, { fromPhoneNumberId }), 404, 'phone_number_not_found');
  await context.db.knex('phone_numbers').where({ tenant_id: who.tenantId }).update({ is_active: false });
  assertRefused(await call(who), 404, 'phone_number_not_found');
});

test('404 call_not_found: absent, foreign or the dialer’s, the same bytes', async () => {
  const [who, other] = [await someone(), await someone()];
  const { id } = (await call(other)).body.call;
  const { id: dialled } = (await call(who)).body.call;
  await context.db.knex('calls').where({ id: dialled }).update({ origin: 'dialer' });
  const absent = await who.api.get('/calls/call_nobody');
  assertRefused(absent, 404, 'call_not_found');
  for (const each of [id, dialled]) {
    assert.equal((await who.api.get(`/calls/${each}`)).raw, absent.raw);
    assert.equal((await who.api.post(`/calls/${each}/end`)).raw, absent.raw);
  }
});

test('409 idempotency_conflict, which clients are told not to retry', async () => {
  const who = await someone();
  await call(who, { idempotencyKey: 'k' });
  const response = await call(who, { idempotencyKey: 'k', knownConsent: true });
  assertRefused(response, 409, 'idempotency_conflict');
  assert.equal(response.headers['x-should-retry'], 'false');
});

test('the same key and body: the stored answer, byte for byte', async () => {
  const who = await someone();
  const first = await call(who, { idempotencyKey: 'k' });
  const second = await call(who, { idempotencyKey: 'k' });
  assert.deepEqual([second.status, second.raw, second.headers['idempotency-replayed']], [201, first.raw, 'true']);
  assert.equal(first.headers['idempotency-replayed'], undefined);
});

test('429 rate_limited, with Retry-After', async () => {
  const who = await someone({ limits: { writesPerMinute: 1, readsPerMinute: 1 } });
  await call(who);
  const write = await call(who);
  assertRefused(write, 429, 'rate_limited');
  assert.equal(write.headers['retry-after'], '60');
  await who.api.get('/agents');
  assertRefused(await who.api.get('/agents'), 429, 'rate_limited');
});

test('429 concurrent_limit_exceeded, without Retry-After', async () => {
  const who = await someone({ limits: { concurrentCalls: 1 } });
  await call(who);
  const response = await call(who);
  assertRefused(response, 429, 'concurrent_limit_exceeded', { limit: 1, active: 1, unknownFate: 0 });
  assert.equal(response.headers['retry-after'], undefined);
});

test('500 placement_failed of a call that the provider refused says that nobody was dialled', async () => {
  const who = await someone();
  context.voice.onPlace = () => ({ kind: 'refused', raw: 'HTTP 400' });
  const response = await call(who);
  assertRefused(response, 500, 'placement_failed', { fate: 'not_dialled' });
  assert.match(response.body.error.message, /^The voice provider did not take the call\. Nobody was dialled/);
});

test('500 placement_failed of a call that may have been dialled says so, then the same key gets the call', async () => {
  const who = await someone();
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'timeout' });
  const response = await call(who, { idempotencyKey: 'k' });
  const { callId } = response.body.error.details;
  assertRefused(response, 500, 'placement_failed', { fate: 'unknown', callId });
  assert.match(response.body.error.message, /^It is not known whether the call was placed\. Retry with the same idempotencyKey/);
  context.voice.onFind = (callId) => ({ kind: 'found', providerCallId: `provider-${callId}`, controlUrl: null });
  const again = await call(who, { idempotencyKey: 'k' });
  assert.deepEqual([again.status, again.body.call.id], [201, callId]);
});

test('500 end_failed', async () => {
  const who = await someone();
  const { id } = (await call(who)).body.call;
  context.voice.onEnd = () => 'unreachable';
  assertRefused(await who.api.post(`/calls/${id}/end`), 500, 'end_failed');
});

test('503 idempotency_in_progress, with Retry-After: 1', async () => {
  const who = await someone();
  let second: Promise<ApiResponse> | undefined;
  context.voice.onPlace = async ({ callId }) => {
    second = call(who, { idempotencyKey: 'k' });
    await second;
    return { kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null };
  };
  assert.equal((await call(who, { idempotencyKey: 'k' })).status, 201);
  assert.ok(second);
  const response = await second;
  assertRefused(response, 503, 'idempotency_in_progress');
  assert.equal(response.body.error.message, 'The first request with this idempotencyKey is still at work.');
  assert.equal(response.headers['retry-after'], '1');
});

test('agents: the list is wrapped, one is bare', async () => {
  const who = await someone();
  const list = await who.api.get('/agents');
  assert.deepEqual(Object.keys(list.body), ['agents']);
  assert.deepEqual((await who.api.get(`/agents/${who.agentId}`)).body, list.body.agents[0]);
});
