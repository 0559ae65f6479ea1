import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { QueryConfig, QueryResult } from 'pg';
import { knexOver } from '../../src/db/pool.ts';
import { tenantMoves } from '../../src/db/sql-state.ts';
import { giveBackGraceMs } from '../../src/process/limits.ts';
import { isOptedOut, optOut } from '../../src/texts/opt-out.ts';
import { applyTextEvent } from '../../src/texts/text-progress.ts';
import type { SendResult } from '../../src/texts/text-provider.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';
import { fakeTexts } from '../support/fake-texts.ts';
import { refusedWith } from '../support/requests.ts';
import { until } from '../support/until.ts';
import { losing, now, published, reports, sent, texter, theirs } from './texting.ts';

let tenantId: string;
const context = await contextOfFile();
beforeEach(async () => {
  Object.assign(context.texts, { ...fakeTexts(), sent: context.texts.sent, send: context.texts.send });
  context.texts.sent.length = 0;
  tenantId = await texter(context);
});

const countOf = async (): Promise<number> => Number((await context.db.knex('texts').where({ tenant_id: tenantId }).count())[0]?.['count']);

test('a text is handed to the provider once, with our id, and is queued', async () => {
  const text = await sent(context, tenantId, { campaign: { id: 'cmp_1', name: 'Winter' } });
  assert.deepEqual(context.texts.sent, [{ messageId: text.id, to: text.phone, from: text.our_phone, body: text.body, trace: null }]);
  assert.deepEqual(
    [text.status, text.provider_message_id, text.campaign_id, text.campaign_name],
    ['queued', `SM-${text.id}`, 'cmp_1', 'Winter'],
  );
  assert.ok(text.id.startsWith('msg_'));
});

test('the row is there before the provider is asked', async () => {
  let seen = 0;
  context.texts.onSend = async () => {
    seen = await countOf();
    return { kind: 'accepted', providerMessageId: `SM-${Math.random()}` };
  };
  await sent(context, tenantId);
  assert.equal(seen, 1);
});

test('a number that opted out is never asked for, and nothing of it is kept or told', async () => {
  await optOut(context.db.knex, tenantId, theirs, context.clock.now());
  await assert.rejects(sent(context, tenantId), refusedWith('opted_out'));
  assert.deepEqual(context.texts.sent, []);
  assert.equal(await countOf(), 0);
  assert.deepEqual(await published(context, tenantId), []);
  assert.equal((await sent(context, await texter(context))).status, 'queued', 'another tenant is not meant');
});

test('a text that the provider will not send is refused, with the reason and without an event', async () => {
  context.texts.onSend = () => ({ kind: 'refused', errorCode: '21614', reason: 'The number cannot receive texts.', optedOut: false });
  const text = await sent(context, tenantId);
  assert.deepEqual(
    [text.status, text.error_code, text.reason, text.check_at],
    ['refused', '21614', 'The number cannot receive texts.', null],
  );
  assert.ok(text.finished_at);
  assert.deepEqual(await published(context, tenantId), []);
  assert.equal(await isOptedOut(context.db.knex, tenantId, theirs), false);
});

test('an opt-out that only the provider knew of is known from then on', async () => {
  context.texts.onSend = () => ({ kind: 'refused', errorCode: '21610', reason: 'The recipient has opted out.', optedOut: true });
  assert.equal((await sent(context, tenantId)).status, 'refused');
  await assert.rejects(sent(context, tenantId), refusedWith('opted_out'));
  assert.equal(context.texts.sent.length, 1);
});

test('a provider that cannot be used leaves nothing behind, and the same key may try again', async () => {
  context.texts.onSend = () => ({ kind: 'unavailable', raw: 'ECONNREFUSED' });
  await assert.rejects(sent(context, tenantId, { dedupeKey: 'k' }), refusedWith('text_not_sent'));
  assert.equal(await countOf(), 0);
  context.texts.onSend = () => ({ kind: 'accepted', providerMessageId: 'SM-again' });
  assert.equal((await sent(context, tenantId, { dedupeKey: 'k' })).status, 'queued');
});

test('a repeat waits for the send that is under way, and sends the text itself where that could not', async (t) => {
  let looks = 0;
  const look = (_answer: unknown, { sql }: { sql: string }): void => {
    if (/^select .* where .*"dedupe_key" =/.test(sql)) looks += 1;
  };
  context.db.knex.on('query-response', look);
  t.after(() => context.db.knex.off('query-response', look));
  let answer: (result: SendResult) => void = () => assert.fail('the provider was not asked');
  context.texts.onSend = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const first = assert.rejects(sent(context, tenantId, { dedupeKey: 'k' }), refusedWith('text_not_sent'));
  await until('the provider is asked', async () => context.texts.sent.length === 1);
  const looksOfTheFirst = looks;
  const repeat = sent(context, tenantId, { dedupeKey: 'k' });
  await until('the repeat has found the text of the first', async () => looks > looksOfTheFirst);
  context.texts.onSend = ({ messageId }) => ({ kind: 'accepted', providerMessageId: `SM-${messageId}` });
  answer({ kind: 'unavailable', raw: 'ECONNREFUSED' });
  await first;
  const text = await repeat;
  assert.equal((await now(context, text)).provider_message_id, `SM-${text.id}`);
  assert.equal(context.texts.sent.length, 2);
});

test('a repeat does not wait for a sender that has died', async () => {
  context.texts.onSend = () => new Promise(() => {});
  void sent(context, tenantId, { dedupeKey: 'k' });
  await until('the provider is asked', async () => context.texts.sent.length === 1);
  context.clock.advance(6);
  const told = await sent(context, tenantId, { dedupeKey: 'k' });
  assert.deepEqual([told.id, told.status], [context.texts.sent[0]?.messageId, 'unknown']);
});

/** Keeps the provider from answering, and returns what lets it answer. */
function heldSend(): (result: SendResult) => void {
  let answer: (result: SendResult) => void = () => assert.fail('the provider was not asked');
  context.texts.onSend = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  return (result) => answer(result);
}

for (const [result, status] of [
  [{ kind: 'unavailable', raw: 'HTTP 429' }, 'refused'],
  [{ kind: 'accepted', providerMessageId: 'SM-late' }, 'queued'],
] as const)
  test(`a text that a repeat was told of before its sender had the answer does not vanish, and becomes ${status}`, async () => {
    const answer = heldSend();
    const first = sent(context, tenantId, { dedupeKey: 'k' });
    await until('the provider is asked', async () => context.texts.sent.length === 1);
    context.clock.advance(6);
    const { id } = await sent(context, tenantId, { dedupeKey: 'k' });
    answer(result);
    for (const told of [await first, await sent(context, tenantId, { dedupeKey: 'k' })])
      assert.deepEqual([told.id, told.status], [id, status]);
    assert.equal(context.texts.sent.length, 1);
    assert.deepEqual(await published(context, tenantId), []);
  });

test('a text that was inserted without a word of it is not sent, and a repeat with its key sends it once the database is back', async () => {
  const { onLost, isBack } = losing(context, /^insert into "texts"/);
  await assert.rejects(sent(onLost, tenantId, { dedupeKey: 'k' }), /Connection terminated/);
  await isBack();
  context.clock.advance(60);
  assert.equal((await sent(context, tenantId, { dedupeKey: 'k' })).status, 'queued');
  assert.equal(context.texts.sent.length, 1);
});

/** A context whose request has to be answered before the provider does. What it does after that has `msForTheRest`. */
function late(lasting: TestContext = context, msForTheRest = 60_000) {
  const deadlines = [performance.now()];
  const request = {
    lasting,
    get deadline() {
      return deadlines.shift() ?? performance.now() + msForTheRest;
    },
  };
  return { ...lasting, request };
}

/** A context whose changes of texts wait for `before`. */
function changingAfter(before: () => Promise<unknown>): TestContext {
  const knex = knexOver({
    connect: async () => {
      const client = await context.db.engine.connect();
      return {
        async query(asked: QueryConfig, answer: (error: Error | null, result: QueryResult) => void) {
          if (asked.text.startsWith('update "texts"')) await before();
          client.query(asked, answer);
        },
        release: () => client.release(),
      };
    },
  });
  return { ...context, db: { ...context.db, knex } };
}

for (const [result, status] of [
  [{ kind: 'unavailable', raw: 'HTTP 429' }, 'refused'],
  [{ kind: 'accepted', providerMessageId: 'SM-after' }, 'queued'],
] as const)
  test(`a text whose request has to be answered before the provider does is told of as unknown, and becomes ${status}`, async () => {
    const answer = heldSend();
    const text = await sent(late(), tenantId);
    assert.equal(text.status, 'unknown');
    answer(result);
    await until('the answer is written', async () => (await now(context, text)).status === status);
    assert.equal(context.texts.sent.length, 1);
  });

test('a text that is taken back at the deadline of its request is told of as not sent', async () => {
  context.texts.onSend = () => new Promise(() => {});
  const takenBack = changingAfter(() => context.db.knex('texts').where({ tenant_id: tenantId }).del());
  await assert.rejects(sent(late(takenBack), tenantId), refusedWith('text_not_sent'));
});

test('of a text that the database cannot tell of a second after the deadline nothing is said', async () => {
  const answer = heldSend();
  let goOn: () => void = () => {};
  const silent = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const hanging = late(
    changingAfter(() => silent),
    -giveBackGraceMs,
  );
  await assert.rejects(sent(hanging, tenantId, { dedupeKey: 'k' }), /could not say what became/);
  goOn();
  await until('the text is marked', async () => (await sent(context, tenantId, { dedupeKey: 'k' })).status === 'unknown');
  answer({ kind: 'accepted', providerMessageId: 'SM-silent' });
  await until('the answer is written', async () => (await sent(context, tenantId, { dedupeKey: 'k' })).status === 'queued');
  assert.equal(context.texts.sent.length, 1);
});

test('a text that a repeat was told of while the database could not take it back is refused once that is back', async () => {
  const { onLost, isBack } = losing(context, /^insert into "texts"/);
  await assert.rejects(sent(onLost, tenantId, { dedupeKey: 'k' }), /Connection terminated/);
  context.clock.advance(6);
  const told = await sent(context, tenantId, { dedupeKey: 'k' });
  assert.equal(told.status, 'unknown');
  await isBack();
  const { status, reason, error_code, check_at, finished_at } = await now(context, told);
  assert.deepEqual([status, error_code, check_at, finished_at], ['refused', null, null, context.clock.now()]);
  assert.match(reason ?? '', /not sent/);
  assert.deepEqual(context.texts.sent, []);
});

for (const [said, result, becomes] of [
  ['took', { kind: 'accepted', providerMessageId: 'SM-taken' }, [{ status: 'queued', provider_message_id: 'SM-taken' }]],
  ['refused', { kind: 'refused', errorCode: '21614', reason: 'No texts.', optedOut: false }, [{ status: 'refused', error_code: '21614' }]],
  ['could not be asked for', { kind: 'unavailable', raw: 'ECONNREFUSED' }, []],
] as const)
  test(`a text that the provider ${said} when the database was lost is written down so once that is back`, async () => {
    context.texts.onSend = () => result;
    const { onLost, isBack } = losing(context, /update texts|(update|delete from) "texts"/);
    await assert.rejects(sent(onLost, tenantId, { dedupeKey: 'k' }), /Connection terminated/);
    await isBack();
    const rows = await context.db.knex('texts').where({ tenant_id: tenantId });
    assert.deepEqual(
      rows,
      rows.map((row, index) => ({ ...row, ...becomes[index] })),
    );
    assert.equal(rows.length, becomes.length);
  });

test('a refusal that tells of an opt-out is written with it or not at all', async () => {
  context.texts.onSend = () => ({ kind: 'refused', errorCode: '21610', reason: 'The recipient has opted out.', optedOut: true });
  const { onLost } = losing(context, /^insert into "opted_out"/);
  await assert.rejects(sent(onLost, tenantId), /Connection terminated/);
  assert.deepEqual(await context.db.knex('texts').where({ tenant_id: tenantId }).pluck('status'), ['queued']);
});

test('a text that could not be sent when its tenant was handed over is not told of as unsent, since its row went along', async () => {
  context.texts.onSend = () => ({ kind: 'unavailable', raw: 'ECONNREFUSED' });
  const { onLost } = losing(context, /^delete from "texts"/, Object.assign(new Error('moves'), { code: tenantMoves }));
  assert.equal((await sent(onLost, tenantId)).status, 'queued');
});

test('a send without an answer, or with an unclear one, is kept as unknown, and never sent again', async (t) => {
  const warn = t.mock.method(context.log, 'warn', () => {});
  context.texts.onSend = () => ({ kind: 'unknown', raw: 'HTTP 500' });
  const text = await sent(context, tenantId, { dedupeKey: 'once' });
  assert.equal(text.status, 'unknown');
  const said = { textId: text.id, requestId: 'req_test', trace_id: undefined, raw: 'HTTP 500' };
  assert.deepEqual(warn.mock.calls[0]?.arguments, [said, 'the provider did not say whether it took a text']);
  assert.equal((await sent(context, tenantId, { dedupeKey: 'once' })).id, text.id);
  assert.equal(context.texts.sent.length, 1);
});

test('a report that overtakes the provider’s answer is not undone by it', async () => {
  context.texts.onSend = async ({ messageId }) => {
    await applyTextEvent(context, reports(messageId).delivered);
    return { kind: 'accepted', providerMessageId: `SM-${messageId}` };
  };
  assert.equal((await sent(context, tenantId)).status, 'delivered');
  context.texts.onSend = async ({ messageId }) => {
    await applyTextEvent(context, reports(messageId).sent);
    return { kind: 'unknown', raw: 'timeout' };
  };
  assert.equal((await sent(context, tenantId)).status, 'sent');
  assert.equal((await published(context, tenantId)).length, 1);
});

test('the same key sends once, also at the same time, and says so of another text', async () => {
  const texts = await Promise.all(Array.from({ length: 8 }, () => sent(context, tenantId, { dedupeKey: 'same' })));
  assert.equal(new Set(texts.map(({ id }) => id)).size, 1);
  assert.equal(context.texts.sent.length, 1);
  await assert.rejects(sent(context, tenantId, { dedupeKey: 'same', body: 'Other words' }), refusedWith('conflict'));
  await assert.rejects(sent(context, tenantId, { dedupeKey: 'same', to: '+14155550777' }), refusedWith('conflict'));
  const other = await texter(context);
  assert.notEqual((await sent(context, other, { dedupeKey: 'same' })).id, texts[0]?.id, 'another tenant has its own keys');
});

test('without a provider nothing is sent and the answer says why', async () => {
  context.texts.isReady = false;
  await assert.rejects(sent(context, tenantId), refusedWith('texts_not_set_up'));
  assert.equal(await countOf(), 0);
});

test('what the row says is what a caller is answered', async () => {
  const text = await sent(context, tenantId);
  assert.deepEqual(await now(context, text), text);
});
