import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { type CalledContact, type CompletedCall, callCompleted } from '../../src/events/call-completed.ts';
import { type OutgoingEvent, serializeEvent } from '../../src/events/event.ts';
import { leadQualifiedByCall } from '../../src/events/lead-qualified.ts';
import { smsDelivered, smsFailed, smsReceived } from '../../src/events/sms.ts';

const at = new Date('2026-03-02T12:03:00.000Z');

const completedCall = (parts: Partial<CompletedCall> = {}): CompletedCall => ({
  id: 'call_1',
  tenant_id: 'ten_1',
  origin: 'api',
  phone_number: '+14155550123',
  outcome: 'INTERESTED',
  notes: 'Wants an offer.',
  duration_seconds: 127,
  started_at: new Date('2026-03-02T12:00:01.000Z'),
  answered_at: new Date('2026-03-02T12:00:09.000Z'),
  created_at: new Date('2026-03-02T12:00:00.000Z'),
  transcript: 'Agent: Hello.',
  callback: { requestedAt: '2026-03-03T09:00:00Z', note: null },
  campaign: null,
  variables: '{"__proto__":1,"2":1,"1":2}',
  metadata: '{"b":1, "a":[1.0]}',
  known_consent: true,
  consent_record_id: 'consent-7',
  extraction: '{"budget":12e3}',
  extraction_error: null,
  ...parts,
});

const calledContact = (parts: Partial<CalledContact> = {}): CalledContact => ({
  id: 'con_1',
  phone: '+14155550123',
  name: 'Dana Whitfield',
  email: 'dana@example.com',
  address: '418 Alder Street',
  city: 'Boise',
  state: 'ID',
  zip: '83702',
  property_id: 'prp_58d1',
  custom_fields: '{"a":"1","__proto__":"2","b":"3"}',
  ...parts,
});

/** The body, which every test here thereby holds against the published schema. */
function bodyOf(event: OutgoingEvent) {
  const body = JSON.parse(serializeEvent(event));
  assert.deepEqual(eventProblems(body), []);
  return body;
}

test('call.completed says what the specification lists, no more and no less', () => {
  const event = callCompleted(completedCall(), calledContact(), at);
  assert.deepEqual([event.dedupeKey, event.outcome, event.occurredAt], ['call.completed:call_1', 'INTERESTED', at]);
  const { variables, ...data } = bodyOf(event).data;
  assert.deepEqual(Object.keys(variables), ['1', '2', '__proto__']);
  assert.deepEqual(data, {
    call_id: 'call_1',
    outcome: 'INTERESTED',
    notes: 'Wants an offer.',
    duration_seconds: 127,
    started_at: '2026-03-02T12:00:01.000Z',
    recording_url: null,
    transcript: 'Agent: Hello.',
    contact: { name: 'Dana Whitfield', phone: '+14155550123', address: '418 Alder Street', city: 'Boise', state: 'ID', zip: '83702' },
    callback: { requestedAt: '2026-03-03T09:00:00Z', note: null },
    campaign: null,
    metadata: { b: 1, a: [1] },
    known_consent: true,
    consent_record_id: 'consent-7',
    extraction: { budget: 12_000 },
    extraction_error: null,
  });
});

test('what a tenant gave us is echoed to the letter', () => {
  const body = serializeEvent(callCompleted(completedCall(), null, at));
  assert.ok(
    body.includes(
      '"variables":{"__proto__":1,"2":1,"1":2},"metadata":{"b":1, "a":[1.0]},"known_consent":true,"consent_record_id":"consent-7","extraction":{"budget":12e3}',
    ),
  );
});

test('outcome, transcript and start are never null', () => {
  const event = callCompleted(
    completedCall({ outcome: null, transcript: null, started_at: null, duration_seconds: null, extraction: null, callback: null }),
    null,
    at,
  );
  assert.equal(event.outcome, 'UNKNOWN');
  const { data } = bodyOf(event);
  assert.deepEqual(
    [data.outcome, data.transcript, data.started_at, data.duration_seconds, data.extraction, data.callback],
    ['UNKNOWN', '', '2026-03-02T12:00:00.000Z', null, null, null],
  );
  assert.deepEqual(data.contact, { name: '', phone: '+14155550123', address: '', city: '', state: '', zip: '' });
});

test('lead.qualified of a call names lead, property and call, counts custom fields and shows none', () => {
  const event = leadQualifiedByCall(completedCall(), calledContact(), at);
  assert.deepEqual([event.dedupeKey, event.outcome], ['lead.qualified:ai_call:call_1', null]);
  assert.deepEqual(bodyOf(event), {
    event: 'lead.qualified',
    timestamp: '2026-03-02T12:03:00.000Z',
    data: {
      origin: 'ai_call',
      leadId: 'con_1',
      lead: { id: 'con_1', fullName: 'Dana Whitfield', phone: '+14155550123', email: 'dana@example.com', customFieldKeyCount: 3 },
      property: { id: 'prp_58d1', address1: '418 Alder Street', city: 'Boise', state: 'ID', zip: '83702' },
      call: {
        id: 'call_1',
        outcome: 'INTERESTED',
        durationSeconds: 127,
        transcript: 'Agent: Hello.',
        recordingUrl: null,
        startedAt: '2026-03-02T12:00:01.000Z',
        answeredAt: '2026-03-02T12:00:09.000Z',
      },
      metadata: { b: 1, a: [1] },
      consentRecordId: 'consent-7',
    },
  });
});

test('a lead that is no contact has a number and nulls', () => {
  const { data } = bodyOf(leadQualifiedByCall(completedCall({ answered_at: null }), null, at));
  assert.deepEqual([data.leadId, data.call.answeredAt], [null, null]);
  assert.deepEqual(data.lead, { id: null, fullName: null, phone: '+14155550123', email: null, customFieldKeyCount: 0 });
  const nothing = { id: null, address1: null, city: null, state: null, zip: null };
  assert.deepEqual(data.property, nothing);
  const empty = calledContact({ property_id: '', address: '', city: '', state: '', zip: '' });
  assert.deepEqual(bodyOf(leadQualifiedByCall(completedCall(), empty, at)).data.property, nothing);
});

const text = {
  id: 'msg_1',
  tenant_id: 'ten_1',
  contact_id: 'con_1',
  phone: '+14155550123',
  campaign_id: 'cmp_1',
  campaign_name: 'Winter outreach',
  body: 'Yes, 👋 "please"',
};

const eventsOf = (text: Parameters<typeof smsReceived>[0]): readonly OutgoingEvent[] => [
  smsDelivered(text, at),
  smsReceived(text, at),
  smsFailed(text, { errorCode: '1', reason: 'x' }, at),
];

test('each event of a text has a key of its own and no outcome', () => {
  assert.deepEqual(
    eventsOf(text).map(({ tenantId, dedupeKey, outcome, occurredAt }) => [tenantId, dedupeKey, outcome, occurredAt]),
    ['sms.delivered', 'sms.received', 'sms.failed'].map((eventType) => ['ten_1', `${eventType}:msg_1`, null, at]),
  );
});

test('a text without contact and campaign says so with nulls', () => {
  for (const event of eventsOf({ ...text, contact_id: null, campaign_id: null, campaign_name: null })) {
    const { data } = bodyOf(event);
    assert.deepEqual([data.contact_id, data.campaign_id, data.campaign_name], [null, null, null]);
  }
});

test('every part of the event of a text is required by its schema', () => {
  for (const event of eventsOf(text)) {
    const body = bodyOf(event);
    for (const name of Object.keys(body.data)) {
      const { [name]: _gone, ...data } = body.data;
      assert.notDeepEqual(eventProblems({ ...body, data }), [], name);
    }
  }
});
