import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { createRequestContexts } from '../../src/request-context.ts';
import { markDeleted } from '../../src/tenants/deletion.ts';
import { isOptedOut } from '../../src/texts/opt-out.ts';
import { receiveText } from '../../src/texts/receive-text.ts';
import { applyTextEvent } from '../../src/texts/text-progress.ts';
import type { InboundText } from '../../src/texts/text-provider.ts';
import { listTexts } from '../../src/texts/texts.ts';
import { contextOfFile } from '../support/context.ts';
import { contact, phoneNumber } from '../support/fixtures.ts';
import { refusedWith } from '../support/requests.ts';
import { statementsOf } from '../support/statements.ts';
import { published, reports, sent, texter, theirs } from './texting.ts';

const context = await contextOfFile();

let messages = 0;
let numbers = 0;
const inbound = (to: string, parts: Partial<InboundText> = {}): InboundText => ({
  providerMessageId: `SM-in-${++messages}`,
  from: theirs,
  to,
  body: 'Yes please, call me on Monday.',
  wish: null,
  ...parts,
});

const receive = (text: InboundText): Promise<void> => receiveText(context, text, { requestId: 'req_test' });

/** A tenant with a number of its own, or with one that it shares. */
async function owner(shared?: string): Promise<{ tenantId: string; number: string }> {
  const tenantId = await texter(context);
  const number = shared ?? `+1415557${String(++numbers).padStart(4, '0')}`;
  await phoneNumber(context, tenantId, { phoneNumber: number });
  return { tenantId, number };
}

test('a reply makes one sms.received with its whole body, from the contact’s number', async () => {
  const { tenantId, number } = await owner();
  const contactId = await contact(context, tenantId, { phone: theirs });
  const body = `Ja, grüße! 👋 ${'x'.repeat(3_000)}`;
  await receive(inbound(number, { body }));
  const [only] = await published(context, tenantId);
  const { deliveryIds, ...event } = only ?? assert.fail('no event');
  assert.deepEqual(eventProblems(event), []);
  assert.equal(deliveryIds.length, 1);
  const { message_id, ...data } = event.data;
  assert.match(String(message_id), /^msg_/);
  assert.deepEqual(
    [event.event, data],
    ['sms.received', { contact_id: contactId, phone: theirs, campaign_id: null, campaign_name: null, body }],
  );
});

test('the same text twice, also days later or at once, is one text and one event', async () => {
  const { tenantId, number } = await owner();
  const text = inbound(number);
  await Promise.all([receive(text), receive(text), receive(text)]);
  const first = await published(context, tenantId);
  assert.equal(first.length, 1);
  context.clock.advance(2 * 24 * 60 * 60);
  await receive(text);
  assert.deepEqual(await published(context, tenantId), first);
  assert.equal((await listTexts(context.db.knex, tenantId, { limit: 10 })).length, 1);
});

test('a text that came is eight statements, and texts of different requests read the subscriptions of their tenant once', async () => {
  const { number } = await owner();
  const request = () => createRequestContexts(context)({ operation: 'receiveTwilioInbound', deadline: performance.now() + 60_000 });
  const asked = await statementsOf(async () => {
    await receiveText(request(), inbound(number), { requestId: 'req_test' });
    await receiveText(request(), inbound(number), { requestId: 'req_test' });
  });
  assert.equal(asked.statements.filter((text) => text.includes('subscriptions_version')).length, 1, asked.statements.join('\n'));
  assert.equal(asked.statements.length, 2 * 8 + 1, asked.statements.join('\n'));
});

test('a number that is no contact’s, or an empty body, is received all the same', async () => {
  const { tenantId, number } = await owner();
  await receive(inbound(number, { from: '22395', body: '' }));
  const [only] = await published(context, tenantId);
  assert.deepEqual([only?.data['contact_id'], only?.data['phone'], only?.data['body']], [null, '22395', '']);
});

test('a reply has the campaign of the last text to its number, and none where that had none', async () => {
  const { tenantId, number } = await owner();
  await sent(context, tenantId, { from: number, campaign: { id: 'cmp_1', name: 'Winter' } });
  await sent(context, tenantId, { from: number, to: '+14155550888', campaign: { id: 'cmp_2', name: 'Spring' } });
  await receive(inbound(number));
  context.clock.advance(1);
  await sent(context, tenantId, { from: number });
  await receive(inbound(number));
  const campaigns = (await published(context, tenantId)).map(({ data }) => [data['campaign_id'], data['campaign_name']]);
  assert.deepEqual(campaigns, [
    ['cmp_1', 'Winter'],
    [null, null],
  ]);
});

test('a number of two tenants belongs to the one that last texted the contact', async () => {
  const first = await owner();
  // Ids of one millisecond are in any order.
  context.clock.advance(1);
  const second = await owner(first.number);
  await sent(context, first.tenantId, { from: first.number });
  context.clock.advance(1);
  await sent(context, second.tenantId, { from: first.number });
  await receive(inbound(first.number));
  context.clock.advance(1);
  await sent(context, first.tenantId, { from: first.number });
  await receive(inbound(first.number));
  await receive(inbound(first.number, { from: '+14155550666' }));
  assert.equal((await published(context, second.tenantId)).length, 1);
  assert.equal((await published(context, first.tenantId)).length, 2, 'the later one, and one that nobody had texted');
});

test('a text that the provider refused is nothing that a contact could answer', async () => {
  const first = await owner();
  context.clock.advance(1);
  const second = await owner(first.number);
  await sent(context, first.tenantId, { from: first.number });
  context.clock.advance(1);
  const { onSend } = context.texts;
  context.texts.onSend = () => ({ kind: 'refused', errorCode: '21617', reason: 'The text is too long.', optedOut: false });
  await sent(context, second.tenantId, { from: first.number });
  context.texts.onSend = onSend;
  await receive(inbound(first.number));
  assert.equal((await published(context, first.tenantId)).length, 1);
  assert.deepEqual(await published(context, second.tenantId), []);
});

test('a number that has passed to another tenant is that one’s, except for those whom the former one has texted', async () => {
  const former = await owner();
  context.clock.advance(1);
  const present = await owner(former.number);
  await sent(context, former.tenantId, { from: former.number });
  await context.db.knex('phone_numbers').where({ tenant_id: former.tenantId }).update({ is_active: false });
  await receive(inbound(former.number, { from: '+14155550666' }));
  await receive(inbound(former.number));
  assert.deepEqual(
    (await published(context, present.tenantId)).map(({ data }) => data['phone']),
    ['+14155550666'],
  );
  assert.deepEqual(
    (await published(context, former.tenantId)).map(({ data }) => data['phone']),
    [theirs],
  );
});

test('a number of a tenant that is deleted is the other tenant’s, also for those whom the deleted one has texted', async () => {
  const deleted = await owner();
  context.clock.advance(1);
  const present = await owner(deleted.number);
  await sent(context, deleted.tenantId, { from: deleted.number });
  await markDeleted(context.db.knex, deleted.tenantId, context.clock.realNow());
  await receive(inbound(deleted.number, { body: 'STOP', wish: 'opt_out' }));
  assert.equal((await published(context, present.tenantId)).length, 1);
  assert.ok(await isOptedOut(context.db.knex, present.tenantId, theirs));
});

test('a text to a number that is nobody’s is acknowledged and forgotten', async () => {
  await receive(inbound('+14155559999', { providerMessageId: 'SM-nobody' }));
  assert.equal(await context.db.knex('texts').where({ provider_message_id: 'SM-nobody' }).first(), undefined);
});

test('the provider’s word that a number has opted out is as old as the text, and gives way to a later START', async () => {
  const { tenantId, number } = await owner();
  const texts = [await sent(context, tenantId), await sent(context, tenantId)];
  context.clock.advance(30);
  await receive(inbound(number, { body: 'START', wish: 'opt_in' }));
  const [one, two] = texts.map(({ id }) => reports(id).failed('never_reached', '21610'));
  assert.ok(one && two);
  await applyTextEvent(context, one);
  assert.ok(await isOptedOut(context.db.knex, tenantId, theirs), 'their order is in doubt');
  context.clock.advance(60);
  await receive(inbound(number, { body: 'START', wish: 'opt_in' }));
  await applyTextEvent(context, two);
  assert.equal(await isOptedOut(context.db.knex, tenantId, theirs), false);
});

test('STOP is received like any text, and then nothing is sent until START', async () => {
  const { tenantId, number } = await owner();
  const stop = inbound(number, { body: 'STOP', wish: 'opt_out' });
  await receive(stop);
  assert.equal(await isOptedOut(context.db.knex, tenantId, theirs), true);
  await assert.rejects(sent(context, tenantId), refusedWith('opted_out'));
  await receive(inbound(number, { body: 'hello?' }));
  assert.equal(await isOptedOut(context.db.knex, tenantId, theirs), true, 'only START lifts it');
  await receive(inbound(number, { body: 'START', wish: 'opt_in' }));
  assert.equal((await sent(context, tenantId)).status, 'queued');
  await receive(stop);
  assert.equal(await isOptedOut(context.db.knex, tenantId, theirs), false, 'a STOP that comes a second time is the old one');
  assert.equal((await published(context, tenantId)).filter(({ event }) => event === 'sms.received').length, 3);
});

test('an opt-out is one tenant’s and one number’s', async () => {
  const [one, other] = [await owner(), await owner()];
  await receive(inbound(one.number, { wish: 'opt_out' }));
  assert.equal((await sent(context, other.tenantId)).status, 'queued');
  assert.equal((await sent(context, one.tenantId, { to: '+14155550888' })).status, 'queued');
});
