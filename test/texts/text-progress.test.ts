import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { isOptedOut, optIn } from '../../src/texts/opt-out.ts';
import { applyTextEvent } from '../../src/texts/text-progress.ts';
import type { TextEvent } from '../../src/texts/text-provider.ts';
import { contextOfFile } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { now, published, reports, sent, texter, theirs } from './texting.ts';

const context = await contextOfFile();

const tell = async (...events: readonly TextEvent[]): Promise<void> => {
  for (const each of events) await applyTextEvent(context, each);
};

test('a delivered text makes one sms.delivered, which its schema allows', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId, { campaign: { id: 'cmp_1', name: 'Winter' } });
  const said = reports(text.id);
  await tell(said.queued, said.sent, said.delivered);
  const [only, ...others] = await published(context, tenantId);
  assert.equal(others.length, 0);
  const { deliveryIds, ...body } = only ?? assert.fail('no event');
  assert.deepEqual(eventProblems(body), []);
  assert.equal(deliveryIds.length, 1);
  assert.deepEqual(
    [body.event, body.data],
    ['sms.delivered', { message_id: text.id, contact_id: null, phone: theirs, campaign_id: 'cmp_1', campaign_name: 'Winter' }],
  );
});

test('a failed text makes one sms.failed with code and reason, which its schema allows', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await tell(reports(text.id).sent, reports(text.id).failed('tried', '30003'));
  const [only] = await published(context, tenantId);
  const { deliveryIds: _ids, ...body } = only ?? assert.fail('no event');
  assert.deepEqual(eventProblems(body), []);
  assert.deepEqual([body.data['error_code'], body.data['reason']], ['30003', 'The phone could not be reached.']);
});

test('a failure without a code has one on the wire all the same', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await tell(reports(text.id).failed('tried', null));
  assert.match(String((await published(context, tenantId))[0]?.data['error_code']), /^\d+$/);
  assert.equal((await now(context, text)).error_code, null, 'what the provider said stays what it said');
});

test('reports that come twice, days apart, make one event with one delivery id', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await tell(reports(text.id).delivered, reports(text.id).delivered);
  const first = await published(context, tenantId);
  context.clock.advance(5 * 24 * 60 * 60);
  await tell(reports(text.id).delivered, reports(text.id).failed());
  assert.deepEqual(await published(context, tenantId), first);
  assert.equal(first[0]?.deliveryIds.length, 1);
});

test('the delivery id is the key’s own: even with the text’s mark lost it would be the same delivery', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await tell(reports(text.id).delivered);
  const first = await published(context, tenantId);
  context.clock.advance(3 * 24 * 60 * 60);
  await context.db.knex('texts').where({ id: text.id }).update({ event_at: null });
  await tell(reports(text.id).sent, reports(text.id).delivered);
  assert.deepEqual(await published(context, tenantId), first);
});

test('delivered before sent is delivered, once', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await tell(reports(text.id).delivered, reports(text.id).sent, reports(text.id).queued, reports(text.id).delivered);
  assert.equal((await now(context, text)).status, 'delivered');
  assert.deepEqual(
    (await published(context, tenantId)).map(({ event: name }) => name),
    ['sms.delivered'],
  );
});

test('at the same time from many sides, a report is still one event', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  const said = reports(text.id);
  await Promise.all(
    [said.sent, said.delivered, said.delivered, said.failed(), said.delivered, said.sent].map((each) => applyTextEvent(context, each)),
  );
  const all = await published(context, tenantId);
  assert.equal(all.length, 1);
  assert.equal(all[0]?.event, `sms.${(await now(context, text)).status}`);
});

test('what never reached a carrier fails without an event', async () => {
  const tenantId = await texter(context);
  const [one, two] = [await sent(context, tenantId), await sent(context, tenantId)];
  await tell(reports(one.id).failed('never_reached', '30002'), reports(two.id).failed('unsaid', '30003'));
  assert.deepEqual([(await now(context, one)).status, (await now(context, two)).status], ['failed', 'failed']);
  assert.deepEqual(await published(context, tenantId), []);
});

test('a number that a report says has opted out is texted no more, until it opts in', async () => {
  const tenantId = await texter(context);
  const [one, two] = [await sent(context, tenantId), await sent(context, tenantId)];
  const optedOut = (): Promise<boolean> => isOptedOut(context.db.knex, tenantId, theirs);
  await tell(reports(one.id).failed('never_reached', '30002'));
  assert.equal(await optedOut(), false);
  await tell(reports(two.id).failed('never_reached', '21610'));
  assert.ok(await optedOut());
  assert.deepEqual([(await now(context, two)).status, await published(context, tenantId)], ['failed', []]);
  await optIn(context.db.knex, tenantId, theirs, context.clock.now());
  await tell(reports(two.id).failed('never_reached', '21610'));
  assert.equal(await optedOut(), false, 'a repeat of the report says nothing new');
});

test('a report of sending that comes after the failure shows that a carrier had it', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await tell(reports(text.id).failed('unsaid'), reports(text.id).sent, reports(text.id).sent);
  assert.equal((await now(context, text)).status, 'failed');
  assert.deepEqual(
    (await published(context, tenantId)).map(({ event: name }) => name),
    ['sms.failed'],
  );
});

test('a text of unknown fate is found by our id in the report, and then by the provider’s', async () => {
  const tenantId = await texter(context);
  context.texts.onSend = () => ({ kind: 'unknown', raw: 'timeout' });
  const text = await sent(context, tenantId);
  context.texts.onSend = ({ messageId }) => ({ kind: 'accepted', providerMessageId: `SM-${messageId}` });
  await tell(reports(text.id).sent);
  assert.deepEqual([(await now(context, text)).status, (await now(context, text)).provider_message_id], ['sent', `SM-${text.id}`]);
  await tell({ ...reports(text.id).delivered, messageId: null });
  assert.equal((await now(context, text)).status, 'delivered');
});

test('a report of another message under our id, or of none of ours, changes nothing', async () => {
  const tenantId = await texter(context);
  const text = await sent(context, tenantId);
  await tell(
    { kind: 'delivered', providerMessageId: 'SM-other', messageId: text.id },
    { kind: 'delivered', providerMessageId: 'SM-x', messageId: 'msg_x' },
  );
  assert.deepEqual(await now(context, text), text);
  assert.deepEqual(await published(context, tenantId), []);
});

test('without a trigger nothing is stored, and one made later gets no old event', async () => {
  const { tenant } = await import('../support/fixtures.ts');
  const { id: tenantId } = await tenant(context);
  const text = await sent(context, tenantId);
  await tell(reports(text.id).delivered);
  assert.ok((await now(context, text)).event_at);
  await tell(reports(text.id).delivered);
  assert.deepEqual(await published(context, tenantId), []);
});

test('sms.delivered and sms.failed have a bucket of their own, beside that of calls and replies', async () => {
  const tenantId = await texter(context, { limits: { callEventsPerMinute: 2, textEventsPerMinute: 3 } });
  const texts = await Promise.all(Array.from({ length: 4 }, () => sent(context, tenantId)));
  await publish(context, event(context, tenantId), event(context, tenantId), event(context, tenantId));
  for (const [place, text] of texts.entries()) await tell(place === 0 ? reports(text.id).failed() : reports(text.id).delivered);
  const rows: { event_type: string; status: string; late: boolean }[] = await context.db
    .knex('webhook_deliveries')
    .where({ tenant_id: tenantId })
    .select('event_type', 'status');
  const retrying = rows.filter(({ status }) => status === 'retrying').map(({ event_type }) => event_type);
  assert.deepEqual(retrying.sort(), ['call.completed', 'sms.delivered'], 'one over each of the two limits, and nothing dropped');
  assert.equal(rows.length, 7);
});

test('a flood of reports is few transactions, and each text has its one event', async () => {
  const tenantId = await texter(context);
  const texts = await Promise.all(Array.from({ length: 30 }, () => sent(context, tenantId)));
  await Promise.all(texts.flatMap(({ id }) => [reports(id).sent, reports(id).delivered]).map((each) => applyTextEvent(context, each)));
  const writers = await context.db.knex('texts').where({ tenant_id: tenantId }).distinct(context.db.knex.raw('xmin::text'));
  assert.ok(writers.length <= 2, `${writers.length} transactions`);
  assert.deepEqual(
    (await published(context, tenantId)).map(({ event: name, deliveryIds }) => [name, deliveryIds.length]),
    texts.map(() => ['sms.delivered', 1]),
  );
  for (const text of texts) assert.equal((await now(context, text)).status, 'delivered');
});

test('a report that the database refuses fails alone in its batch', async (t) => {
  const tenantId = await texter(context);
  const texts = await Promise.all(Array.from({ length: 9 }, () => sent(context, tenantId)));
  const [bad] = texts.splice(4, 1);
  assert.ok(bad);
  await context.db.knex.raw(`alter table texts add constraint refused_in_this_test check (id <> '${bad.id}' or status <> 'delivered')`);
  t.after(() => context.db.knex.raw('alter table texts drop constraint refused_in_this_test'));
  const results = await Promise.allSettled([...texts, bad].map(({ id }) => applyTextEvent(context, reports(id).delivered)));
  assert.deepEqual(
    results.map(({ status }) => status),
    [...texts.map(() => 'fulfilled'), 'rejected'],
  );
  assert.equal((await published(context, tenantId)).length, 8);
  assert.equal((await now(context, bad)).status, 'queued');
});

test('a report of a text that somebody else tells something meanwhile is told again, and delays none of its batch', async () => {
  const tenantId = await texter(context);
  const [overtaken, other] = [await sent(context, tenantId), await sent(context, tenantId)];
  const trx = await context.db.knex.transaction();
  await trx('texts').where({ id: overtaken.id }).update({ status: 'sent', sent_at: context.clock.now(), version: 2 });
  const told = Promise.all([overtaken, other].map(({ id }) => applyTextEvent(context, reports(id).delivered)));
  await trx.commit();
  await told;
  assert.deepEqual([(await now(context, overtaken)).status, (await now(context, other)).status], ['delivered', 'delivered']);
  assert.equal((await published(context, tenantId)).length, 2);
});
