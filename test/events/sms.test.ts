import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { type OutgoingEvent, serializeEvent } from '../../src/events/event.ts';
import { smsDelivered, smsFailed, smsReceived } from '../../src/events/sms.ts';

const at = new Date('2026-03-02T12:03:00.000Z');
const text = {
  id: 'msg_1',
  tenant_id: 'ten_1',
  contact_id: 'con_1',
  phone: '+14155550123',
  campaign_id: 'cmp_1',
  campaign_name: 'Winter outreach',
  body: 'Yes, 👋 "please"',
};
const ownerNotice = { ...text, contact_id: null, campaign_id: null, campaign_name: null };

const eventsOf = (text: Parameters<typeof smsReceived>[0]): readonly OutgoingEvent[] => [
  smsDelivered(text, at),
  smsReceived(text, at),
  smsFailed(text, { errorCode: '1', reason: 'x' }, at),
];

/** The body, which every test here thereby holds against the published schema. */
function bodyOf(event: OutgoingEvent) {
  const body = JSON.parse(serializeEvent(event));
  assert.deepEqual(eventProblems(body), []);
  return body;
}

test('each event of a text has a key of its own and no outcome', () => {
  assert.deepEqual(
    eventsOf(text).map(({ tenantId, dedupeKey, outcome, occurredAt }) => [tenantId, dedupeKey, outcome, occurredAt]),
    ['sms.delivered', 'sms.received', 'sms.failed'].map((eventType) => ['ten_1', `${eventType}:msg_1`, null, at]),
  );
});

test('a text without contact and campaign says so with nulls', () => {
  for (const event of eventsOf(ownerNotice)) {
    const { data } = bodyOf(event);
    assert.deepEqual([data.contact_id, data.campaign_id, data.campaign_name], [null, null, null]);
  }
});

test('every part that the specification requires is required by the schema', () => {
  for (const event of eventsOf(text)) {
    const body = bodyOf(event);
    for (const name of Object.keys(body.data)) {
      const { [name]: _gone, ...data } = body.data;
      assert.notDeepEqual(eventProblems({ ...body, data }), [], name);
    }
  }
});
