import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import type { EventType } from '../../src/events/event.ts';
import { maxCustomFieldsLength, maxWebhookTranscriptLength } from '../../src/process/limits.ts';
import { type ApiResponse, operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event, publish as publishOurs } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);
const target = await receiverFor({ after });
const dispatcher = dispatcherFor({ after }, context);
let tenantId: string;
beforeEach(async () => {
  tenantId = (await tenant(context)).id;
});

const publish = (...events: readonly object[]): Promise<ApiResponse> => operator.api.post(`/tenants/${tenantId}/events`, { events });

const subscribe = async (...eventTypes: readonly EventType[]): Promise<void> => {
  const { id } = await endpoint(context, tenantId, { url: target.url });
  for (const eventType of eventTypes) await trigger(context, tenantId, id, { eventType });
};

const delivered = async (): Promise<readonly { event: string; timestamp: string; data: Record<string, unknown> }[]> => {
  const before = target.received.length;
  await dispatcher.deliverOnce();
  return target.received.slice(before).map(({ body }) => JSON.parse(body.toString('utf8')));
};

const pathsOf = (response: ApiResponse): string[] => response.body.error.details.errors.map(({ path }: { path: string }) => path);

const text = { message_id: 'SM1', contact_id: null, phone: '+14155550123', campaign_id: null, campaign_name: null };
const address = { id: 'prp_1', address1: '418 Alder Street', city: 'Boise', state: 'ID', zip: '83702' };
const snapshot = {
  ...address,
  outcome: null,
  dialerStatus: 'done',
  callAttempts: 2,
  leadStatus: { id: 'st_4', name: 'Qualified' },
  customFields: { lot: '2' },
  createdAt: '2025-11-20T10:30:00+01:00',
};
const person = {
  fullName: 'Dana Whitfield',
  phone: '+14155550123',
  owners: [{ name: 'Dana', status: null, phones: [{ number: '+14155550123', label: null, type: 'mobile', dnc: false }] }],
  tags: ['hot'],
  doNotContact: false,
};
const moved = { contactId: 'con_1', statusName: 'Qualified', source: 'pipeline', campaignId: null };
const call = {
  id: 'call_9',
  outcome: 'INTERESTED',
  durationSeconds: 60,
  transcript: 'Hello.',
  recordingUrl: null,
  startedAt: '2026-03-02T11:00:00Z',
  answeredAt: null,
};
const byCall = {
  origin: 'ai_call',
  leadId: null,
  lead: { id: null, fullName: null, phone: '+14155550123', email: null, customFieldKeyCount: 0 },
  property: address,
  call,
};
const step = { sequenceId: 'seq_22', enrollmentId: 'enr_1', nodeId: 'node_5', name: null };

test('every type and every origin goes out as it was given, and as the document says', async () => {
  await subscribe('sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified');
  const given = [
    { eventType: 'sms.received', data: { ...text, body: 'Yes please 🙂' } },
    { eventType: 'sms.delivered', data: text },
    { eventType: 'sms.failed', data: { ...text, error_code: '30005', reason: 'The number does not exist.' } },
    { eventType: 'lead.qualified', data: byCall },
    { eventType: 'lead.qualified', data: { origin: 'pipeline_stage', ...moved, contact: person, property: snapshot } },
    { eventType: 'lead.qualified', data: { origin: 'contact_page', ...moved, statusName: null } },
    { eventType: 'lead.qualified', data: { origin: 'assistant', ...moved, contact: person } },
    {
      eventType: 'lead.qualified',
      data: {
        origin: 'automation',
        ...moved,
        statusName: 'Automation',
        contact: { fullName: 'Dana', phone: null },
        property: address,
        automation: step,
      },
    },
  ];
  const answer = await publish(...given.map((item, n) => ({ ...item, dedupeKey: `every-${n}` })));
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.body.events.map(({ dedupeKey, duplicate, deliveries }: Record<string, unknown>) => [dedupeKey, duplicate, deliveries]),
    given.map((_, n) => [`every-${n}`, false, 1]),
  );
  const bodies = await delivered();
  assert.equal(bodies.length, given.length);
  for (const body of bodies) assert.deepEqual(eventProblems(body), []);
  const shapeOf = (data: Record<string, unknown>): string => String(data['origin'] ?? data['error_code'] ?? data['body'] ?? 'delivered');
  const sent = new Map(bodies.map(({ data }) => [shapeOf(data), data]));
  assert.deepEqual(sent.get('assistant'), { origin: 'assistant', ...moved, contact: person });
  const property = sent.get('pipeline_stage')?.['property'];
  assert.deepEqual(property, { ...snapshot, createdAt: '2025-11-20T09:30:00.000Z' }, 'times are UTC');
  assert.deepEqual(sent.get('automation'), given.at(-1)?.data);
  assert.deepEqual(sent.get('Yes please 🙂'), given[0]?.data);
});

test('one event that is not valid keeps the whole batch back, and every problem is named at its place', async () => {
  await subscribe('sms.delivered', 'lead.qualified');
  const answer = await publish(
    { eventType: 'sms.delivered', dedupeKey: 'good', data: text },
    { eventType: 'sms.delivered', dedupeKey: 'bad-1', data: { ...text, phone: undefined, colour: 'red' } },
    { eventType: 'lead.qualified', dedupeKey: 'bad-2', data: { origin: 'pipeline_stage', ...moved, source: 3 } },
    { eventType: 'lead.qualified', dedupeKey: 'bad-3', data: { origin: 'somewhere' } },
    { eventType: 'sms.delivered', dedupeKey: 'bad-4', data: { ...text, phone: '555' } },
    { eventType: 'sms.delivered', dedupeKey: 'bad-5', data: text, occurredAt: '2026-01-01T00:00:00Z' },
  );
  assert.deepEqual([answer.status, answer.body.error.code], [400, 'invalid_request']);
  assert.deepEqual(pathsOf(answer).sort(), [
    '/body/events/1/data/colour',
    '/body/events/1/data/phone',
    '/body/events/2/data/source',
    '/body/events/3/data/origin',
    '/body/events/4/data/phone',
    '/body/events/5/occurredAt',
  ]);
  assert.deepEqual(await deliveriesOf(context.db.knex, tenantId), []);
  const good = await publish({ eventType: 'sms.delivered', dedupeKey: 'good', data: text });
  assert.deepEqual([good.body.events[0].duplicate, good.body.events[0].deliveries], [false, 1], 'its key was not used up');
});

test('call.completed is not published here, nor an unknown type, nor a batch of none or of over 500', async () => {
  for (const eventType of ['call.completed', 'sms.sent', 'contact.created']) {
    const refused = await publish({ eventType, dedupeKey: 'x', data: {} });
    assert.deepEqual(pathsOf(refused), ['/body/events/0/eventType'], eventType);
  }
  assert.equal((await publish()).status, 400);
  const many = Array.from({ length: 501 }, (_, n) => ({ eventType: 'sms.delivered', dedupeKey: `n-${n}`, data: text }));
  assert.equal((await publish(...many)).status, 400);
});

test('a batch of 500 is published at once, and what is over the bucket waits for its go-at time', async () => {
  await subscribe('lead.qualified');
  const data = { ...byCall, call: { ...call, transcript: 'x'.repeat(9_000) } };
  const answer = await publish(...Array.from({ length: 500 }, (_, n) => ({ eventType: 'lead.qualified', dedupeKey: `many-${n}`, data })));
  assert.equal(answer.status, 200);
  assert.ok(answer.body.events.every(({ deliveries }: { deliveries: number }) => deliveries === 1));
  const rows = await deliveriesOf(context.db.knex, tenantId);
  const now = context.clock.now().getTime();
  const waits = rows.map(({ next_retry_at }) => (next_retry_at ? (next_retry_at.getTime() - now) / 60_000 : 0));
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((minute) => waits.filter((wait) => wait === minute).length),
    [100, 100, 100, 100, 100],
  );
  await dispatcher.deliverOnce();
  await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).delete();
});

test('a repeat does nothing: not with other data, not for a trigger made since, and it takes no pace', async () => {
  const nobody = await publish({ eventType: 'sms.received', dedupeKey: 'again', data: { ...text, body: 'first' } });
  assert.deepEqual([nobody.body.events[0].duplicate, nobody.body.events[0].deliveries], [false, 0]);
  await subscribe('sms.received');
  for (let n = 0; n < 150; n++) {
    const { body } = await publish({ eventType: 'sms.received', dedupeKey: 'again', data: { ...text, body: 'second' } });
    assert.deepEqual(body.events[0], { ...nobody.body.events[0], duplicate: true });
  }
  assert.deepEqual(await deliveriesOf(context.db.knex, tenantId), []);
  await publish({ eventType: 'sms.received', dedupeKey: 'another', data: { ...text, body: 'third' } });
  const [delivery] = await deliveriesOf(context.db.knex, tenantId);
  assert.equal(delivery?.status, 'pending', 'the bucket is full');
  assert.deepEqual((await delivered())[0]?.data['body'], 'third');
});

test('of one key twice in a batch the first stands, and ten batches at once publish it once', async () => {
  await subscribe('sms.received');
  const item = (body: string) => ({ eventType: 'sms.received', dedupeKey: 'twice', data: { ...text, body } });
  const answers = await Promise.all(Array.from({ length: 10 }, () => publish(item('one'), item('two'))));
  const events = answers.flatMap(({ body }) => body.events);
  assert.equal(new Set(events.map(({ eventId }: { eventId: string }) => eventId)).size, 1);
  assert.equal(events.filter(({ duplicate }: { duplicate: boolean }) => !duplicate).length, 1);
  assert.deepEqual(
    (await delivered()).map(({ data }) => data['body']),
    ['one'],
  );
});

test('a key is the event type’s and the tenant’s own, and never one of Ringpost’s', async () => {
  await subscribe('sms.delivered', 'sms.received', 'lead.qualified');
  await publishOurs(
    context,
    event(context, tenantId, { eventType: 'lead.qualified', dedupeKey: 'lead.qualified:ai_call:call_9', outcome: null }),
  );
  const keys = await publish(
    { eventType: 'lead.qualified', dedupeKey: 'ai_call:call_9', data: byCall },
    { eventType: 'lead.qualified', dedupeKey: 'lead.qualified:ai_call:call_9', data: byCall },
    { eventType: 'sms.delivered', dedupeKey: 'ai_call:call_9', data: text },
    { eventType: 'sms.received', dedupeKey: 'ai_call:call_9', data: { ...text, body: '' } },
  );
  assert.ok(keys.body.events.every(({ duplicate, deliveries }: Record<string, unknown>) => duplicate === false && deliveries === 1));
  tenantId = (await tenant(context)).id;
  const theirs = await publish({ eventType: 'sms.delivered', dedupeKey: 'ai_call:call_9', data: text });
  assert.equal(theirs.body.events[0].duplicate, false);
  await dispatcher.deliverOnce();
});

test('custom fields of over 16,384 characters are left out, and a long transcript is cut', async () => {
  await subscribe('lead.qualified');
  // An emoji is one character, of two units.
  const fits = { a: '🏠'.repeat(maxCustomFieldsLength - '{"a":""}'.length) };
  const tooLarge = { a: `${fits.a}x` };
  const withFields = (customFields: object) => ({ origin: 'contact_page', ...moved, property: { ...snapshot, customFields } });
  await publish(
    { eventType: 'lead.qualified', dedupeKey: 'fits', data: withFields(fits) },
    { eventType: 'lead.qualified', dedupeKey: 'large', data: { ...withFields(tooLarge), origin: 'assistant' } },
    { eventType: 'lead.qualified', dedupeKey: 'long', data: { ...byCall, call: { ...call, transcript: 'y'.repeat(10_001) } } },
  );
  const sent = new Map((await delivered()).map(({ data }) => [data['origin'], data]));
  const propertyOf = (origin: string) => sent.get(origin)?.['property'] as Record<string, unknown>;
  assert.deepEqual(propertyOf('contact_page')['customFields'], fits);
  assert.ok(!('customFields' in propertyOf('assistant')));
  assert.equal(propertyOf('assistant')['id'], 'prp_1');
  const { transcript } = (sent.get('ai_call')?.['call'] ?? {}) as { transcript: string };
  assert.deepEqual([transcript.length, transcript.endsWith('y...[truncated]')], [maxWebhookTranscriptLength, true]);
});

test('an AI call’s lead carries no custom fields, and an automation’s no more than its shape', async () => {
  const refused = await publish(
    { eventType: 'lead.qualified', dedupeKey: 'a', data: { ...byCall, property: { ...address, customFields: {} } } },
    {
      eventType: 'lead.qualified',
      dedupeKey: 'b',
      data: { origin: 'automation', ...moved, statusName: 'Automation', contact: person, automation: step },
    },
    { eventType: 'lead.qualified', dedupeKey: 'c', data: { origin: 'automation', ...moved, automation: step } },
  );
  assert.deepEqual(pathsOf(refused).sort(), [
    '/body/events/0/data/property/customFields',
    '/body/events/1/data/contact/doNotContact',
    '/body/events/1/data/contact/owners',
    '/body/events/1/data/contact/tags',
    '/body/events/2/data/statusName',
  ]);
});

test('the event’s timestamp is when it occurred, in UTC; now where nobody says', async () => {
  await subscribe('sms.delivered');
  const weekAgo = new Date(context.clock.now().getTime() - 7 * 86_400_000);
  const answer = await publish(
    { eventType: 'sms.delivered', dedupeKey: 'then', data: text, occurredAt: weekAgo.toISOString().replace('Z', '+00:00') },
    { eventType: 'sms.delivered', dedupeKey: 'now', data: text },
  );
  assert.equal(answer.status, 200);
  const timestamps = (await delivered()).map(({ timestamp }) => timestamp).sort();
  assert.deepEqual(timestamps, [weekAgo.toISOString(), context.clock.now().toISOString()]);
  const inDefault = await context.db.knex('webhook_deliveries_default').where({ tenant_id: tenantId });
  assert.deepEqual(inDefault, [], 'every week that may be named is there');
  for (const occurredAt of [new Date(weekAgo.getTime() - 1), new Date(context.clock.now().getTime() + 300_001)])
    assert.equal((await publish({ eventType: 'sms.delivered', dedupeKey: 'x', data: text, occurredAt })).status, 400);
});

test('every time that the document’s format allows is read, and sent in UTC', async () => {
  await subscribe('sms.received', 'lead.qualified');
  const day = context.clock.now().toISOString().slice(0, 10);
  const answer = await publish(
    { eventType: 'sms.received', dedupeKey: 'offset-in-hours', data: { ...text, body: 'Hi' }, occurredAt: `${day} 02:00:00+02` },
    {
      eventType: 'lead.qualified',
      dedupeKey: 'leap-second',
      data: { origin: 'contact_page', ...moved, contact: person, property: { ...snapshot, createdAt: '2016-12-31T23:59:60Z' } },
    },
  );
  assert.equal(answer.status, 200);
  const [sms, lead] = (await delivered()).toSorted((a, b) => (a.event > b.event ? -1 : 1));
  assert.equal(sms?.timestamp, `${day}T00:00:00.000Z`);
  assert.ok(lead);
  assert.equal((lead.data['property'] as { createdAt?: string }).createdAt, '2017-01-01T00:00:00.000Z');
  const refused = await publish({
    eventType: 'lead.qualified',
    dedupeKey: 'year-10000',
    data: { origin: 'contact_page', ...moved, contact: person, property: { ...snapshot, createdAt: '9999-12-31T23:59:60Z' } },
  });
  assert.deepEqual([refused.status, pathsOf(refused)], [400, ['/body/events/0/data/property/createdAt']]);
});
