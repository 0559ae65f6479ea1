import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { type ReadyTenant, readyTenant } from '../support/ringpost.ts';
import { allSpans, callersTrace, tracedSystem, traceparent, treeOf } from './traced-system.ts';

/** One call with its webhooks, as a tracing tool shows it. */

async function place(
  owner: ReadyTenant,
  headers: Readonly<Record<string, string>> = {},
  scenario = 'answered-interested',
): Promise<string> {
  const body = { agentId: owner.agentId, phoneNumber: numberFor(scenario, 1) };
  const placed = await owner.api.post('/calls', body, headers);
  assert.equal(placed.status, 201, placed.raw);
  return placed.body.call.id;
}

/** A call whose webhook is refused once. Several tests look at what it has left. */
const named = { OTEL_SERVICE_NAME: 'calls', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' };
const system = await tracedSystem({ after }, named);
const owner = await readyTenant(system, { programme: '500,200', events: ['call.completed'] });
const callId = await place(owner, { traceparent, 'x-request-id': 'crm-4711' });
await system.settle();
await system.pass(80);
const spans = await allSpans(system);

test('one trace leads from POST /calls over the provider and its callbacks to each attempt', () => {
  assert.deepEqual(
    [system.collector.resource['service.name'], system.collector.resource['deployment.environment.name']],
    ['calls', 'test'],
  );
  assert.deepEqual(new Set(spans.map(({ traceId }) => traceId)), new Set([callersTrace.traceId]), 'all of it is the caller’s trace');
  const [root, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === callersTrace.spanId);
  assert.equal(others.length, 0);
  assert.ok(root);
  assert.deepEqual(treeOf(spans, root), {
    'server POST /api/v1/public/calls': [
      { 'client POST /call': [] },
      { 'server POST /callbacks/voice/vapi': [] },
      { 'server POST /callbacks/voice/vapi': [] },
      { 'server POST /callbacks/voice/vapi': [] },
      { 'server POST /callbacks/voice/vapi': [{ 'internal read analysis': [] }] },
      { 'internal fetch recording': [{ 'client GET': [] }] },
      { 'internal complete call': [{ 'producer publish call.completed': [{ 'client POST': [] }, { 'client POST': [] }] }] },
    ],
  });

  assert.deepEqual(
    [root.attributes['http.route'], root.attributes['http.response.status_code'], root.attributes['ringpost.request.id']],
    ['/api/v1/public/calls', 201, 'crm-4711'],
  );
  assert.equal(root.attributes['ringpost.call.id'], callId);
  const attempts = spans.filter(({ attributes }) => 'ringpost.delivery.id' in attributes && 'ringpost.delivery.attempt' in attributes);
  assert.deepEqual(
    attempts.map(({ hasFailed, attributes }) => [
      hasFailed,
      attributes['http.response.status_code'],
      attributes['http.request.resend_count'],
    ]),
    [
      [true, 500, undefined],
      [false, 200, 1],
    ],
  );
  const analysis = spans.find(({ name }) => name === 'read analysis');
  assert.deepEqual([analysis?.attributes['ringpost.call.id'], analysis?.attributes['ringpost.call.outcome']], [callId, 'INTERESTED']);
  const fetched = spans.find(({ name }) => name === 'fetch recording');
  assert.deepEqual([fetched?.attributes['ringpost.call.id'], fetched?.attributes['ringpost.recording.attempt']], [callId, 1]);
  for (const { beganAt, endedAt } of spans) assert.ok(beganAt <= endedAt);
});

test('a call that ends with its last callback is completed within it', async (t) => {
  const system = await tracedSystem(t);
  const owner = await readyTenant(system, { events: ['call.completed'] });
  await place(owner, { traceparent }, 'no-answer');
  await system.settle();
  const spans = await allSpans(system);
  const completion = spans.find(({ name }) => name === 'complete call');
  const callback = spans.find(({ spanId }) => spanId === completion?.parentSpanId);
  assert.equal(callback?.name, 'POST /callbacks/voice/vapi');
});

test('the provider is told the trace, and a tenant’s endpoint is not', () => {
  const placing = spans.find(({ name }) => name === 'POST /call');
  const asked = system.simulator.exchanges.all().find(({ method, url }) => method === 'POST' && url.endsWith('/vapi/call'));
  assert.equal(asked?.headers['traceparent'], `00-${callersTrace.traceId}-${placing?.spanId}-01`);
  const [delivery] = system.simulator.receivers.find(owner.receiver)?.deliveries ?? [];
  assert.ok(delivery);
  assert.ok(!JSON.stringify(delivery.headers).includes('trace'));
});

test('no span tells a number, a body, a key or a secret', async (t) => {
  const system = await tracedSystem(t);
  const owner = await readyTenant(system);
  await place(owner);
  await system.settle();
  await system.operator.get(`/tenants/${owner.tenantId}/contacts?phone=%2B15550012345`);
  await allSpans(system);
  const { raw } = system.collector;
  assert.ok(raw.includes('GET /api/v1/operator/tenants/{tenantId}/contacts'));
  for (const secret of ['+1555', '15550012345', 'vapi-key', 'Bearer', 'rp_test', 'control', 'receivers/', '.wav'])
    assert.ok(!raw.includes(secret), secret);
});

test('what is not sampled is not written down: no span, no column, no trace in the log', async (t) => {
  const system = await tracedSystem(t);
  const owner = await readyTenant(system);
  await place(owner, { traceparent: traceparent.replace(/01$/, '00') });
  await system.settle();
  assert.deepEqual(await allSpans(system), []);
  const { knex } = system.context.db;
  assert.deepEqual(await knex('calls').whereNotNull('trace'), []);
  assert.deepEqual(await knex('webhook_events').whereNotNull('trace'), []);
  assert.ok(!system.lines.join('').includes('trace_id'));
});

test('what a dialer has called is traced from its report to each attempt', async (t) => {
  const system = await tracedSystem(t);
  const owner = await readyTenant(system, { events: ['call.completed'] });
  const result = {
    dedupeKey: 'dialer-1',
    phoneNumber: '+14155550123',
    fromPhoneNumber: '+14155550100',
    status: 'completed',
    outcome: 'INTERESTED',
    durationSeconds: 92,
    startedAt: '2026-03-02T11:50:00Z',
    endedAt: '2026-03-02T11:52:00Z',
  };
  const recorded = await system.operator.post(`/tenants/${owner.tenantId}/dialer-calls`, result, { traceparent });
  assert.equal(recorded.status, 201, recorded.raw);
  await system.work();
  const spans = await allSpans(system);
  const root = spans.find(({ parentSpanId }) => parentSpanId === callersTrace.spanId);
  assert.ok(root);
  assert.deepEqual(treeOf(spans, root), {
    'server POST /api/v1/operator/tenants/{tenantId}/dialer-calls': [{ 'producer publish call.completed': [{ 'client POST': [] }] }],
  });
  const lines = system.lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ msg, callId, trace_id }) => [msg, callId, trace_id]),
    ['request', 'webhook attempt'].map((msg) => [msg, recorded.body.call.id, callersTrace.traceId]),
  );
});

test('lines of what is traced name the trace', () => {
  const lines = system.lines.map((line) => JSON.parse(line)).filter((line) => line.callId === callId);
  const steps = ['request', 'a call moved on', 'a recording is stored', 'a call is complete', 'webhook attempt'];
  assert.deepEqual(new Set(lines.map(({ msg }) => msg)), new Set(steps));
  for (const { msg, trace_id } of lines) assert.equal(trace_id, callersTrace.traceId, msg);
});
