import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { after } from '../../src/process/time.ts';
import { reconcileTextsOnce } from '../../src/texts/reconcile-texts.ts';
import { applyTextEvent } from '../../src/texts/text-progress.ts';
import { contextOfFile } from '../support/context.ts';
import { fakeTexts } from '../support/fake-texts.ts';
import { phoneNumber } from '../support/fixtures.ts';
import { now, ours, published, reports, sent, texter } from './texting.ts';

let tenantId: string;
const context = await contextOfFile();
beforeEach(async () => {
  const { onSend, onFindSent, onSnapshot } = fakeTexts();
  Object.assign(context.texts, { onSend, onFindSent, onSnapshot });
  context.texts.asked.length = 0;
  context.texts.sent.length = 0;
  await context.db.knex('texts').update({ check_at: null });
  tenantId = await texter(context);
});

test('a silent text is asked after, and what the provider says makes its event', async () => {
  const text = await sent(context, tenantId);
  assert.equal(await reconcileTextsOnce(context), 0, 'not at once');
  context.clock.advance(61);
  context.texts.onSnapshot = () => ({ kind: 'event', event: { ...reports(text.id).delivered, messageId: null } });
  assert.equal(await reconcileTextsOnce(context), 1);
  assert.equal((await now(context, text)).status, 'delivered');
  assert.equal((await published(context, tenantId)).length, 1);
  context.clock.advance(24 * 60 * 60);
  assert.equal(await reconcileTextsOnce(context), 0, 'it has its end');
});

test('a delivery whose report was lost has the provider’s times, unless they are from before the text', async () => {
  const texts = [await sent(context, tenantId), await sent(context, tenantId)] as const;
  const from = context.clock.realNow();
  const inSeconds = (seconds: number): Date => after(from, seconds * 1_000);
  context.clock.advance(61);
  context.texts.onSnapshot = (id) => ({
    kind: 'event',
    event: {
      ...{ kind: 'delivered', providerMessageId: id, messageId: null },
      ...(id === texts[0].provider_message_id ? { sentAt: inSeconds(-1), at: inSeconds(5) } : { sentAt: null, at: inSeconds(-3_600) }),
    },
  });
  await reconcileTextsOnce(context);
  const [known, odd] = await Promise.all(texts.map((text) => now(context, text)));
  assert.deepEqual([known?.sent_at, known?.finished_at], [known?.created_at, after(texts[0].created_at, 5_000)]);
  assert.deepEqual([odd?.sent_at, odd?.finished_at], [context.clock.now(), context.clock.now()]);
  assert.deepEqual(
    new Set((await published(context, tenantId)).map(({ timestamp }) => timestamp)),
    new Set([known, odd].map((row) => row?.finished_at?.toISOString())),
  );
});

test('a text that was reported on is not asked after', async () => {
  const text = await sent(context, tenantId);
  await applyTextEvent(context, reports(text.id).delivered);
  context.clock.advance(24 * 60 * 60);
  assert.equal(await reconcileTextsOnce(context), 0);
});

test('a failure whose report of sending was lost is asked after, and is told where a carrier had it', async () => {
  const texts = [await sent(context, tenantId), await sent(context, tenantId)] as const;
  for (const text of texts) await applyTextEvent(context, reports(text.id).failed('unsaid', '30005'));
  assert.deepEqual(await published(context, tenantId), [], 'nothing says yet that a carrier tried');
  context.clock.advance(61);
  context.texts.onSnapshot = (id) => ({
    kind: 'event',
    event:
      id === reports(texts[0].id).sent.providerMessageId
        ? reports(texts[0].id).failed('tried')
        : reports(texts[1].id).failed('never_reached'),
  });
  assert.equal(await reconcileTextsOnce(context), 2);
  const told = await published(context, tenantId);
  assert.deepEqual(
    told.map(({ event, data }) => [event, data['message_id'], data['error_code']]),
    [['sms.failed', texts[0].id, '30005']],
  );
  context.clock.advance(24 * 60 * 60);
  assert.equal(await reconcileTextsOnce(context), 0, 'both are known');
});

test('the gaps grow, and after three days nobody asks any more', async () => {
  const text = await sent(context, tenantId);
  const from = context.clock.now().getTime();
  const askedAt: number[] = [];
  for (let minutes = 0; minutes < 5 * 24 * 60; minutes += 5) {
    context.clock.advance(5 * 60);
    if ((await reconcileTextsOnce(context)) > 0) askedAt.push((context.clock.now().getTime() - from) / 3_600_000);
  }
  const gaps = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
  assert.ok(askedAt.length > 10 && askedAt.length < 30, `asked ${askedAt.length} times`);
  assert.ok(
    gaps.every((gap, index) => index === 0 || gap >= (gaps[index - 1] ?? 0) - 0.1),
    String(gaps),
  );
  assert.ok(Math.max(...askedAt) >= 72 && Math.max(...askedAt) < 80);
  assert.equal((await now(context, text)).status, 'queued');
  assert.deepEqual(await published(context, tenantId), []);
});

test('a text of unknown fate is looked for in the provider’s list, by what it is', async () => {
  context.texts.onSend = () => ({ kind: 'unknown', raw: 'timeout' });
  const text = await sent(context, tenantId);
  context.clock.advance(31);
  let wanted: unknown;
  context.texts.onFindSent = (looked, span) => {
    wanted = { ...looked, span };
    return { kind: 'found', events: [{ kind: 'sent', providerMessageId: 'SM-found', messageId: null, takenAt: null }] };
  };
  await reconcileTextsOnce(context);
  const from = text.asked_at ?? assert.fail('never asked');
  // The request ended after five seconds, so what the provider took much later is another text with the same words.
  const span = { from, until: new Date(from.getTime() + 5_000) };
  assert.deepEqual(wanted, { to: text.phone, from: text.our_phone, body: text.body, trace: null, span });
  assert.deepEqual([(await now(context, text)).status, (await now(context, text)).provider_message_id], ['sent', 'SM-found']);
  assert.equal(context.texts.sent.length, 1);
});

test('of two alike each gets one of the provider’s, and none gets another text’s', async () => {
  const known = await sent(context, tenantId);
  context.texts.onSend = () => ({ kind: 'unknown', raw: 'timeout' });
  const texts = [await sent(context, tenantId), await sent(context, tenantId), await sent(context, tenantId)];
  const ids = [`SM-${known.id}`, `${known.id}-a`, `${known.id}-b`];
  context.texts.onFindSent = () => ({
    kind: 'found',
    events: ids.map((providerMessageId) => ({ kind: 'sent', providerMessageId, messageId: null, takenAt: null })),
  });
  for (let turn = 0; turn < 4; turn++) {
    context.clock.advance(60 * 2 ** turn);
    await reconcileTextsOnce(context);
  }
  const found = (await Promise.all(texts.map((text) => now(context, text)))).map((row) => row.provider_message_id);
  assert.deepEqual(found.filter(Boolean).sort(), ids.slice(1));
  const left = await Promise.all(texts.map((text) => now(context, text)));
  assert.deepEqual(
    left.filter((row) => row.provider_message_id === null).map((row) => row.status),
    ['unknown'],
  );
});

test('of two alike the one that was asked for nearest to the provider’s is taken for it, whichever is looked for first', async () => {
  context.texts.onSend = () => ({ kind: 'unknown', raw: 'timeout' });
  const otherTenant = await texter(context);
  for (const id of [tenantId, otherTenant]) await phoneNumber(context, id, { phoneNumber: ours });
  const never = await sent(context, tenantId);
  const taken = await sent(context, otherTenant);
  const askedAt = after(taken.asked_at ?? assert.fail('never asked'), -10_000);
  await context.db.knex('texts').where({ id: never.id }).update({ asked_at: askedAt });
  context.texts.onFindSent = () => ({
    kind: 'found',
    events: [{ kind: 'sent', providerMessageId: `SM-${taken.id}`, messageId: null, takenAt: taken.asked_at }],
  });
  await context.db
    .knex('texts')
    .where({ id: taken.id })
    .update({ check_at: after(context.clock.now(), 45_000) });
  context.clock.advance(31);
  assert.equal(await reconcileTextsOnce(context), 1, 'the text that never went');
  assert.equal((await now(context, never)).provider_message_id, null);
  context.clock.advance(20);
  await reconcileTextsOnce(context);
  assert.equal((await now(context, taken)).provider_message_id, `SM-${taken.id}`);
});

test('a sender that died before the answer leaves a text that is looked for, not one that is sent again', async () => {
  context.texts.onSend = () => {
    throw new Error('killed');
  };
  await assert.rejects(sent(context, tenantId, { dedupeKey: 'd' }));
  context.clock.advance(31);
  await reconcileTextsOnce(context);
  const again = await sent(context, tenantId, { dedupeKey: 'd' });
  assert.equal(again.status, 'unknown');
  assert.equal(context.texts.sent.length, 1);
});

test('a provider that cannot be asked delays nobody for ever', async () => {
  const texts = [await sent(context, tenantId), await sent(context, tenantId)];
  context.clock.advance(61);
  context.texts.onSnapshot = (id) => {
    if (id === texts[0]?.provider_message_id) throw new Error('broken');
    return { kind: 'unreachable', raw: 'HTTP 500' };
  };
  assert.equal(await reconcileTextsOnce(context), 2);
  context.clock.advance(10 * 60);
  context.texts.onSnapshot = (id) => ({ kind: 'event', event: { kind: 'delivered', providerMessageId: id, messageId: null } });
  assert.equal(await reconcileTextsOnce(context), 2);
  assert.equal((await published(context, tenantId)).length, 2);
});
