import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { type ReadyTenant, readyTenant } from '../support/ringpost.ts';
import { allSpans, callersTrace, type System, tracedSystem, traceparent, treeOf } from './traced-system.ts';

/** A text with its webhooks, and a reply to it, as a tracing tool shows them. */

const events = ['sms.delivered', 'sms.received'] as const;
const body = 'Are you still thinking of selling?';

async function send(system: System, owner: ReadyTenant, scenario: string, more: object = {}): Promise<string> {
  const headers = { traceparent, 'x-request-id': 'crm-4711' };
  const order = { to: textNumberFor(scenario), body, ...more };
  const sent = await system.operator.post(`/tenants/${owner.tenantId}/messages`, order, headers);
  assert.equal(sent.status, 202, sent.raw);
  return sent.body.message.id;
}

/** A text whose webhook is refused once, and so attempted twice. */
const delivered = await tracedSystem({ after });
const deliveredId = await send(delivered, await readyTenant(delivered, { programme: '500,200', events }), 'delivered');
await delivered.settle();
await delivered.pass(80);
const spansOfDelivered = await allSpans(delivered);

/** A text that is answered. */
const answered = await tracedSystem({ after });
const answeredId = await send(answered, await readyTenant(answered, { events }), 'replies');
await answered.settle();
const spansOfAnswered = await allSpans(answered);

const messagesPath = '/2010-04-01/Accounts/{AccountSid}/Messages.json';
const messagePath = '/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json';

test('one trace leads from the text over the provider and its reports to each attempt', () => {
  const spans = spansOfDelivered;
  assert.deepEqual(new Set(spans.map(({ traceId }) => traceId)), new Set([callersTrace.traceId]), 'all of it is the caller’s trace');
  const root = spans.find(({ parentSpanId }) => parentSpanId === callersTrace.spanId);
  assert.ok(root);
  const reports = delivered.simulator.ledger.read().totals.textCallbacksSent;
  assert.deepEqual(treeOf(spans, root), {
    'server POST /api/v1/operator/tenants/{tenantId}/messages': [
      { [`client POST ${messagesPath}`]: [] },
      ...Array.from({ length: reports - 1 }, () => ({ 'server POST /callbacks/sms/twilio': [] })),
      { 'server POST /callbacks/sms/twilio': [{ 'producer publish sms.delivered': [{ 'client POST': [] }, { 'client POST': [] }] }] },
    ],
  });
  const requests = spans.filter(({ kind }) => kind === 'server');
  for (const { name, attributes } of requests) assert.equal(attributes['ringpost.text.id'], deliveredId, name);
  const asked = delivered.simulator.exchanges.all().find(({ method, url }) => method === 'POST' && url.endsWith('/Messages.json'));
  const sending = spans.find(({ name }) => name === `POST ${messagesPath}`);
  assert.equal(asked?.headers['traceparent'], `00-${callersTrace.traceId}-${sending?.spanId}-01`);
});

test('a text that the provider took without saying so is looked for, and told of, in its own trace, and its line names the request', async (t) => {
  const system = await tracedSystem(t);
  const owner = await readyTenant(system, { events });
  const textId = await send(system, owner, 'provider-error-after-accepting');
  const [trouble] = system.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
  assert.deepEqual([trouble?.textId, trouble?.requestId, trouble?.trace_id], [textId, 'crm-4711', callersTrace.traceId]);
  await system.pass(80);
  const spans = await allSpans(system);
  const names = new Set(spans.filter(({ traceId }) => traceId === callersTrace.traceId).map(({ name }) => name));
  assert.ok(names.has(`GET ${messagesPath}`), [...names].join(', '));
  const refused = spans.find(({ name }) => name === `POST ${messagesPath}`);
  assert.deepEqual([refused?.hasFailed, refused?.attributes['error.type']], [true, '500']);
});

test('a text whose reports are lost is asked after in its own trace', async (t) => {
  const system = await tracedSystem(t);
  const owner = await readyTenant(system, { events });
  await send(system, owner, 'callbacks-lost');
  await system.play();
  await system.pass(24 * 60 * 60);
  const spans = await allSpans(system);
  assert.deepEqual(new Set(spans.map(({ traceId }) => traceId)), new Set([callersTrace.traceId]));
  const root = spans.find(({ parentSpanId }) => parentSpanId === callersTrace.spanId);
  const under = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map(({ name }) => name);
  assert.ok(under.includes(`GET ${messagePath}`), under.join(', '));
  assert.ok(under.includes('publish sms.delivered'));
});

test('a reply is a trace of its own that is linked to the text it answers, and comes once', () => {
  const spans = spansOfAnswered;
  const [reply, ...others] = spans.filter(({ name }) => name === 'POST /callbacks/sms/twilio/inbound');
  assert.ok(reply);
  assert.equal(others.length, 0);
  assert.notEqual(reply.traceId, callersTrace.traceId);
  assert.equal(reply.parentSpanId, undefined);
  const sent = spans.find(
    ({ attributes, parentSpanId }) => attributes['ringpost.text.id'] === answeredId && parentSpanId === callersTrace.spanId,
  );
  assert.deepEqual(reply.links, [{ traceId: callersTrace.traceId, spanId: sent?.spanId }]);
  assert.deepEqual(treeOf(spans, reply), {
    'server POST /callbacks/sms/twilio/inbound': [{ 'producer publish sms.received': [{ 'client POST': [] }] }],
  });
});

test('every line of a text, of its reports and of each attempt names the text and the trace', () => {
  const lines = delivered.lines.map((line) => JSON.parse(line));
  assert.deepEqual(new Set(lines.map(({ msg }) => msg)), new Set(['request', 'webhook attempt']));
  for (const line of lines) assert.deepEqual([line.textId, line.trace_id], [deliveredId, callersTrace.traceId], JSON.stringify(line));
  assert.equal(lines[0].requestId, 'crm-4711');
  const attempts = lines.filter(({ msg }) => msg === 'webhook attempt');
  assert.equal(attempts.length, 2);
  for (const { eventId, deliveryId } of attempts) assert.ok(eventId && deliveryId);
});

test('no span of a text tells a number, what was said, an account or a token', () => {
  for (const secret of [textNumberFor('replies').slice(1), body, 'Yes please', 'twilio-account', 'twilio-token', 'receivers/'])
    assert.ok(!answered.collector.raw.includes(secret), secret);
});

test('a text that is not sampled leaves no span, no column and no trace in the log', async (t) => {
  const system = await tracedSystem(t, { OTEL_TRACES_SAMPLER: 'always_off' });
  const owner = await readyTenant(system, { events });
  await send(system, owner, 'replies');
  await system.settle();
  assert.deepEqual(await allSpans(system), []);
  const { knex } = system.context.db;
  assert.deepEqual(await knex('texts').whereNotNull('trace'), []);
  assert.deepEqual(await knex('webhook_events').whereNotNull('trace'), []);
  assert.ok(!system.lines.join('').includes('trace_id'));
});
