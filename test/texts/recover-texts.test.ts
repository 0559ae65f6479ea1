import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type InBatch, inTransactionOf } from '../../src/db/transaction.ts';
import { measureWork } from '../../src/measures/measure-work.ts';
import { after, before } from '../../src/process/time.ts';
import { eraseTextsWith } from '../../src/texts/erase-texts.ts';
import { findPassedOver, giveUpTexts, lookAgain } from '../../src/texts/looks-for-texts.ts';
import { isOptedOut, wishOf } from '../../src/texts/opt-out.ts';
import { receiveText } from '../../src/texts/receive-text.ts';
import { recoverTextsOnce } from '../../src/texts/recover-texts.ts';
import type { ListedText, ReceivedPage } from '../../src/texts/text-provider.ts';
import { listTexts } from '../../src/texts/texts.ts';
import { contextOfFile } from '../support/context.ts';
import { fakeTexts } from '../support/fake-texts.ts';
import { freezeTenant, phoneNumber } from '../support/fixtures.ts';
import { published, sent, texter, theirs } from './texting.ts';

const context = await contextOfFile();

/** What the provider has, oldest first. */
let came: ListedText[];
let asked: { readonly since: Date; readonly page: string | null }[];
let pageSize: number;
let tenantId: string;
let number: string;
let numbers = 0;
let messages = 0;

beforeEach(async () => {
  came = [];
  asked = [];
  pageSize = 100;
  context.texts.isReady = true;
  context.texts.onSend = fakeTexts().onSend;
  context.texts.onListReceived = (since, page) => {
    asked.push({ since, page });
    const listed = came.filter(({ cameAt }) => cameAt >= since).toReversed();
    const from = Number(page ?? 0);
    const next = from + pageSize;
    return { kind: 'page', texts: listed.slice(from, next), next: next < listed.length ? String(next) : null };
  };
  await context.db.knex('looks_for_texts').del();
  tenantId = await texter(context);
  number = `+1415558${String(++numbers).padStart(4, '0')}`;
  await phoneNumber(context, tenantId, { phoneNumber: number });
  assert.equal(await recoverTextsOnce(context), 0, 'the first look');
  context.clock.advance(5 * 60);
  asked = [];
});

/** A contact's text that has come to the provider now. No callback tells of it. */
function comes(body: string, parts: Partial<ListedText> = {}): ListedText {
  const providerMessageId = `SM-lost-${++messages}`;
  const text = { providerMessageId, from: theirs, to: number, body, wish: wishOf(body), cameAt: context.clock.realNow(), ...parts };
  came.push(text);
  return text;
}

/** The same text by its callback, which tells no time. */
const receive = ({ cameAt: _, ...text }: ListedText): Promise<void> => receiveText(context, text, { requestId: 'req_test' });

/** Looks until the end, when the next look is due. */
async function look(): Promise<void> {
  context.clock.advance(130);
  while ((await recoverTextsOnce(context)) > 0);
}

const bodies = async (of = tenantId): Promise<readonly unknown[]> => (await published(context, of)).map(({ data }) => data['body']);
const optedOut = (of = tenantId): Promise<boolean> => isOptedOut(context.db.knex, of, theirs);

test('a text whose callback was lost is received once, and is from when it came', async () => {
  const { cameAt } = comes('Yes please, call me on Monday.');
  await look();
  await look();
  const [only, ...more] = await published(context, tenantId);
  assert.deepEqual([only?.event, only?.data['body'], only?.deliveryIds.length, more.length], ['sms.received', came[0]?.body, 1, 0]);
  const [row] = await listTexts(context.db.knex, tenantId, { limit: 10 });
  assert.deepEqual([row?.created_at, row?.event_at, row?.request_id], [cameAt, after(cameAt, 130_000), null]);
  assert.deepEqual([row?.finished_at, only?.timestamp], [cameAt, cameAt.toISOString()]);
});

test('a text that is found more than seven days after it came has an event of now, since no event is older', async () => {
  const { cameAt } = comes('Hello?');
  context.clock.advance(8 * 24 * 60 * 60);
  await look();
  assert.deepEqual(
    (await published(context, tenantId)).map(({ timestamp }) => timestamp),
    [context.clock.now().toISOString()],
  );
  const [row] = await listTexts(context.db.knex, tenantId, { limit: 10 });
  assert.deepEqual([row?.created_at, row?.finished_at], [cameAt, cameAt]);
});

test('a text is given a minute in which its callback comes', async () => {
  context.clock.advance(100);
  comes('Hello?');
  context.clock.advance(30);
  await recoverTextsOnce(context);
  assert.deepEqual(await bodies(), []);
  await look();
  assert.deepEqual(await bodies(), ['Hello?']);
});

test('a text whose callback came, before the look or after it, is one text', async () => {
  const told = comes('one');
  await receive(told);
  const late = comes('two');
  await look();
  await receive(late);
  await receive(told);
  assert.deepEqual(await bodies(), ['one', 'two']);
});

test('a STOP that is recovered ends the texts, written as only we understand it too', async () => {
  for (const word of ['STOP', 'Stop.', 'S T O P']) {
    comes(word);
    await look();
    assert.ok(await optedOut(), word);
    await assert.rejects(sent(context, tenantId, { from: number }));
    comes('START');
    await look();
    assert.equal((await sent(context, tenantId, { from: number })).status, 'queued');
  }
});

test('a wish that is recovered changes nothing where a later one has come', async () => {
  comes('Stop.');
  context.clock.advance(60);
  await receive(comes('START'));
  came.pop();
  await look();
  assert.deepEqual(await bodies(), ['START', 'Stop.']);
  assert.equal(await optedOut(), false, 'the START came later');

  comes('START');
  context.clock.advance(60);
  await receive(comes('Stop.'));
  came.pop();
  await look();
  assert.ok(await optedOut(), 'the STOP came later');
});

test('a later text that is no wish leaves the recovered one its effect', async () => {
  comes('Stop.');
  context.clock.advance(60);
  await receive(comes('Who is this?'));
  await look();
  assert.ok(await optedOut());
});

test('an opt-out of which the provider told after a START came stays, though the START is recovered', async () => {
  comes('START');
  context.clock.advance(30);
  context.texts.onSend = () => ({ kind: 'refused', errorCode: '21610', reason: 'The recipient has opted out.', optedOut: true });
  await sent(context, tenantId, { from: number });
  await look();
  assert.ok(await optedOut());
});

test('of wishes that are all recovered the last one counts, also where pages bring them newest first', async () => {
  for (const size of [1, 100]) {
    pageSize = size;
    comes('START');
    context.clock.advance(1);
    comes('Stop.');
    await look();
    assert.ok(await optedOut());
    comes('STOP');
    context.clock.advance(61);
    comes('START');
    await look();
    assert.equal(await optedOut(), false);
  }
});

test('of a STOP and a START within a minute, of which one is recovered, the STOP counts, because their times are of two clocks', async () => {
  const told = comes('START');
  context.clock.advance(2);
  comes('S T O P');
  context.clock.advance(3);
  await receive(told);
  await look();
  assert.ok(await optedOut(), 'the callback of the START came late');

  context.clock.advance(200);
  await receive(comes('START'));
  assert.equal(await optedOut(), false);
  await receive(comes('Stop.'));
  context.clock.advance(50);
  comes('START');
  await look();
  assert.ok(await optedOut(), 'the START may have come before the STOP');
});

test('a START that is recovered takes back no opt-out that is newer, whatever its word and though an older one was there', async () => {
  await receive(comes('Stop.'));
  context.clock.advance(100);
  comes('START');
  context.clock.advance(10);
  await receive({ ...comes('ARRET'), wish: 'opt_out' });
  await look();
  assert.deepEqual([await bodies(), await optedOut()], [['Stop.', 'ARRET', 'START'], true]);
});

test('a text to a number of two tenants is for the one that the contact talked with when it came', async () => {
  const other = await texter(context);
  await phoneNumber(context, other, { phoneNumber: number });
  await sent(context, tenantId, { from: number });
  context.clock.advance(30);
  comes('S T O P');
  context.clock.advance(30);
  await sent(context, other, { from: number });
  await look();
  assert.deepEqual([await bodies(), await optedOut()], [['S T O P'], true]);
  assert.deepEqual([await bodies(other), await optedOut(other)], [[], false]);
});

test('a text for a tenant that was deleted after it came is for nobody; what came after that is for the other one with the number', async () => {
  const other = await texter(context);
  await phoneNumber(context, other, { phoneNumber: number });
  await sent(context, tenantId, { from: number });
  context.clock.advance(30);
  comes('Mine is 5 Elm Street.');
  context.clock.advance(20);
  await context.db.knex('tenants').where({ id: tenantId }).update({ deleting_since: context.clock.realNow() });
  context.clock.advance(20);
  comes('Hello?');
  await look();
  assert.deepEqual([await bodies(), await bodies(other)], [[], ['Hello?']]);
});

test('a text from before a tenant had the number is not for it', async () => {
  const fresh = `${number}7`;
  comes('for whoever had the number before', { to: fresh });
  context.clock.advance(60);
  await phoneNumber(context, tenantId, { phoneNumber: fresh });
  context.clock.advance(1);
  comes('Hello?', { to: fresh });
  await look();
  assert.deepEqual(await bodies(), ['Hello?']);
});

test('a look goes through its pages one a turn, and the next look begins a little before the end of this one', async () => {
  pageSize = 2;
  for (let i = 1; i <= 5; i++) comes(`text ${i}`);
  context.clock.advance(130);
  assert.deepEqual([await recoverTextsOnce(context), await recoverTextsOnce(context), await recoverTextsOnce(context)], [1, 1, 0]);
  assert.equal(await recoverTextsOnce(context), 0, 'it is not due');
  assert.deepEqual(
    asked.map(({ page }) => page),
    [null, '2', '4'],
  );
  assert.equal((await bodies()).length, 5);
  const end = before(context.clock.realNow(), 60_000);
  await look();
  assert.deepEqual(asked.at(3), { since: before(end, 5 * 60_000), page: null });
});

test('the first look at a provider brings nothing of the time before it', async () => {
  comes('for the program before this one');
  context.clock.advance(60);
  await context.db.knex('looks_for_texts').del();
  const first = context.clock.realNow();
  await recoverTextsOnce(context);
  comes('Hello?');
  while (asked.length === 0) await look();
  assert.deepEqual([asked[0]?.since, await bodies()], [first, ['Hello?']]);
});

test('of several processes one looks, and where it dies another one goes on with its page', async () => {
  pageSize = 1;
  comes('older');
  comes('newer');
  context.clock.advance(130);
  assert.equal(await recoverTextsOnce(context), 1);
  const { onListReceived } = context.texts;
  context.texts.onListReceived = (since, page) => {
    asked.push({ since, page });
    throw new Error('killed');
  };
  await assert.rejects(recoverTextsOnce(context), /killed/);
  context.texts.onListReceived = onListReceived;
  assert.deepEqual([await recoverTextsOnce(context), asked.length], [0, 2], 'it is the dead one’s for a minute');
  context.clock.advance(61);
  assert.equal(await recoverTextsOnce(context), 0);
  assert.deepEqual(asked.at(-1)?.page, '1');
  assert.deepEqual([...(await bodies())].sort(), ['newer', 'older']);
});

test('a process that was taken for dead changes nothing of the look that another has gone on with', async () => {
  pageSize = 1;
  comes('older');
  comes('newer');
  context.clock.advance(130);
  const { onListReceived } = context.texts;
  context.texts.onListReceived = async (since, page) => {
    context.texts.onListReceived = onListReceived;
    context.clock.advance(61);
    while ((await recoverTextsOnce(context)) > 0);
    return onListReceived(since, page);
  };
  await recoverTextsOnce(context);
  assert.equal((await context.db.knex('looks_for_texts').first()).next_page, null);
  assert.deepEqual([...(await bodies())].sort(), ['newer', 'older']);
});

test('a text that cannot be received after it was listed is received by the next look, and the others at once', async () => {
  pageSize = 1;
  const other = await texter(context);
  const theirNumber = `${number}9`;
  await phoneNumber(context, other, { phoneNumber: theirNumber });
  comes('Are you there?', { to: theirNumber });
  comes('Hello');
  comes('Are you there now?', { to: theirNumber });
  const both = ['Are you there now?', 'Are you there?'];
  await context.db.knex.raw(`alter table texts add constraint refused check (body <> 'Hello')`);
  await look();
  assert.deepEqual([await bodies(), [...(await bodies(other))].sort()], [[], both]);
  await context.db.knex.raw('alter table texts drop constraint refused');
  context.clock.advance(24 * 60 * 60);
  await look();
  assert.deepEqual([await bodies(), [...(await bodies(other))].sort()], [['Hello'], both]);
});

test('a provider that is away for a day loses nothing', async () => {
  comes('Hello?');
  const { onListReceived } = context.texts;
  context.texts.onListReceived = () => ({ kind: 'unreachable', raw: 'HTTP 500' });
  for (let hour = 0; hour < 24; hour++) {
    await look();
    context.clock.advance(60 * 60);
  }
  context.texts.onListReceived = onListReceived;
  await look();
  assert.deepEqual(await bodies(), ['Hello?']);
});

test('how long ago the list was last looked through is measured, for as long as looks fail', async () => {
  const measured = async (): Promise<number | undefined> => {
    await measureWork(context);
    return (await context.metrics.textsLookedUntilSeconds.get()).values[0]?.value;
  };
  await look();
  assert.equal(await measured(), 60);
  const { onListReceived } = context.texts;
  context.texts.onListReceived = () => ({ kind: 'unreachable', raw: 'The operation was aborted due to timeout' });
  for (let minute = 0; minute < 60; minute++) await look();
  assert.equal(await measured(), 60 + 60 * 130);
  context.texts.onListReceived = onListReceived;
  await look();
  assert.equal(await measured(), 60);
});

test('where the provider no longer knows a page, the look begins anew', async () => {
  pageSize = 1;
  comes('older');
  comes('newer');
  context.clock.advance(130);
  assert.equal(await recoverTextsOnce(context), 1);
  const { onListReceived } = context.texts;
  context.texts.onListReceived = () => ({ kind: 'refused', raw: 'HTTP 400' });
  context.clock.advance(61);
  assert.equal(await recoverTextsOnce(context), 0);
  context.texts.onListReceived = onListReceived;
  await look();
  assert.deepEqual([...(await bodies())].sort(), ['newer', 'older']);
});

test('where the provider names a page as the next one of itself, the look ends, which is told, and begins anew in its time', async (t) => {
  const error = t.mock.method(context.log, 'error', () => {});
  pageSize = 1;
  comes('older');
  comes('newer');
  context.clock.advance(130);
  const { onListReceived } = context.texts;
  context.texts.onListReceived = async (since) => ({ ...(await onListReceived(since, null)), next: '1' }) as ReceivedPage;
  assert.deepEqual([await recoverTextsOnce(context), await recoverTextsOnce(context), await recoverTextsOnce(context)], [1, 0, 0]);
  assert.equal(asked.length, 2);
  assert.match(String(error.mock.calls[0]?.arguments[1]), /names a page as the next one of itself/);
  context.texts.onListReceived = onListReceived;
  await look();
  assert.deepEqual([...(await bodies())].sort(), ['newer', 'older']);
});

test('a text to a number that no tenant here has, or whose tenant is in another cell, is passed over', async () => {
  comes('not ours', { to: '+14155559999' });
  comes('Hello?');
  await freezeTenant(context, tenantId);
  await look();
  await context.db.knex('tenants').where({ id: tenantId }).update({ frozen_at: null });
  assert.deepEqual(await bodies(), []);
  // A tenant that has come to this cell is told of what came shortly before.
  await look();
  assert.deepEqual(await bodies(), ['Hello?']);
});

test('a look that is under way when a tenant is served again begins anew, whatever the process that is at it saves', async () => {
  pageSize = 1;
  comes('older');
  comes('newer');
  await freezeTenant(context, tenantId);
  const { knex } = context.db;
  const passedOver = await findPassedOver(knex, tenantId);
  context.clock.advance(20 * 60);
  assert.equal(await recoverTextsOnce(context), 1, 'the newer one is passed over');
  const { onListReceived } = context.texts;
  context.texts.onListReceived = async (since, page) => {
    context.texts.onListReceived = onListReceived;
    await knex('tenants').where({ id: tenantId }).update({ frozen_at: null });
    await lookAgain(knex, passedOver, context.clock.realNow());
    return onListReceived(since, page);
  };
  while ((await recoverTextsOnce(context)) > 0);
  await look();
  assert.deepEqual(await bodies(), ['older', 'newer']);
});

test('what is given up while a look is under way stays given up', async () => {
  const { knex } = context.db;
  const { onListReceived } = context.texts;
  context.clock.advance(130);
  const now = context.clock.realNow();
  context.texts.onListReceived = async (since, page) => {
    await giveUpTexts(knex, now, now);
    return onListReceived(since, page);
  };
  await recoverTextsOnce(context);
  const { looked_until: lookedUntil } = await knex('looks_for_texts').first();
  assert.ok(lookedUntil > now, 'the look saved nothing');
});

test('an erased person’s text stays known, and does not come again', async () => {
  await receive(comes('Hello?'));
  const inBatch: InBatch<{ readonly texts: number }> = (work) => inTransactionOf(context.db.engine, work);
  const { texts } = await eraseTextsWith(context, tenantId, theirs, context.clock.now(), inBatch);
  assert.equal(texts, 1);
  await look();
  assert.deepEqual(await listTexts(context.db.knex, tenantId, { phone: theirs, limit: 10 }), []);
});

test('where no provider of texts is set up, none is asked', async () => {
  context.texts.isReady = false;
  await look();
  assert.deepEqual(asked, []);
});
