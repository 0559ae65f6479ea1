import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, beforeEach, test } from 'node:test';
import { AddressGuard } from '../../../src/network/address-guard.ts';
import { contextBlock } from '../../../src/voice/context-block.ts';
import { inDialect } from '../../../src/voice/vapi/dialect.ts';
import { vapiProvider } from '../../../src/voice/vapi/vapi-provider.ts';
import type { CallToPlace } from '../../../src/voice/voice-provider.ts';
import { listen, listenOfFile } from '../../support/api.ts';
import { manualClock } from '../../support/clock.ts';
import { receiverFor } from '../../support/receiver.ts';
import { unhurriedMs } from '../../support/targets.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** A server that answers as it is told and keeps what it was asked. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown> | null;
}

let asked: Asked[] = [];
let answer: (asked: Asked, response: ServerResponse) => void;

const server = createServer(async (request: IncomingMessage, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const url = new URL(request.url ?? '/', 'http://vapi.test');
  const seen: Asked = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    authorization: request.headers.authorization,
    body: text === '' ? null : JSON.parse(text),
  };
  asked.push(seen);
  answer(seen, response);
});

const reply = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const providerAt = (baseUrl: string) =>
  vapiProvider({
    guard: new AddressGuard({ allowedPrivate: [], clock: manualClock(), connectTimeoutMs: unhurriedMs }),
    config: {
      publicUrl: 'https://ringpost.test',
      vapi: { baseUrl, apiKey: 'private-key', webhookSecret: 's', oldWebhookSecrets: [], credentialId: 'cred-1' },
    },
    clock: manualClock(),
    timeoutMs: unhurriedMs,
  });

const { origin } = await listenOfFile(server);
const voice = providerAt(`${origin}/vapi`);
after(() => voice.close());
beforeEach(() => {
  asked = [];
  answer = (_, response) => reply(response, 201, { id: 'provider-1', monitor: { controlUrl: `${origin}/control/1` } });
});

const call: CallToPlace = {
  callId: 'call_01kdvzjtc9fyhs3w8t2m5q7r4b',
  tenantId: 'ten_01kdvy0a2c4e6g8j0m2p4r6t8v',
  agentId: 'agent_01kdvy0a2c4e6g8j0m2p4r6t8v',
  keyHash: 'hash-of-the-key',
  cell: 'c1',
  to: '+15550011234',
  from: { phoneNumber: '+14155550100', providerNumberId: 'number-1' },
  agent: { name: 'Qualifier '.repeat(9), systemPrompt: 'Hello {{ name }}', voice: {}, model: {}, providerAgentId: null },
  variables: { name: 'Dana', unnamed: 'SECRETWORD' },
  extractionSchema: { type: 'object', properties: { budget: { type: 'number' } } },
  activeOutcomes: ['INTERESTED', 'CALLBACK'],
  maxDurationSeconds: 7_200,
};

test('places a call with our id in both places, an inline assistant, and where to report', async () => {
  assert.deepEqual(await voice.place(call), { kind: 'accepted', providerCallId: 'provider-1', controlUrl: `${origin}/control/1` });
  assert.equal(asked.length, 1);
  const [{ method, path, authorization, body } = {} as Asked] = asked;
  assert.deepEqual([method, path, authorization], ['POST', '/vapi/call', 'Bearer private-key']);
  assert.deepEqual(body, {
    name: call.callId,
    phoneNumberId: 'number-1',
    customer: { number: '+15550011234' },
    assistant: {
      name: 'Qualifier '.repeat(4),
      model: {
        provider: 'openai',
        model: 'gpt-4.1',
        messages: [{ role: 'system', content: `Hello {{ name }}${contextBlock({ name: 'Dana', unnamed: 'SECRETWORD' })}` }],
      },
    },
    assistantOverrides: {
      variableValues: { name: 'Dana', unnamed: 'SECRETWORD' },
      metadata: { callId: call.callId, tenantId: call.tenantId, agentId: call.agentId, keyHash: call.keyHash, cell: call.cell },
      server: {
        url: 'https://ringpost.test/callbacks/voice/vapi',
        credentialId: 'cred-1',
        backoffPlan: { type: 'exponential', maxRetries: 5, baseDelaySeconds: 1 },
      },
      serverMessages: ['status-update', 'end-of-call-report'],
      maxDurationSeconds: 7_200,
      monitorPlan: { controlEnabled: true, controlAuthenticationEnabled: false },
      artifactPlan: { recordingEnabled: true, recordingFormat: 'wav;l16', transcriptPlan: { enabled: true } },
      analysisPlan: analysisPlanOf(body),
    },
  });
  const plan = JSON.stringify(analysisPlanOf(body));
  assert.match(plan, /"enabled":true/);
  assert.match(plan, /"enum":\["INTERESTED","CALLBACK"\]/);
  assert.match(plan, /"extraction":\{"type":"object","properties":\{"budget":\{"type":"number"\}\}\}/);
});

test('a variable with a dotted name is also the member that the path of a template leads to, where there is none', async () => {
  const sentFor = async (variables: Readonly<Record<string, unknown>>) => {
    await voice.place({ ...call, variables });
    return ((asked.at(-1)?.body?.['assistantOverrides'] ?? {}) as Record<string, unknown>)['variableValues'];
  };
  assert.deepEqual(await sentFor({ 'lead.name': 'Ada' }), { 'lead.name': 'Ada', lead: { name: 'Ada' } });
  const nested = { 'lead.home.street': 'Alder', 'lead.name': 'Ada', lead: { name: 'Eve', age: 7 } };
  assert.deepEqual(await sentFor(nested), { ...nested, lead: { name: 'Eve', age: 7, home: { street: 'Alder' } } });
  for (const unfit of [
    { 'lead.name': 'Ada', lead: 'Eve' },
    { 'lead.0': 'Ada', lead: ['Eve'] },
  ])
    assert.deepEqual(await sentFor(unfit), unfit);
  const inherited = JSON.parse('{"__proto__.name": "Ada", "lead.constructor": 1}');
  assert.equal(
    JSON.stringify(await sentFor(inherited)),
    '{"__proto__.name":"Ada","lead.constructor":1,"__proto__":{"name":"Ada"},"lead":{"constructor":1}}',
  );
});

const analysisPlanOf = (body: Asked['body'] | undefined): unknown =>
  ((body?.['assistantOverrides'] ?? {}) as Record<string, unknown>)['analysisPlan'];

test('names a type in every schema of the extraction, as Vapi demands, and leaves the rest of the schema to the model', async () => {
  const unit = { anyOf: [{ type: 'string', enum: ['m2', 'ft2'] }, { type: 'null' }] };
  const extractionSchema = {
    type: 'object',
    properties: {
      unit,
      plain: { type: ['integer', 'null'], minimum: 1 },
      rooms: { type: 'array', items: { $ref: '#/$defs/room' } },
      tags: { items: true },
      site: { format: 'uri' },
      moves: { const: 3 },
      two: { allOf: [{ $ref: '#/$defs/room' }, { $ref: '#/$defs/room' }] },
    },
    $defs: { room: { properties: { name: { type: 'string', format: 'date' }, within: { $ref: '#/$defs/room' } }, required: ['name'] } },
  };
  await voice.place({ ...call, extractionSchema });
  const plan = analysisPlanOf(asked[0]?.body) as { structuredDataPlan: { schema: { properties: { extraction: unknown } } } };
  const name = { type: 'string', format: 'date' };
  const room = { properties: { name }, required: ['name'], type: 'object' };
  assert.deepEqual(plan.structuredDataPlan.schema.properties.extraction, {
    ...extractionSchema,
    properties: {
      unit: { ...unit, type: ['string', 'null'] },
      plain: { type: ['integer', 'null'], minimum: 1 },
      rooms: { type: 'array', items: room },
      tags: { type: 'array', items: { type: 'string' } },
      site: { type: 'string' },
      moves: { const: 3, type: 'number' },
      two: { ...room, allOf: extractionSchema.properties.two.allOf },
    },
  });
});

test('names the types of all the values that a schema allows, null among them', async () => {
  const word = { enum: ['yes', 'no', null] };
  const properties = {
    word,
    rank: { enum: [1, 'first'] },
    flag: { enum: [true, false] },
    nothing: { const: null },
    place: { const: { x: 1 } },
    either: { anyOf: [{ const: null }, { type: 'integer' }] },
    several: { oneOf: [{ type: ['integer', 'boolean'] }, { enum: [null] }] },
    some: { anyOf: [word, { type: 'null' }] },
  };
  await voice.place({ ...call, extractionSchema: { type: 'object', properties } });
  const plan = analysisPlanOf(asked[0]?.body) as {
    structuredDataPlan: { schema: { properties: { extraction: { properties: Record<string, { type: unknown }> } } } };
  };
  const sent = plan.structuredDataPlan.schema.properties.extraction.properties;
  assert.deepEqual(Object.fromEntries(Object.entries(sent).map(([name, { type }]) => [name, type])), {
    word: ['string', 'null'],
    rank: ['number', 'string'],
    flag: 'boolean',
    nothing: 'null',
    place: 'object',
    either: ['integer', 'null'],
    several: ['integer', 'boolean', 'null'],
    some: ['string', 'null'],
  });
});

test('tells the values of a list in words, unless all are strings, which is all that Vapi takes in one', () => {
  const description = 'How hot the lead is.';
  const properties = {
    color: { enum: ['red', 'green'] },
    heat: { type: 'integer', enum: [1, 2], description },
    answer: { enum: ['yes', null] },
  };
  assert.deepEqual(inDialect({ type: 'object', properties }).properties, {
    color: { type: 'string', enum: ['red', 'green'] },
    heat: { type: 'integer', description: 'How hot the lead is. One of 1, 2.' },
    answer: { type: ['string', 'null'], description: 'One of "yes", null.' },
  });
});

test('names what all branches of a schema may have, so that none is excluded', async () => {
  const offer = (kind: string, more: object) => ({
    type: 'object',
    properties: { kind: { const: kind }, ...more },
    required: ['kind', ...Object.keys(more)],
    additionalProperties: false,
  });
  const oneOf = [offer('cash', { amount: { type: 'number' } }), offer('loan', { bank: { type: 'string' } })];
  const either = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }] };
  const extractionSchema = { type: 'object', properties: { offer: { oneOf }, either }, required: ['offer', 'either'] };
  await voice.place({ ...call, extractionSchema });
  const plan = analysisPlanOf(asked[0]?.body) as { structuredDataPlan: { schema: { properties: { extraction: object } } } };
  const sent = plan.structuredDataPlan.schema.properties.extraction;
  const kind = { type: 'string', anyOf: [{ const: 'cash' }, { const: 'loan' }] };
  assert.deepEqual(sent, {
    ...extractionSchema,
    properties: {
      offer: { type: 'object', oneOf, properties: { kind, amount: { type: 'number' }, bank: { type: 'string' } } },
      either: { ...either, type: ['string', 'array'], items: { type: 'integer' } },
    },
  });
});

test('a member that nobody can fill in is neither named nor required', () => {
  const name = { type: 'string' };
  const schema = { type: 'object', properties: { name, above: { $ref: '#' }, never: false }, required: ['name', 'above'] };
  const above = { type: 'object', properties: { name }, required: ['name'] };
  assert.deepEqual(inDialect(schema), { type: 'object', properties: { name, above }, required: ['name', 'above'] });
});

test('wants an extraction where the agent has a schema for one', async () => {
  const requiredFor = async (extractionSchema: CallToPlace['extractionSchema']) => {
    await voice.place({ ...call, extractionSchema });
    return (analysisPlanOf(asked.at(-1)?.body) as { structuredDataPlan: { schema: { required: unknown } } }).structuredDataPlan.schema
      .required;
  };
  assert.deepEqual(await requiredFor({ type: 'object' }), ['outcome', 'extraction']);
  assert.deepEqual(await requiredFor(null), ['outcome']);
});

test('names a saved assistant instead, with the same overrides', async () => {
  await voice.place({ ...call, agent: { ...call.agent, providerAgentId: 'assistant-1' } });
  const body = asked[0]?.body ?? {};
  assert.equal(body['assistantId'], 'assistant-1');
  assert.equal('assistant' in body, false);
  assert.equal((body['assistantOverrides'] as { metadata: { callId: string } }).metadata.callId, call.callId);
});

test('a schema that would come to many megabytes is written as far as half a megabyte goes', async () => {
  const leaf = { type: 'string', description: 'x'.repeat(20_000) };
  const doubled = (of: string) => ({ type: 'object', properties: { a: { $ref: of }, b: { $ref: of } } });
  const $defs = { d0: leaf, ...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`d${n + 1}`, doubled(`#/$defs/d${n}`)])) };
  await voice.place({ ...call, extractionSchema: { type: 'object', properties: { a: { $ref: '#/$defs/d11' } }, $defs } });
  const { length } = JSON.stringify(asked[0]?.body);
  assert.ok(length > 100_000 && length < 700_000, `${length} bytes`);
});

test('a long way of references is kept once, and not again for each schema at its end', (t) => {
  const numbered = (count: number, of: (n: number) => [string, unknown]) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => of(n)));
  const $defs = {
    ...numbered(50, (n) => [`way${n}`, { properties: { a: { $ref: n < 49 ? `#/$defs/way${n + 1}` : '#/$defs/end' } } }]),
    end: { properties: numbered(900, (n) => [`p${n}`, {}]) },
  };
  const { add } = Set.prototype;
  let added = 0;
  t.mock.method(Set.prototype, 'add', function (this: Set<unknown>, member: unknown) {
    added += 1;
    return add.call(this, member);
  });
  const written = inDialect({ type: 'object', properties: { a: { $ref: '#/$defs/way0' } }, $defs });
  assert.match(JSON.stringify(written), /"p899":\{"type":"string"\}/);
  assert.ok(added < 1_000, `${added} members of sets`);
});

test('a schema that would copy members a million times is written as far as half a megabyte of them goes', () => {
  const way = Array.from({ length: 600 }, (_, n) => [`way${n}`, { ...(n < 599 && { $ref: `#/$defs/way${n + 1}` }), [`k${n}`]: 1 }]);
  const properties = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`p${n}`, { $ref: '#/$defs/way0' }]));
  const written = inDialect({ type: 'object', properties: { small: { minimum: 1 }, ...properties }, $defs: Object.fromEntries(way) });
  assert.deepEqual(written.properties, { small: { type: 'number', minimum: 1 } });
});

const answers: readonly [number, unknown, 'accepted' | 'refused' | 'unknown'][] = [
  [201, { id: 'provider-1' }, 'accepted'],
  [200, { results: [{ id: 'provider-1' }], errors: [] }, 'accepted'],
  [201, { results: [], errors: [{ customer: {}, error: 'blocked' }] }, 'refused'],
  [201, {}, 'unknown'],
  [201, 'nonsense', 'unknown'],
  [400, { message: 'no' }, 'refused'],
  [401, {}, 'refused'],
  [402, {}, 'refused'],
  [404, {}, 'refused'],
  [429, {}, 'refused'],
  [302, {}, 'unknown'],
  [408, {}, 'unknown'],
  [500, {}, 'unknown'],
  [503, {}, 'unknown'],
];
for (const [status, body, kind] of answers) {
  test(`an answer of ${status} ${JSON.stringify(body)} means ${kind}, after one attempt`, async () => {
    answer = (_, response) => reply(response, status, body);
    assert.equal((await voice.place(call)).kind, kind);
    assert.equal(asked.length, 1);
  });
}

test('no answer in time, or a connection cut after the request was sent, leaves it unknown, after one attempt', async (t) => {
  const limit = timeLimit(t);
  answer = () => limit.end();
  assert.equal((await voice.place(call)).kind, 'unknown');
  assert.deepEqual(limit.askedMs, [unhurriedMs]);
  t.mock.restoreAll();
  answer = (_, response) => response.destroy();
  assert.equal((await voice.place(call)).kind, 'unknown');
  answer = (_, response) => {
    response.writeHead(201, { 'content-length': '1000' }).write('{"id":"pro');
    response.destroy();
  };
  assert.equal((await voice.place(call)).kind, 'unknown');
  assert.equal(asked.length, 3);
});

test('nobody listening is unreached: not a byte was sent', async () => {
  const closed = await listen(createServer());
  await closed.close();
  const nowhere = providerAt(closed.origin);
  assert.equal((await nowhere.place(call)).kind, 'unreached');
  await nowhere.close();
});

const since = new Date('2026-03-02T12:00:00.000Z');

/** 250 calls a second apart, the newest first, in pages as Vapi cuts them. */
const listed = Array.from({ length: 250 }, (_, i) => ({
  id: `provider-${i}`,
  name: `call_${i}`,
  createdAt: new Date(since.getTime() + i * 1_000).toISOString(),
})).reverse();

const listAnswer = (calls: readonly { createdAt: string }[]) => (request: Asked, response: ServerResponse) => {
  const ge = request.query.get('createdAtGe') ?? '';
  const le = request.query.get('createdAtLe') ?? '9';
  reply(response, 200, calls.filter((each) => each.createdAt >= ge && each.createdAt <= le).slice(0, Number(request.query.get('limit'))));
};

test('finds a call by our id on whatever page it stands', async () => {
  answer = listAnswer(listed);
  assert.deepEqual(await voice.findByCallId('call_3', since), { kind: 'found', providerCallId: 'provider-3', controlUrl: null });
  assert.equal(asked.length, 3);
  assert.deepEqual(await voice.findByCallId('call_249', since), { kind: 'found', providerCallId: 'provider-249', controlUrl: null });
});

test('calls it absent only when the whole list was read', async () => {
  answer = listAnswer(listed);
  assert.deepEqual(await voice.findByCallId('call_999', since), { kind: 'absent' });
  assert.equal(asked.length, 3);
  const sameTime = listed.slice(0, 150).map((each) => ({ ...each, createdAt: since.toISOString() }));
  answer = listAnswer(sameTime);
  assert.equal((await voice.findByCallId('call_999', since)).kind, 'unreachable');
  for (const [status, body] of [
    [500, []],
    [200, {}],
    [401, {}],
  ] as const) {
    answer = (_, response) => reply(response, status, body);
    assert.equal((await voice.findByCallId('call_999', since)).kind, 'unreachable');
  }
});

test('reads fewer calls at a time where a page is too large to be read', async () => {
  const long = listed.slice(0, 12).map((each) => ({ ...each, artifact: { transcript: 'x'.repeat(4 * 1024 * 1024) } }));
  answer = listAnswer(long);
  assert.deepEqual(await voice.findByCallId('call_240', since), { kind: 'found', providerCallId: 'provider-240', controlUrl: null });
  assert.deepEqual([...new Set(asked.map(({ query }) => query.get('limit')))], ['100', '25', '7']);
});

test('looks among the calls that were made when it was asked for, and a little around, because clocks differ', async () => {
  answer = (_, response) => reply(response, 200, []);
  await voice.findByCallId('call_1', since);
  assert.equal(asked[0]?.query.get('createdAtGe'), '2026-03-02T11:55:00.000Z');
  assert.equal(asked[0]?.query.get('createdAtLe'), '2026-03-02T12:06:00.000Z');
});

const live = () => ({ providerCallId: 'provider-1', controlUrl: `${origin}/control/1` });

test('hangs up over the control URL, with no key of ours, and never deletes', async () => {
  answer = (_, response) => reply(response, 200, {});
  assert.equal(await voice.end(live()), 'ending');
  assert.deepEqual(
    asked.map(({ method, path, body, authorization }) => [method, path, body, authorization]),
    [['POST', '/control/1', { type: 'end-call' }, undefined]],
  );
});

const endings: readonly [string, number, number, unknown, string][] = [
  ['refuses because nobody has answered', 400, 200, { status: 'ringing' }, 'not_yet'],
  ['refuses although somebody talks', 401, 200, { status: 'in-progress' }, 'unreachable'],
  ['refuses although the call was passed on', 404, 200, { status: 'forwarding' }, 'unreachable'],
  ['refuses because it is over', 400, 200, { status: 'ended' }, 'already_ended'],
  ['no longer knows the control URL and says that it ended', 404, 200, { status: 'ended' }, 'already_ended'],
  ['no longer knows the call at all', 404, 404, {}, 'already_ended'],
  ['fails', 500, 200, {}, 'unreachable'],
  ['is overrun', 429, 200, {}, 'unreachable'],
];
for (const [what, control, read, body, result] of endings) {
  test(`hanging up is ${result} when Vapi ${what}`, async () => {
    answer = ({ method }, response) => (method === 'POST' ? reply(response, control, {}) : reply(response, read, body));
    assert.equal(await voice.end(live()), result);
    assert.ok(asked.every(({ method }) => method !== 'DELETE'));
  });
}

test('a control URL that leads into a private network is not gone to, wherever it came from', async (t) => {
  const inside = await receiverFor(t);
  answer = (_, response) => reply(response, 200, { status: 'in-progress', monitor: { controlUrl: inside.url } });
  for (const controlUrl of [inside.url, inside.url.replace('127.0.0.1', 'localhost'), 'file:///etc/passwd', 'nonsense', null])
    assert.equal(await voice.end({ providerCallId: 'provider-1', controlUrl }), 'unreachable', String(controlUrl));
  assert.equal(inside.received.length, 0);
});

test('asks for the control URL of a call that came without one', async () => {
  answer = ({ method }, response) =>
    reply(
      response,
      200,
      method === 'GET' ? { id: 'provider-1', status: 'in-progress', monitor: { controlUrl: `${origin}/control/1` } } : {},
    );
  assert.equal(await voice.end({ providerCallId: 'provider-1', controlUrl: null }), 'ending');
  assert.deepEqual(
    asked.map(({ method, path }) => `${method} ${path}`),
    ['GET /vapi/call/provider-1', 'POST /control/1'],
  );
  answer = (_, response) => reply(response, 200, { id: 'provider-1', status: 'queued' });
  assert.equal(await voice.end({ providerCallId: 'provider-1', controlUrl: null }), 'not_yet');
  answer = (_, response) => reply(response, 200, { id: 'provider-1', status: 'in-progress' });
  assert.equal(await voice.end({ providerCallId: 'provider-1', controlUrl: null }), 'unreachable');
});

test('takes the control URL that Vapi names now where the one that it named first is out of reach', async () => {
  const closed = await listen(createServer());
  await closed.close();
  answer = ({ method }, response) =>
    reply(response, 200, method === 'GET' ? { status: 'in-progress', monitor: { controlUrl: `${origin}/control/2` } } : {});
  assert.equal(await voice.end({ providerCallId: 'provider-1', controlUrl: `${closed.origin}/control/1` }), 'ending');
  assert.deepEqual(
    asked.map(({ method, path }) => `${method} ${path}`),
    ['GET /vapi/call/provider-1', 'POST /control/2'],
  );
});

test('a telephone that is answered while its hang-up is refused is hung up', async () => {
  const controlUrl = `${origin}/control/1`;
  let posted = 0;
  answer = ({ method }, response) =>
    method === 'GET'
      ? reply(response, 200, { status: 'in-progress', monitor: { controlUrl } })
      : reply(response, ++posted === 1 ? 400 : 200, {});
  assert.equal(await voice.end({ providerCallId: 'provider-1', controlUrl }), 'ending');
  assert.equal(posted, 2);
});

test('a control URL that Vapi names anew each time is asked once more and no oftener', async () => {
  let named = 0;
  answer = ({ method }, response) =>
    method === 'GET'
      ? reply(response, 200, { status: 'in-progress', monitor: { controlUrl: `${origin}/control/${++named}` } })
      : reply(response, 404, {});
  assert.equal(await voice.end({ providerCallId: 'provider-1', controlUrl: `${origin}/control/0` }), 'unreachable');
  assert.deepEqual(
    asked.map(({ method, path }) => `${method} ${path}`),
    ['POST /control/0', 'GET /vapi/call/provider-1', 'POST /control/1'],
  );
});

test('a snapshot leaves open if the call was answered, as long as the provider may still say it', async () => {
  const awaitedAfter = async (ms: number) => {
    const endedAt = new Date(since.getTime() - ms).toISOString();
    answer = (_, response) => reply(response, 200, { id: 'provider-1', status: 'ended', endedReason: 'manually-canceled', endedAt });
    const result = await voice.snapshot(live());
    assert.ok(result.kind === 'events' && result.events[0]?.kind === 'ended');
    return result.events[0].awaits;
  };
  assert.equal(await awaitedAfter(0), 'answer');
  assert.equal(await awaitedAfter(60_000), undefined);
});

test('a snapshot tells what callbacks would have told', async () => {
  const shown = async (status: number, body: unknown) => {
    answer = (_, response) => reply(response, status, body);
    const result = await voice.snapshot(live());
    if (result.kind !== 'events') return result.kind;
    return result.events.map((event) => ('lacks' in event ? `${event.kind} without ${event.lacks}` : event.kind)).join(' ');
  };
  const ended = {
    id: 'provider-1',
    status: 'ended',
    endedReason: 'customer-ended-call',
    startedAt: since.toISOString(),
    endedAt: new Date(since.getTime() - 60_000).toISOString(),
  };
  assert.equal(await shown(200, { id: 'provider-1', status: 'queued' }), '');
  assert.equal(await shown(200, { id: 'provider-1', status: 'ringing' }), 'ringing');
  assert.equal(await shown(200, { id: 'provider-1', status: 'in-progress' }), 'answered');
  for (const analysis of [undefined, {}, { summary: 'Done.' }])
    assert.equal(await shown(200, { ...ended, analysis, artifact: { transcript: 'AI: Hi.' } }), 'ended analyzed without classification');
  // The report is due any moment. What is not there yet may still come.
  const justNow = { ...ended, endedAt: since.toISOString(), artifact: { transcript: 'AI: Hi.' } };
  for (const analysis of [{}, { summary: 'Done.' }]) assert.equal(await shown(200, { ...justNow, analysis }), 'ended');
  const analysis = { structuredData: { outcome: 'DNC' } };
  assert.equal(await shown(200, { ...justNow, analysis }), 'ended');
  const artifact = { ...justNow.artifact, recordingUrl: 'https://storage.test/1.wav' };
  assert.equal(await shown(200, { ...justNow, analysis, artifact }), 'ended analyzed');
  assert.equal(await shown(200, { ...ended, analysis }), 'ended analyzed without recording');
  assert.equal(await shown(200, { ...ended, analysis, artifact }), 'ended analyzed');
  assert.equal(await shown(200, { id: 'provider-1', status: 'not-found' }), 'absent');
  assert.equal(await shown(404, {}), 'absent');
  assert.equal(await shown(500, {}), 'unreachable');
  assert.equal(await shown(200, 'nonsense'), 'unreachable');
});
