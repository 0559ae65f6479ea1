import assert from 'node:assert/strict';
import { after } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { type ApiClient, type ApiResponse, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { agent, apiKey, phoneNumber, tenant } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';
import { type ReadyOptions, type ReadyTenant, readyTenant, ringpost } from '../support/ringpost.ts';
import { atId, bodiesFor, publicRoutes, withId } from './routes.ts';
import { row } from './row.ts';

/** The error table, row by row, and what all errors and all answers have in common. */

const system = await ringpost({ after });
const unhurried = { readsPerMinute: 10_000, writesPerMinute: 10_000, concurrentCalls: 100 };
const ready = (more: ReadyOptions = {}): Promise<ReadyTenant> => readyTenant(system, { limits: unhurried, events: [], ...more });
const owner = await ready();
const foreigner = await ready();
const unknownId = (prefix: 'agt' | 'num' | 'call'): string => newIdentifier(prefix, system.clock.now());

const fake = await contextOfFile();
const fakeServer = await publicOfFile(fake);

const { text: goodKey } = await apiKey(system.context, owner.tenantId);
const { text: expiredKey } = await apiKey(system.context, owner.tenantId, { expiresAt: system.clock.now() });
const { text: revokedKey } = await apiKey(system.context, owner.tenantId, { revokedAt: system.clock.now() });

const callBody = { agentId: owner.agentId, phoneNumber: numberFor('busy', 1) };
const place = (more: object, api: ApiClient = owner.api): Promise<ApiResponse> => api.post('/calls', { ...callBody, ...more });
const coded = ({ status, body }: ApiResponse): [number, string] => [status, body.error?.code];
const problemsOf = ({ body }: ApiResponse): string[] => body.error.details.errors.map(({ path }: { path: string }) => path);

const shapes = [
  { rules: ['R-POSTCALLS-01', 'E-POSTCALLS-02'], what: 'no agentId', body: { phoneNumber: '+14155550100' }, paths: ['/body/agentId'] },
  { rules: ['R-POSTCALLS-01', 'E-POSTCALLS-03'], what: 'no phoneNumber', body: { agentId: 'x' }, paths: ['/body/phoneNumber'] },
  { rules: ['R-POSTCALLS-01'], what: 'nothing at all', body: {}, paths: ['/body/agentId', '/body/phoneNumber'] },
  { rules: ['R-POSTCALLS-02'], what: 'an agentId that is a number', body: { ...callBody, agentId: 7 }, paths: ['/body/agentId'] },
  {
    rules: ['R-POSTCALLS-02'],
    what: 'a phoneNumber that is a number',
    body: { ...callBody, phoneNumber: 14155550100 },
    paths: ['/body/phoneNumber'],
  },
  {
    rules: ['R-POSTCALLS-02'],
    what: 'a fromPhoneNumberId that is null',
    body: { ...callBody, fromPhoneNumberId: null },
    paths: ['/body/fromPhoneNumberId'],
  },
  { rules: ['R-POSTCALLS-02'], what: 'variables that are a list', body: { ...callBody, variables: [] }, paths: ['/body/variables'] },
  { rules: ['R-POSTCALLS-02'], what: 'metadata that is a text', body: { ...callBody, metadata: 'x' }, paths: ['/body/metadata'] },
  {
    rules: ['R-POSTCALLS-02'],
    what: 'knownConsent that is a text',
    body: { ...callBody, knownConsent: 'yes' },
    paths: ['/body/knownConsent'],
  },
  {
    rules: ['R-POSTCALLS-02'],
    what: 'a consentRecordId that is a number',
    body: { ...callBody, consentRecordId: 1 },
    paths: ['/body/consentRecordId'],
  },
  {
    rules: ['R-POSTCALLS-02'],
    what: 'an idempotencyKey that is a number',
    body: { ...callBody, idempotencyKey: 1 },
    paths: ['/body/idempotencyKey'],
  },
  { rules: ['R-POSTCALLS-02'], what: 'an unknown property', body: { ...callBody, scheduledAt: 'later' }, paths: ['/body/scheduledAt'] },
];

for (const { rules, what, body, paths } of shapes) {
  row(rules, `400 invalid_request for ${what}`, async () => {
    const reply = await owner.api.post('/calls', body);
    assert.deepEqual(coded(reply), [400, 'invalid_request']);
    assert.deepEqual(problemsOf(reply).sort(), paths);
  });
}

const entries = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, i]));
const long = 'n'.repeat(256);
const compact = (bytes: number): object => ({ a: 'x'.repeat(bytes - JSON.stringify({ a: '' }).length) });

/** Each size of a member on both sides of its edge, and what of the member is too large. */
const sizes: readonly (readonly [rule: string, what: string, member: string, fits: unknown, over: unknown, inner?: string])[] = [
  ['L-VARIABLES-01', '100 variables', 'variables', entries(100), entries(101)],
  ['L-VARIABLES-02', '4,096 bytes of a variable', 'variables', { v: 'x'.repeat(4_096) }, { v: 'x'.repeat(4_097) }, '/v'],
  ['L-VARIABLES-02', '4,096 bytes in umlauts', 'variables', { v: 'ä'.repeat(2_048) }, { v: `${'ä'.repeat(2_048)}x` }, '/v'],
  ['L-METADATA-01', '16,384 bytes of metadata', 'metadata', compact(16_384), compact(16_385)],
  ['L-IDEM-01', '255 characters of idempotencyKey', 'idempotencyKey', 'k'.repeat(255), 'k'.repeat(256)],
  ['R-POSTCALLS-03', "255 characters of a variable's name", 'variables', { [long.slice(1)]: 1 }, { [long]: 1 }, `/${long}`],
  ['R-POSTCALLS-03', '255 characters of consentRecordId', 'consentRecordId', long.slice(1), long],
];

for (const [rule, what, member, fits, over, inner = ''] of sizes) {
  row([rule, 'R-POSTCALLS-03'], `${what} are taken, and one more is 400 invalid_request`, async () => {
    const refused = await place({ [member]: over });
    assert.deepEqual(coded(refused), [400, 'invalid_request']);
    assert.deepEqual(problemsOf(refused), [`/body/${member}${inner}`]);
    assert.equal((await place({ [member]: fits })).status, 201);
    await system.play();
  });
}

row('R-POSTCALLS-03', 'sizes and schema are told together, of one thing once, and before what the number is', async () => {
  const variables = { ...entries(100), [long]: 'x'.repeat(4_097) };
  const refused = await owner.api.post('/calls', { phoneNumber: 'x', variables, metadata: compact(16_385), consentRecordId: long });
  assert.deepEqual(coded(refused), [400, 'invalid_request']);
  assert.deepEqual(problemsOf(refused).sort(), [
    '/body/agentId',
    '/body/consentRecordId',
    '/body/metadata',
    '/body/variables',
    `/body/variables/${long}`,
  ]);
});

for (const phoneNumber of [
  '',
  '4155550100',
  '+1415',
  '+1415555',
  '+1 415 555 0100',
  '(415) 555-0100',
  '+14155550100x',
  '+0123456789',
  '+1234567890123456',
]) {
  row(['R-POSTCALLS-04', 'E-POSTCALLS-03', 'C-PHONE-01'], `400 invalid_phone_number for "${phoneNumber}"`, async () => {
    assert.deepEqual(coded(await place({ phoneNumber })), [400, 'invalid_phone_number']);
  });
}

row(
  ['R-POSTCALLS-05', 'E-POSTCALLS-06'],
  '400 missing_variables lists what the prompt needs; what is supplied reaches the agent',
  async () => {
    const agentId = await agent(system.context, owner.tenantId, {
      systemPrompt: 'Ask {{owner}} of {{ street }} about {{owner}} and {{city}}.',
    });
    const refused = await place({ agentId, variables: { city: 'Boise' } });
    assert.deepEqual(coded(refused), [400, 'missing_variables']);
    assert.deepEqual(refused.body.error.details, { missing: ['owner', 'street'] });
    const variables = { owner: 'Dana', street: '418 Alder', city: 'Boise', unnamed: 'of the block alone' };
    const kept = { metadata: { private: 'never-dialled' }, knownConsent: true, consentRecordId: 'never-dialled' };
    const placed = await place({ agentId, variables, ...kept });
    assert.equal(placed.status, 201);
    const { request } = system.simulator.calls.all().find(({ callId }) => callId === placed.body.call.id) ?? assert.fail();
    assert.match(Object(request['assistant']).model.messages[0].content, /^Ask .*\n"unnamed": "of the block alone"\n<\/call_variables>$/s);
    const dialled = JSON.stringify(request);
    assert.match(dialled, /418 Alder/);
    assert.doesNotMatch(dialled, /never-dialled|onsent/);
    await system.play();
  },
);

row('R-BALANCE-01', '402 insufficient_balance one micro-unit below the estimate, and none at it', async () => {
  const { microsPerMinute, estimatedMinutes } = system.context.config.pricing;
  const estimate = microsPerMinute * estimatedMinutes;
  const poor = await ready({ balance: estimate - 1 });
  const refused = await place({ agentId: poor.agentId }, poor.api);
  assert.deepEqual(coded(refused), [402, 'insufficient_balance']);
  assert.deepEqual(refused.body.error.details, { balance: estimate - 1, required: estimate });
  const able = await ready({ balance: estimate });
  assert.equal((await place({ agentId: able.agentId }, able.api)).status, 201);
  await system.play();
});

row(['R-AGENT-01', 'E-POSTCALLS-02'], '404 agent_not_found to place a call with an agent that is absent, inactive or foreign', async () => {
  const inactive = await agent(system.context, owner.tenantId, { isActive: false });
  for (const agentId of [unknownId('agt'), 'nonsense', '', inactive, foreigner.agentId])
    assert.deepEqual(coded(await place({ agentId })), [404, 'agent_not_found'], agentId);
});

row(['R-AGENT-02', 'E-GETAGENT-03'], '404 agent_not_found to read one that is absent or foreign; an inactive one is shown', async () => {
  const inactive = await agent(system.context, owner.tenantId, { isActive: false });
  for (const id of [unknownId('agt'), foreigner.agentId])
    assert.deepEqual(coded(await owner.api.get(`/agents/${id}`)), [404, 'agent_not_found']);
  assert.equal((await owner.api.get(`/agents/${inactive}`)).status, 200);
});

row('R-AGENT-03', '404 agent_not_found to set the schema of one that is absent or foreign', async () => {
  for (const id of [unknownId('agt'), foreigner.agentId])
    assert.deepEqual(coded(await owner.api.post(`/agents/${id}/extraction-schema`, { schema: null })), [404, 'agent_not_found']);
});

row('R-NUMBER-01', '404 phone_number_not_found for a number that is absent, foreign or switched off', async () => {
  const off = await phoneNumber(system.context, owner.tenantId, { isActive: false });
  for (const fromPhoneNumberId of [unknownId('num'), foreigner.phoneNumberId, off])
    assert.deepEqual(coded(await place({ fromPhoneNumberId })), [404, 'phone_number_not_found'], fromPhoneNumberId);
});

row(['R-CALL-01', 'E-GETCALL-03'], '404 call_not_found to read or end a call that is absent or foreign', async () => {
  const { id } = (await place({ agentId: foreigner.agentId }, foreigner.api)).body.call;
  for (const each of [unknownId('call'), id, 'nonsense']) {
    assert.deepEqual(coded(await owner.api.get(`/calls/${each}`)), [404, 'call_not_found']);
    assert.deepEqual(coded(await owner.api.post(`/calls/${each}/end`)), [404, 'call_not_found']);
  }
  await system.play();
});

row(['R-IDEM-01', 'C-IDEM-01'], '409 idempotency_conflict for the same key with another body, on every write that takes one', async () => {
  const { endpointId, api } = await ready();
  const writes = [
    ['/calls', { ...callBody, agentId: owner.agentId }, { ...callBody, knownConsent: true }, owner.api],
    ['/webhooks', { name: 'a', url: system.simulator.receiverUrl('x') }, { name: 'b', url: system.simulator.receiverUrl('x') }, api],
    [
      '/automation-triggers',
      { name: 'a', eventType: 'sms.failed', webhookEndpointId: endpointId },
      { name: 'b', eventType: 'sms.failed', webhookEndpointId: endpointId },
      api,
    ],
    [`/agents/${owner.agentId}/extraction-schema`, { schema: null }, { schema: { type: 'object' } }, owner.api],
  ] as const;
  const paths = writes.map(([path]): string => path);
  const ids: Record<string, string> = { agents: owner.agentId, webhooks: endpointId };
  const others = publicRoutes()
    .filter((route) => route.takesBody && !paths.includes(atId(route, ids[route.noun] ?? '')))
    .map((route) => {
      const [body, another] = bodiesFor(route, owner);
      const id = route.namesObject ? ids[route.noun] : '';
      assert.ok(body && another && id !== undefined, `${route.id} takes a body: add a row to \`writes\`, with two bodies that it takes.`);
      return [atId(route, id), body, another, owner.api] as const;
    });
  for (const [path, body, another, client] of [...writes, ...others]) {
    const first = await client.post(path, { ...body, idempotencyKey: 'conflict' });
    assert.ok(first.status < 300, first.raw);
    const conflict = await client.post(path, { ...another, idempotencyKey: 'conflict' });
    assert.deepEqual(coded(conflict), [409, 'idempotency_conflict'], path);
    assert.equal(conflict.headers['x-should-retry'], 'false', path);
    assert.equal((await client.post(path, { ...body, idempotencyKey: 'conflict' })).raw, first.raw, path);
  }
  await system.play();
});

const methods = [
  {
    rules: ['R-ALL-04', 'L-RATE-01', 'C-RATE-01'],
    what: '60 writes',
    limit: 60,
    send: (api: ApiClient) => api.request('DELETE', '/webhooks/x'),
  },
  { rules: ['R-ALL-04', 'L-RATE-02', 'C-RATE-01'], what: '120 reads', limit: 120, send: (api: ApiClient) => api.get('/agents') },
];

for (const { rules, what, limit, send } of methods) {
  row(
    [...rules, 'A-KEY-05', 'L-RATE-03'],
    `${what} pass within a minute, through all keys of a tenant together, and the next is 429 rate_limited`,
    async () => {
      const { id } = await tenant(system.context);
      const keys = [await apiKey(system.context, id), await apiKey(system.context, id)].map(({ text }) => owner.api.with(text));
      for (let i = 0; i < limit; i++) {
        const { status, headers } = await send(keys[i % 2] ?? owner.api);
        assert.notEqual(status, 429, `${i + 1}`);
        assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], [String(limit), String(limit - i - 1)]);
      }
      for (const key of keys) {
        const over = await send(key);
        assert.deepEqual(coded(over), [429, 'rate_limited']);
        assert.equal(over.headers['retry-after'], '60');
      }
      assert.notEqual((await send(foreigner.api)).status, 429, 'another tenant has a budget of its own');
      system.clock.advance(60);
      assert.notEqual((await send(keys[0] ?? owner.api)).status, 429, 'a minute later there is room');
    },
  );
}

row(['R-CONCURRENT-01', 'L-CONCURRENT-01'], '429 concurrent_limit_exceeded for the call beyond the cap, until one has ended', async () => {
  const busy = await ready({ limits: { ...unhurried, concurrentCalls: 2 } });
  const call = () => place({ agentId: busy.agentId, phoneNumber: numberFor('no-answer', 700) }, busy.api);
  assert.deepEqual([(await call()).status, (await call()).status], [201, 201]);
  const over = await call();
  assert.deepEqual(coded(over), [429, 'concurrent_limit_exceeded']);
  assert.deepEqual(over.body.error.details, { limit: 2, active: 2, unknownFate: 0 });
  assert.equal(over.headers['retry-after'], undefined);
  await system.settle();
  assert.equal((await call()).status, 201);
  await system.play();
});

row('L-CONCURRENT-01', 'the cap is ten where the operator set none', async () => {
  const plain = await readyTenant(system, { events: [] });
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++)
    statuses.push((await place({ agentId: plain.agentId, phoneNumber: numberFor('no-answer', 710 + i) }, plain.api)).status);
  assert.deepEqual(statuses, [...Array(10).fill(201), 429]);
  await system.play();
});

row('R-PLACE-01', '500 placement_failed where the provider refuses, and the same key places the call later, once', async () => {
  const body = { phoneNumber: numberFor('provider-refuses', 1), idempotencyKey: 'refused' };
  const before = system.simulator.ledger.read().totals.dials;
  for (let i = 0; i < 2; i++) {
    const refused = await place(body);
    assert.deepEqual([...coded(refused), refused.body.error.details], [500, 'placement_failed', { fate: 'not_dialled' }]);
    assert.match(refused.body.error.message, /^The voice provider did not take the call\. Nobody was dialled/);
  }
  assert.equal(system.simulator.ledger.read().totals.dials, before);
  const corrected = await place({ ...body, phoneNumber: numberFor('busy', 2) });
  assert.equal(corrected.status, 201);
  await system.play();
});

/** A tenant whose provider answers as the test says, and the body of a call. */
async function ofFake() {
  const { id } = await tenant(fake);
  await phoneNumber(fake, id);
  const body = { agentId: await agent(fake, id), phoneNumber: '+14155550100', idempotencyKey: 'same' };
  return { api: fakeServer.api.with((await apiKey(fake, id)).text), body };
}

row('R-PLACE-01', '500 placement_failed of a call that may have been dialled says so, then the same key gets the call', async () => {
  const { api, body } = await ofFake();
  fake.voice.onPlace = () => ({ kind: 'unknown', raw: 'timeout' });
  const refused = await api.post('/calls', body);
  const { details, message } = refused.body.error;
  assert.deepEqual([...coded(refused), details], [500, 'placement_failed', { fate: 'unknown', callId: details.callId }]);
  assert.match(message, /^It is not known whether the call was placed\. Retry with the same idempotencyKey/);
  assert.match(message, /without a key, read or end the call in details\.callId first\.$/);
  fake.voice.onFind = (callId) => ({ kind: 'found', providerCallId: `provider-${callId}`, controlUrl: null });
  const again = await api.post('/calls', body);
  assert.deepEqual([again.status, again.body.call.id], [201, details.callId]);
  fake.voice.onEnd = () => 'unreachable';
  assert.deepEqual(coded(await api.post(`/calls/${details.callId}/end`)), [500, 'end_failed']);
});

row('R-IDEM-02', '503 idempotency_in_progress with Retry-After: 1 while the first request is at work', async () => {
  const { api, body } = await ofFake();
  const [dialled, accepted] = [latch(), latch()];
  fake.voice.onPlace = async (call) => {
    dialled.give();
    await accepted.given;
    return { kind: 'accepted', providerCallId: call.callId, controlUrl: null };
  };
  const first = api.post('/calls', body);
  await dialled.given;
  const second = await api.post('/calls', body);
  assert.deepEqual([...coded(second), second.headers['retry-after']], [503, 'idempotency_in_progress', '1']);
  assert.equal(second.body.error.message, 'The first request with this idempotencyKey is still at work.');
  accepted.give();
  assert.equal((await first).status, 201);
  assert.equal((await api.post('/calls', body)).raw, (await first).raw);
});

const credentials = [
  { what: 'no header', headers: {} },
  { what: 'an empty header', headers: { authorization: '' } },
  { what: 'another scheme', headers: { authorization: `Basic ${goodKey}` } },
  { what: 'a key without its scheme', headers: { authorization: goodKey } },
  { what: 'nonsense', headers: { authorization: 'Bearer rp_test_c1_nonsense' } },
  { what: 'an unknown key', headers: { authorization: `Bearer ${goodKey.slice(0, -4)}aaaa` } },
  { what: 'an expired key', headers: { authorization: `Bearer ${expiredKey}` } },
  { what: 'a revoked key', headers: { authorization: `Bearer ${revokedKey}` } },
];

for (const { what, headers } of credentials) {
  row(['R-ALL-01', 'A-KEY-01', 'A-KEY-02'], `401 invalid_api_key for ${what}, on every route`, async () => {
    for (const { method, path } of publicRoutes()) {
      const reply = await owner.api.with(null).request(method, withId(path, 'x'), { headers });
      assert.deepEqual(coded(reply), [401, 'invalid_api_key'], `${method} ${path}`);
      assert.equal(reply.headers['www-authenticate'], 'Bearer');
    }
  });
}

row(['R-ALL-03', 'A-KEY-04'], '403 public_api_disabled on every route of a tenant whose public API is off', async () => {
  const { id } = await tenant(system.context, { publicApiEnabled: false });
  const api = owner.api.with((await apiKey(system.context, id)).text);
  for (const { method, path } of publicRoutes())
    assert.deepEqual(coded(await api.request(method, withId(path, 'x'))), [403, 'public_api_disabled'], `${method} ${path}`);
});

const kinds = [
  { status: 400, send: () => place({ agentId: 7 }) },
  { status: 401, send: () => owner.api.with(null).get('/agents') },
  { status: 404, send: () => owner.api.get('/agents/x') },
  { status: 404, send: () => owner.api.get('/nowhere') },
  { status: 405, send: () => owner.api.request('PUT', '/agents') },
  { status: 415, send: () => owner.api.request('POST', '/calls', { body: 'x', headers: { 'content-type': 'text/plain' } }) },
  { status: 500, send: () => place({ phoneNumber: numberFor('provider-refuses', 2) }) },
  { status: 200, send: () => owner.api.get('/agents') },
];

for (const { status, send } of kinds) {
  row(['C-ERROR-01', 'C-JSON-01', 'C-RATE-01'], `a ${status} is JSON, shows its budget, and is an envelope if it is an error`, async () => {
    const reply = await send();
    assert.equal(reply.status, status);
    assert.match(String(reply.headers['content-type']), /^application\/json/);
    for (const name of ['limit', 'remaining', 'reset']) assert.match(String(reply.headers[`x-ratelimit-${name}`]), /^\d+$/);
    if (status < 400) return;
    assert.deepEqual(Object.keys(reply.body), ['error']);
    const { code, message, details = {}, ...rest } = reply.body.error;
    assert.deepEqual([typeof code, typeof message, typeof details, rest], ['string', 'string', 'object', {}]);
  });
}

row('C-JSON-01', 'a body that is not announced as JSON is 415, one that is not JSON is 400', async () => {
  const body = JSON.stringify(callBody);
  assert.equal((await owner.api.request('POST', '/calls', { body, headers: { 'content-type': 'text/plain' } })).status, 415);
  assert.deepEqual(coded(await owner.api.post('/calls', '{')), [400, 'invalid_request']);
});

row('W-VERSION-01', 'the routes lie under /api/v1/public and nowhere else', async () => {
  assert.equal(new URL(owner.api.baseUrl).pathname, '/api/v1/public');
  for (const path of ['/agents', '/api/agents', '/api/v2/public/agents', '/v1/public/agents'])
    assert.equal((await fetch(system.publicUrl + path, { headers: { authorization: `Bearer ${goodKey}` } })).status, 404, path);
});
