import assert from 'node:assert/strict';
import { after } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import type { ApiResponse } from '../support/api.ts';
import { agent, apiKey, phoneNumber } from '../support/fixtures.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { row } from './row.ts';
import { isText, isTime, matchesCase, received } from './values.ts';

/** Calls, row by row: each field at its creation and after an end, each state, each rule of the three operations. */

const system = await ringpost({ after });
const unhurried = { limits: { readsPerMinute: 10_000, writesPerMinute: 10_000, concurrentCalls: 100 } };
const schema = { type: 'object', properties: { askingPrice: { type: 'number' } }, required: ['askingPrice'] };
const owner = await readyTenant(system, { ...unhurried, extractionSchema: schema });
const plainAgentId = await agent(system.context, owner.tenantId, { name: 'Without a schema' });

const sent = {
  variables: { name: 'Dana', '10': 'first', '2': null },
  metadata: { crm: ['42', { deep: true }] },
  knownConsent: true,
  consentRecordId: 'consent-7',
};

let calls = 0;
async function place(scenario: string, more: object = {}): Promise<ApiResponse> {
  return owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor(scenario, ++calls), ...more });
}

async function played(scenario: string, more: object = {}): Promise<Record<string, unknown>> {
  const { id } = (await place(scenario, more)).body.call;
  await system.settle();
  return read(id);
}

const read = async (id: string): Promise<Record<string, unknown>> => (await owner.api.get(`/calls/${id}`)).body.call;

const createdAt = system.clock.now().toISOString();
const created = (await place('answered-interested', sent)).body.call;
await system.settle();
const talked = await read(created.id);
const bare = (await place('no-answer', { agentId: plainAgentId })).body.call;
await system.settle();
const unanswered = await read(bare.id);
const broken = await played('extraction-missing-field');
const withoutSchema = await played('answered-interested', { agentId: plainAgentId });

/** Each field: what it is at creation, after a conversation, and after a call that nobody took. A function judges, anything else is the value. */
const fields = [
  { rule: 'F-CALL-01', field: 'id', at201: /^call_[0-9a-z]{26}$/, talked: created.id, unanswered: bare.id },
  { rule: 'F-CALL-02', field: 'status', at201: 'queued', talked: 'completed', unanswered: 'no_answer' },
  { rule: 'F-CALL-03', field: 'agentId', at201: owner.agentId, talked: owner.agentId, unanswered: plainAgentId },
  {
    rule: 'F-CALL-04',
    field: 'phoneNumber',
    at201: numberFor('answered-interested', 1),
    talked: created.phoneNumber,
    unanswered: bare.phoneNumber,
  },
  {
    rule: 'F-CALL-05',
    field: 'fromPhoneNumber',
    at201: /^\+1415555\d{4}$/,
    talked: created.fromPhoneNumber,
    unanswered: /^\+1415555\d{4}$/,
  },
  { rule: 'F-CALL-06', field: 'direction', at201: 'ai_outbound', talked: 'ai_outbound', unanswered: 'ai_outbound' },
  { rule: 'F-CALL-07', field: 'outcome', at201: null, talked: 'INTERESTED', unanswered: 'NO_ANSWER' },
  { rule: 'F-CALL-08', field: 'endedReason', at201: null, talked: isText, unanswered: 'customer-did-not-answer' },
  { rule: 'F-CALL-09', field: 'durationSeconds', at201: null, talked: Number.isInteger, unanswered: null },
  { rule: 'F-CALL-10', field: 'startedAt', at201: null, talked: isTime, unanswered: isTime },
  { rule: 'F-CALL-11', field: 'endedAt', at201: null, talked: isTime, unanswered: isTime },
  { rule: 'F-CALL-12', field: 'createdAt', at201: createdAt, talked: created.createdAt, unanswered: bare.createdAt },
  { rule: 'F-CALL-13', field: 'transcript', at201: null, talked: isText, unanswered: null },
  {
    rule: 'F-CALL-14',
    field: 'extraction',
    at201: null,
    talked: (it: unknown) => typeof Object(it).askingPrice === 'number',
    unanswered: null,
  },
  { rule: 'F-CALL-15', field: 'extractionError', at201: null, talked: null, unanswered: null },
  { rule: 'F-CALL-16', field: 'variables', at201: sent.variables, talked: sent.variables, unanswered: {} },
  { rule: 'F-CALL-17', field: 'metadata', at201: sent.metadata, talked: sent.metadata, unanswered: {} },
  { rule: 'F-CALL-18', field: 'knownConsent', at201: true, talked: true, unanswered: false },
  { rule: 'F-CALL-19', field: 'consentRecordId', at201: 'consent-7', talked: 'consent-7', unanswered: null },
];

for (const { rule, field, ...cases } of fields) {
  row(rule, `a call's ${field}, at creation, after a conversation and unanswered`, () => {
    matchesCase(created[field], cases.at201, `${field} at creation`);
    matchesCase(talked[field], cases.talked, `${field} after a conversation`);
    matchesCase(unanswered[field], cases.unanswered, `${field} unanswered`);
  });
}

row(['F-CALL-16', 'F-CALL-17'], 'variables and metadata are echoed in their own order and form', async () => {
  const variables = '{"b":1.0,"2":12345678901234567890,"1":"x","__proto__":{"y":1},"constructor":"z"}';
  const metadata = '{"10":[1e2],"9":{"b":null,"a":-0}}';
  const echoed = `"variables":${variables},"metadata":${metadata},`;
  const asked = `"agentId":"${owner.agentId}", "phoneNumber":"${numberFor('busy', ++calls)}"`;
  const placed = await owner.api.post('/calls', `{${asked}, "variables": ${variables}, "metadata": ${metadata.replaceAll(',', ' , ')}}`);
  assert.ok(placed.raw.includes(echoed), placed.raw);
  const shown = await owner.api.get(`/calls/${placed.body.call.id}`);
  assert.ok(shown.raw.includes(echoed), shown.raw);
  assert.deepEqual([shown.body.call.status, shown.body.call.recordingUrl], ['queued', null]);
  await system.play();
});

row(['F-CALL-20', 'E-GETCALL-02'], 'recordingUrl stands in GET alone, and GET has all that POST has besides', () => {
  assert.deepEqual(Object.keys(created).sort(), fields.map(({ field }) => field).sort());
  assert.deepEqual(Object.keys(talked).sort(), [...fields.map(({ field }) => field), 'recordingUrl'].sort());
  assert.match(String(talked['recordingUrl']), /^http.*signature=/);
  assert.equal(unanswered['recordingUrl'], null);
});

row(['F-CALL-20', 'L-RECORDING-01'], "a recording's URL is good for 15 minutes of the service's clock, and not a second more", async () => {
  const call = await played('answered-interested');
  const url = String(call['recordingUrl']);
  assert.ok(url.startsWith(`${system.publicUrl}/recordings/`), url);
  system.clock.advanceService(15 * 60 - 1);
  const recording = await fetch(url);
  assert.deepEqual([recording.status, Buffer.from(await recording.arrayBuffer()).toString('latin1', 0, 4)], [200, 'RIFF']);
  system.clock.advanceService(2);
  assert.equal((await fetch(url)).status, 403);
  assert.equal((await fetch(String((await read(String(call['id'])))['recordingUrl']))).status, 200, 'and GET gives a fresh one');
});

row(['F-CALL-14', 'S-WORK-02'], 'extraction is null for an agent without a schema, and everything else is there', () => {
  assert.deepEqual([withoutSchema['extraction'], withoutSchema['extractionError']], [null, null]);
  assert.deepEqual([withoutSchema['outcome'], typeof withoutSchema['transcript']], ['INTERESTED', 'string']);
  assert.equal(typeof withoutSchema['recordingUrl'], 'string');
});

row('F-CALL-15', 'extractionError is a string where the extraction failed, and extraction is null', () => {
  assert.equal(broken['extraction'], null);
  matchesCase(broken['extractionError'], isText, 'extractionError');
});

const outcomes = [
  ['answered-not-interested', 'NOT_INTERESTED'],
  ['callback-requested', 'CALLBACK'],
  ['do-not-call', 'DNC'],
  ['wrong-number', 'WRONG_NUMBER'],
  ['not-the-owner', 'NOT_OWNER'],
  ['busy', 'BUSY'],
  ['voicemail', 'VOICEMAIL'],
] as const;

for (const [scenario, outcome] of outcomes) {
  row(['F-CALL-07'], `the outcome of "${scenario}" is ${outcome}`, async () => {
    assert.equal((await played(scenario))['outcome'], outcome);
  });
}

row(['T-CALL-01', 'E-POSTCALLS-12', 'S-WORK-01'], '201 with one key, call: queued, its results null; a telephone rings', async () => {
  const before = system.simulator.ledger.read().totals.dials;
  const { status, body } = await place('never-ends');
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ['call']);
  assert.equal(body.call.status, 'queued');
  const results = ['outcome', 'endedReason', 'durationSeconds', 'startedAt', 'endedAt', 'transcript', 'extraction', 'extractionError'];
  assert.deepEqual(
    results.map((field) => body.call[field]),
    results.map(() => null),
  );
  assert.equal(system.simulator.ledger.read().totals.dials, before + 1);
  await owner.api.post(`/calls/${body.call.id}/end`);
  await system.play();
});

row(['T-CALL-02', 'T-CALL-03', 'E-GETCALL-02'], 'queued, then ringing, then in-progress, as the call goes on', async () => {
  const { id } = (await place('never-ends')).body.call;
  const seen = [(await read(id))['status']];
  for (let second = 0; second < 40; second++) {
    await system.simulator.advance(1_000);
    const { status } = await read(id);
    if (status !== seen.at(-1)) seen.push(status);
  }
  assert.deepEqual(seen, ['queued', 'ringing', 'in-progress']);
});

const ends = [
  { rule: 'T-CALL-04', scenario: 'answered-interested', to: 'completed' },
  { rule: 'T-CALL-05', scenario: 'no-answer', to: 'no_answer' },
  { rule: 'T-CALL-06', scenario: 'busy', to: 'busy' },
  { rule: 'T-CALL-07', scenario: 'carrier-error', to: 'failed' },
];

for (const { rule, scenario, to } of ends) {
  row(
    [rule, 'T-CALL-09', 'V-FIRE-01', 'T-CALL-11'],
    `a call that goes as "${scenario}" ends ${to}, its event goes out after, and to end it changes nothing`,
    async () => {
      const { id } = (await place(scenario)).body.call;
      assert.equal(eventsOf(id).length, 0);
      await system.settle();
      assert.equal((await read(id))['status'], to);
      assert.equal(eventsOf(id).length, 1);
      const ended = await owner.api.post(`/calls/${id}/end`);
      assert.deepEqual([ended.status, ended.body], [200, { id, status: to }]);
      assert.equal((await read(id))['status'], to);
    },
  );
}

const eventsOf = (id: string) =>
  received(system, owner.receiver).filter(({ body }) => body.event === 'call.completed' && body.data['call_id'] === id);

row(
  ['T-CALL-10', 'T-CALL-12', 'E-ENDCALL-02', 'E-ENDCALL-03'],
  'to end a call in progress answers ending, and again; GET never says so; then it is completed',
  async () => {
    const { id } = (await place('never-ends')).body.call;
    await system.simulator.advance(30_000);
    for (let i = 0; i < 3; i++) {
      const { status, body } = await owner.api.post(`/calls/${id}/end`);
      assert.deepEqual([status, body], [200, { id, status: 'ending' }]);
      assert.equal((await read(id))['status'], 'in-progress');
    }
    await system.play();
    await system.pass(61);
    const ended = await read(id);
    assert.deepEqual([ended['status'], ended['endedReason'], ended['outcome']], ['completed', 'ended-by-api', 'INTERESTED']);
    assert.deepEqual((await owner.api.post(`/calls/${id}/end`)).body, { id, status: 'completed' });
    assert.equal(eventsOf(id).length, 1);
  },
);

row(['E-POSTCALLS-10', 'D-LATER-06'], 'knownConsent is false unless it is attested, and no call is refused for want of it', async () => {
  for (const [given, shown] of [
    [{}, false],
    [{ knownConsent: false }, false],
    [{ knownConsent: true }, true],
  ] as const)
    assert.equal((await place('no-answer', given)).body.call.knownConsent, shown);
  await system.play();
});

row(['E-POSTCALLS-07', 'E-POSTCALLS-11', 'F-CALL-17'], 'metadata and the consent record come back in every webhook of the call', () => {
  const events = received(system, owner.receiver).filter(({ body }) => body.data['call_id'] === created.id);
  assert.equal(events.length, 1);
  for (const { body } of events) {
    assert.deepEqual(body.data['metadata'], sent.metadata);
    assert.deepEqual([body.data['known_consent'], body.data['consent_record_id']], [true, 'consent-7']);
  }
  const leads = received(system, owner.receiver).filter(({ body }) => Object(body.data['call']).id === created.id);
  assert.deepEqual(
    leads.map(({ body: { data } }) => [data['metadata'], data['consentRecordId']]),
    [[sent.metadata, 'consent-7']],
  );
});

row('E-POSTCALLS-04', 'fromPhoneNumberId forces the number, whatever its health', async () => {
  const number = await phoneNumber(system.context, owner.tenantId, { phoneNumber: '+14155559999', health: 0 });
  const { body } = await place('no-answer', { fromPhoneNumberId: number });
  assert.equal(body.call.fromPhoneNumber, '+14155559999');
  await system.play();
});

row(['E-POSTCALLS-09', 'L-IDEM-02', 'C-IDEM-01'], 'the same key and body get the stored call for 24 hours, and then another', async () => {
  const body = { agentId: owner.agentId, phoneNumber: numberFor('no-answer', 500), idempotencyKey: 'day' };
  const first = await owner.api.post('/calls', body);
  await system.play();
  system.clock.advance(24 * 3_600 - 1);
  const again = await owner.api.post('/calls', body);
  assert.deepEqual([again.status, again.raw, again.headers['idempotency-replayed']], [201, first.raw, 'true']);
  system.clock.advance(1);
  const later = await owner.api.post('/calls', { ...body, metadata: { other: 1 } });
  assert.equal(later.status, 201);
  assert.notEqual(later.body.call.id, first.body.call.id);
  await system.play();
});

row('E-POSTCALLS-08', 'an idempotencyKey belongs to its API key: another key of the tenant places another call', async () => {
  const body = { agentId: owner.agentId, phoneNumber: numberFor('no-answer', 501), idempotencyKey: 'mine' };
  const other = owner.api.with((await apiKey(system.context, owner.tenantId)).text);
  const [first, second] = [await owner.api.post('/calls', body), await other.post('/calls', body)];
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.notEqual(first.body.call.id, second.body.call.id);
  await system.play();
});

row(['D-LATER-01', 'D-LATER-02', 'D-LATER-03'], 'what is not offered is refused, not taken in silence', async () => {
  for (const member of ['tools', 'scheduledAt', 'systemPrompt', 'voice', 'inboundAgentId']) {
    const { status, body } = await place('no-answer', { [member]: '2026-12-01T00:00:00Z' });
    assert.deepEqual([status, body.error.code], [400, 'invalid_request'], member);
    assert.equal(body.error.details.errors[0].path, `/body/${member}`);
  }
  assert.equal((await owner.api.request('PUT', `/calls/${created.id}`, { body: {} })).status, 405);
  assert.equal((await owner.api.get('/phone-numbers')).status, 404);
});
