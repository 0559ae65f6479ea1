import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createLostCalls } from '../../src/restores/lost-calls.ts';
import { markRestored } from '../../src/restores/restores.ts';
import { reconcileTextsOnce } from '../../src/texts/reconcile-texts.ts';
import type { Span, TextToSend } from '../../src/texts/text-provider.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';
import { fakeTexts, providerMessageId } from '../support/fake-texts.ts';
import { refusedWith } from '../support/requests.ts';
import { losing, now, published, reports, sent, texter } from './texting.ts';

/** A process that begins after the restore. */
let restored: TestContext;
let tenantId: string;
let spans: Span[];
const context = await contextOfFile();
beforeEach(async () => {
  const { onSend, onFindSent, onSnapshot } = fakeTexts();
  Object.assign(context.texts, { onSend, onFindSent, onSnapshot });
  context.texts.sent.length = 0;
  spans = [];
  await context.lostCalls.refresh();
  await context.db.knex('restores').delete();
  await context.lostCalls.refresh();
  tenantId = await texter(context);
});

/** Sends texts under keys, and takes the database back to before them. What the provider has taken stays with it. */
async function lostTexts(...dedupeKeys: readonly string[]): Promise<readonly TextToSend[]> {
  const lostFrom = context.clock.realNow();
  for (const dedupeKey of dedupeKeys) await sent(context, tenantId, { dedupeKey });
  const taken = context.texts.sent.splice(0);
  await context.db.knex('texts').where({ tenant_id: tenantId }).delete();
  await context.db.knex('database_identity').update({ timeline: 'FFFFFFFF', alive_at: lostFrom });
  restored = { ...context, lostCalls: createLostCalls(context) };
  context.texts.onFindSent = (wanted, span) => {
    spans.push(span);
    const alike = taken.filter(({ to, from, body }) => to === wanted.to && from === wanted.from && body === wanted.body);
    return {
      kind: 'found',
      events: alike.map(({ messageId }) => ({
        kind: 'sent',
        providerMessageId: providerMessageId(messageId),
        messageId: null,
        takenAt: null,
      })),
    };
  };
  return taken;
}

test('a keyed text of a lost span is not sent again: its repeat finds it at the provider, and its end is told once', async () => {
  const [lost] = await lostTexts('k');
  const text = await sent(restored, tenantId, { dedupeKey: 'k' });
  assert.deepEqual(context.texts.sent, []);
  assert.deepEqual([text.status, text.provider_message_id], ['queued', providerMessageId(lost?.messageId ?? '')]);
  assert.deepEqual(
    spans.map(({ until }) => until !== undefined),
    [true],
    'only what was sent in the span is meant',
  );
  assert.equal((await sent(restored, tenantId, { dedupeKey: 'k' })).id, text.id);

  context.clock.advance(61);
  context.texts.onSnapshot = () => ({ kind: 'event', event: { ...reports(lost?.messageId ?? '').delivered, messageId: null } });
  await reconcileTextsOnce(context);
  assert.equal((await now(context, text)).status, 'delivered');
  assert.equal((await published(context, tenantId)).length, 1);
});

test('as many texts alike are found as were sent, and the next one is sent', async () => {
  await lostTexts('k1', 'k2');
  for (const dedupeKey of ['k2', 'k1', 'k3']) await sent(restored, tenantId, { dedupeKey });
  assert.equal(context.texts.sent.length, 1);
});

test('another text, and one without a key, are sent', async () => {
  await lostTexts('k');
  await sent(restored, tenantId, { dedupeKey: 'k', body: 'Something else' });
  await sent(restored, tenantId);
  assert.equal(context.texts.sent.length, 2);
});

test('while the provider cannot say what it has taken a keyed text is refused, and leaves nothing', async () => {
  await lostTexts('k');
  const find = context.texts.onFindSent;
  for (const answer of [
    { kind: 'unreachable', raw: 'no answer' },
    { kind: 'found', events: [], isCut: true },
  ] as const) {
    context.texts.onFindSent = () => answer;
    await assert.rejects(sent(restored, tenantId, { dedupeKey: 'k' }), refusedWith('text_not_sent'));
    assert.equal(await context.db.knex('texts').where({ tenant_id: tenantId }).first(), undefined);
  }
  context.texts.onFindSent = find;
  await sent(restored, tenantId, { dedupeKey: 'k' });
  assert.deepEqual(context.texts.sent, []);
});

test('a keyed text is refused and leaves nothing where the database cannot say what was lost, or which messages are other texts’', async () => {
  await lostTexts('k');
  const restores = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  for (const blip of [
    { ...restored, lostCalls: { ...restored.lostCalls, restores } },
    losing(restored, /^select "provider_message_id"/).onLost,
  ]) {
    await assert.rejects(sent(blip, tenantId, { dedupeKey: 'k' }), refusedWith('text_not_sent'));
    assert.equal(await context.db.knex('texts').where({ tenant_id: tenantId }).first(), undefined);
  }
  await sent(restored, tenantId, { dedupeKey: 'k' });
  assert.deepEqual(context.texts.sent, []);
});

test('where nothing was restored the provider is not asked; a restore that an operator marked counts too', async () => {
  await sent(context, tenantId, { dedupeKey: 'k1' });
  assert.deepEqual(spans, []);
  const [lost] = await lostTexts('k2');
  await restored.lostCalls.refresh();
  await context.db.knex('restores').delete();
  await markRestored(context, context.clock.realNow());
  await restored.lostCalls.refresh();
  const text = await sent(restored, tenantId, { dedupeKey: 'k2' });
  assert.equal(text.provider_message_id, providerMessageId(lost?.messageId ?? ''));
});
