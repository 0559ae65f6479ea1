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
const shared = { message_id: 'msg_1', contact_id: 'con_1', phone: '+14155550123', campaign_id: 'cmp_1', campaign_name: 'Winter outreach' };

/** The body, which every test here thereby holds against the published schema. */
function bodyOf(event: OutgoingEvent) {
  const body = JSON.parse(serializeEvent(event));
  assert.deepEqual(eventProblems(body), []);
  return body;
}

test('sms.delivered says what the specification lists, no more and no less', () => {
  const event = smsDelivered(text, at);
  assert.deepEqual([event.tenantId, event.dedupeKey, event.outcome, event.occurredAt], ['ten_1', 'sms.delivered:msg_1', null, at]);
  assert.deepEqual(bodyOf(event), { event: 'sms.delivered', timestamp: '2026-03-02T12:03:00.000Z', data: shared });
});

test('sms.failed adds the gateway’s code, as text, and a reason', () => {
  const event = smsFailed(text, { errorCode: '30003', reason: 'The phone could not be reached.' }, at);
  assert.equal(event.dedupeKey, 'sms.failed:msg_1');
  assert.deepEqual(bodyOf(event).data, { ...shared, error_code: '30003', reason: 'The phone could not be reached.' });
});

test('sms.received adds the whole body', () => {
  const event = smsReceived(text, at);
  assert.equal(event.dedupeKey, 'sms.received:msg_1');
  assert.deepEqual(bodyOf(event).data, { ...shared, body: 'Yes, 👋 "please"' });
});

test('a text without contact and campaign says so with nulls', () => {
  for (const event of [
    smsDelivered(ownerNotice, at),
    smsReceived(ownerNotice, at),
    smsFailed(ownerNotice, { errorCode: '1', reason: 'x' }, at),
  ]) {
    const { data } = bodyOf(event);
    assert.deepEqual([data.contact_id, data.campaign_id, data.campaign_name], [null, null, null]);
  }
});

test('every part that the specification requires is required by the schema', () => {
  for (const event of [smsDelivered(text, at), smsReceived(text, at), smsFailed(text, { errorCode: '1', reason: 'x' }, at)]) {
    const body = bodyOf(event);
    for (const name of Object.keys(body.data)) {
      const { [name]: _gone, ...data } = body.data;
      assert.notDeepEqual(eventProblems({ ...body, data }), [], name);
    }
  }
});
