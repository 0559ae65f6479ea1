import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import twilio from 'twilio';
import { freePort } from '../../cli/parts/ports.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';

/** From the operator's text over Twilio's real wire to a receiver that verifies, and back again from a contact. */

const events = ['sms.delivered', 'sms.failed', 'sms.received'] as const;

interface Story {
  readonly scenario: string;
  readonly errorCode?: number;
  readonly status: string;
  readonly events: readonly string[];
}

const stories: readonly Story[] = [
  { scenario: 'delivered', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'delivered-late', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'callbacks-twice', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'callbacks-out-of-order', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'callbacks-with-more-parameters', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'provider-error-after-accepting', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'undelivered', errorCode: 30_003, status: 'failed', events: ['sms.failed'] },
  { scenario: 'undelivered', errorCode: 30_005, status: 'failed', events: ['sms.failed'] },
  { scenario: 'undelivered', errorCode: 30_007, status: 'failed', events: ['sms.failed'] },
  { scenario: 'failed', errorCode: 30_005, status: 'failed', events: ['sms.failed'] },
  { scenario: 'failed', errorCode: 30_007, status: 'failed', events: ['sms.failed'] },
  { scenario: 'undelivered', errorCode: 30_001, status: 'failed', events: [] },
  { scenario: 'undelivered', errorCode: 30_002, status: 'failed', events: [] },
  { scenario: 'failed-before-sent', errorCode: 30_001, status: 'failed', events: [] },
  { scenario: 'failed-before-sent', errorCode: 30_003, status: 'failed', events: [] },
  { scenario: 'refused-21211', errorCode: 21_211, status: 'refused', events: [] },
  { scenario: 'refused-21610', errorCode: 21_610, status: 'refused', events: [] },
  { scenario: 'refused-21614', errorCode: 21_614, status: 'refused', events: [] },
];

/** Plays every story, each of a tenant of its own. A test has another where it counts all texts, or turns contacts' texts elsewhere. */
const system = await ringpost({ after });

for (const { scenario, errorCode, status, events: expected } of stories) {
  test(`a text that goes as "${scenario}"${errorCode === undefined ? '' : ` with ${errorCode}`} ends ${status} and brings ${expected.join(', ') || 'no event'}`, async () => {
    const owner = await readyTenant(system, { events });
    const to = textNumberFor(scenario, { which: 1, ...(errorCode !== undefined && errorCode >= 30_000 && { errorCode }) });
    const id = await send(system, owner, to, { campaign: { id: 'cmp_1', name: 'Winter' } });
    await system.settle();

    const message = await read(system, owner, id);
    assert.equal(message.status, status);
    assert.equal(message.errorCode, errorCode === undefined ? null : String(errorCode));
    const webhooks = received(system, owner);
    assert.deepEqual(
      webhooks.map(({ body, verdict }) => [body.event, verdict.explanation, verdict.valid]),
      expected.map((event) => [event, 'The signature matches the raw body, and the timestamp is fresh.', true]),
    );
    for (const { body } of webhooks) {
      const { reason, ...data } = body.data;
      const failure = body.event === 'sms.failed' ? { error_code: String(errorCode) } : {};
      assert.deepEqual(data, { message_id: id, contact_id: null, phone: to, campaign_id: 'cmp_1', campaign_name: 'Winter', ...failure });
      assert.equal(typeof reason, body.event === 'sms.failed' ? 'string' : 'undefined');
    }
    const { duplicateTexts, textsWithoutWebhook, textCallbacksSent, textCallbacksAccepted } = system.simulator.ledger.read().totals;
    assert.deepEqual([duplicateTexts, textsWithoutWebhook], [0, 0]);
    assert.equal(textCallbacksAccepted, textCallbacksSent);
  });
}

test('a text whose callbacks are all lost is asked after, and ends the same', async () => {
  const owner = await readyTenant(system, { events });
  const id = await send(system, owner, textNumberFor('callbacks-lost'));
  await system.settle();
  assert.deepEqual(received(system, owner), []);
  for (const seconds of [65, 24 * 60 * 60]) {
    await system.pass(seconds);
    assert.equal((await read(system, owner, id)).status, 'delivered');
    assert.deepEqual(eventsOf(system, owner), ['sms.delivered']);
  }
});

test('a text that the provider never took stays unknown, and is sent once', async () => {
  const owner = await readyTenant(system, { events });
  const order = { dedupeKey: 'once' };
  const id = await send(system, owner, textNumberFor('provider-error-before-accepting'), order);
  for (let hours = 0; hours < 80; hours += 4) await system.pass(4 * 3_600);
  assert.equal(await send(system, owner, textNumberFor('provider-error-before-accepting'), order), id);
  assert.equal((await read(system, owner, id)).status, 'unknown');
  assert.deepEqual(received(system, owner), []);
});

test('a text that the provider took without saying so goes out once and is told of all the same', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { events });
  const order = { dedupeKey: 'once' };
  const id = await send(system, owner, textNumberFor('provider-error-after-accepting'), order, 'unknown');
  assert.equal(await send(system, owner, textNumberFor('provider-error-after-accepting'), order, 'unknown'), id);
  await system.settle();
  const [delivered, ...more] = received(system, owner);
  assert.deepEqual([delivered?.body.event, delivered?.body.data.message_id, more.length], ['sms.delivered', id, 0]);
  const { texts, duplicateTexts, textsWithoutWebhook } = system.simulator.ledger.read().totals;
  assert.deepEqual([texts, duplicateTexts, textsWithoutWebhook], [1, 0, 0]);
});

test('a contact that texts back is heard, with the whole text', async () => {
  const owner = await readyTenant(system, { events });
  const to = textNumberFor('replies');
  const id = await send(system, owner, to, { campaign: { id: 'cmp_1', name: 'Winter' } });
  await system.settle();
  const reply = received(system, owner).find(({ body }) => body.event === 'sms.received');
  assert.ok(reply?.verdict.valid);
  const { message_id: replyId, ...data } = reply.body.data;
  assert.notEqual(replyId, id);
  assert.deepEqual(data, {
    contact_id: null,
    phone: to,
    campaign_id: 'cmp_1',
    campaign_name: 'Winter',
    body: 'Yes please, call me on Monday.',
  });
  assert.deepEqual(eventsOf(system, owner).toSorted(), ['sms.delivered', 'sms.received']);
});

test('who answers STOP is texted no more: the next text is refused, nothing goes out, and no event comes of it', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { events });
  const to = textNumberFor('replies-stop');
  await send(system, owner, to);
  await system.settle();
  assert.deepEqual(eventsOf(system, owner).toSorted(), ['sms.delivered', 'sms.received']);

  const again = await system.operator.post(`/tenants/${owner.tenantId}/messages`, { to, body: 'Are you sure?' });
  assert.deepEqual([again.status, again.body.error.code], [409, 'opted_out']);
  await system.play();
  await system.pass(24 * 60 * 60);
  assert.equal(received(system, owner).length, 2);
  assert.equal(system.simulator.ledger.read().totals.texts, 1);

  const { our } = await conversation(system, owner);
  await system.simulator.receiveText({ from: to, to: our, body: 'START' });
  await send(system, owner, to);
});

test('what contacts text while nobody answers the provider is received all the same, and a STOP in its words is heeded', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { events });
  const to = textNumberFor('delivered');
  await send(system, owner, to);
  await system.settle();
  const { our } = await conversation(system, owner);
  await system.pass(60);

  system.simulator.setTextInboundUrl(`http://127.0.0.1:${await freePort()}/away`);
  for (const body of ['Who is this?', 'S T O P']) {
    const { answered } = await system.simulator.receiveText({ from: to, to: our, body });
    assert.equal(answered?.status, null);
  }
  await system.play();
  system.simulator.setTextInboundUrl(`${system.publicUrl}/callbacks/sms/twilio/inbound`);
  await system.pass(4 * 60 * 60);
  assert.deepEqual(
    received(system, owner)
      .filter(({ body }) => body.event === 'sms.received')
      .map(({ body }) => body.data.body)
      .toSorted(),
    ['S T O P', 'Who is this?'],
  );
  const again = await system.operator.post(`/tenants/${owner.tenantId}/messages`, { to, body: 'Are you sure?' });
  assert.deepEqual([again.status, again.body.error.code], [409, 'opted_out']);
  await system.pass(4 * 60 * 60);
  assert.equal(eventsOf(system, owner).length, 3);
});

test('one callback that comes five times, and five at once, make one event', async () => {
  const owner = await readyTenant(system, { events });
  const id = await send(system, owner, textNumberFor('callbacks-lost'));
  await system.simulator.advance(100);
  const { sid, our } = await conversation(system, owner);
  const callback = { MessageSid: sid, MessageStatus: 'delivered', From: our, To: textNumberFor('callbacks-lost') };
  for (let i = 0; i < 5; i++) assert.equal((await callBack(system, id, callback)).status, 200);
  await Promise.all(Array.from({ length: 5 }, () => callBack(system, id, callback)));
  await system.work();
  assert.deepEqual(eventsOf(system, owner), ['sms.delivered']);
});

test('a message that comes in five times, and five at once, makes one event', async () => {
  const owner = await readyTenant(system, { events });
  await send(system, owner, textNumberFor('delivered'));
  const { our } = await conversation(system, owner);
  const message = { MessageSid: `SM${'7'.repeat(32)}`, From: '+14155550142', To: our, Body: 'Hello? 👋', NumMedia: '0' };
  for (let i = 0; i < 5; i++) assert.equal((await post(system, '/callbacks/sms/twilio/inbound', message)).status, 200);
  await Promise.all(Array.from({ length: 5 }, () => post(system, '/callbacks/sms/twilio/inbound', message)));
  await system.work();
  assert.deepEqual(eventsOf(system, owner), ['sms.received']);
  assert.equal(received(system, owner)[0]?.body.data.body, 'Hello? 👋');
});

test('a callback that somebody else has signed changes nothing', async () => {
  const owner = await readyTenant(system, { events });
  const id = await send(system, owner, textNumberFor('callbacks-lost'));
  const { sid } = await conversation(system, owner);
  const forged = await callBack(system, id, { MessageSid: sid, MessageStatus: 'delivered' }, 'not the token');
  assert.equal(forged.status, 401);
  await system.work();
  assert.deepEqual(received(system, owner), []);
});

async function send(system: Ringpost, owner: ReadyTenant, to: string, more: object = {}, status?: string): Promise<string> {
  const sent = await system.operator.post(`/tenants/${owner.tenantId}/messages`, {
    to,
    body: 'Are you still thinking of selling?',
    ...more,
  });
  assert.equal(sent.status, 202, sent.raw);
  if (status !== undefined) assert.equal(sent.body.message.status, status);
  return sent.body.message.id;
}

const read = async (system: Ringpost, owner: ReadyTenant, id: string) =>
  (await system.operator.get(`/tenants/${owner.tenantId}/messages/${id}`)).body.message;

/** What the newest text is to the provider, and from which of our numbers it went. */
async function conversation(system: Ringpost, owner: ReadyTenant): Promise<{ readonly sid: string; readonly our: string }> {
  const { messages } = (await system.operator.get(`/tenants/${owner.tenantId}/messages`)).body;
  const [text] = system.simulator.texts.all();
  assert.ok(text);
  return { sid: text.sid, our: messages[0].ourPhone };
}

const callBack = (system: Ringpost, messageId: string, form: Readonly<Record<string, string>>, token?: string): Promise<Response> =>
  post(system, `/callbacks/sms/twilio?message=${messageId}`, form, token);

/** A form signed by the provider's own package. */
function post(system: Ringpost, path: string, form: Readonly<Record<string, string>>, token = 'twilio-token'): Promise<Response> {
  const url = system.publicUrl + path;
  const signature = twilio.getExpectedTwilioSignature(token, url, form);
  return fetch(url, { method: 'POST', headers: { 'x-twilio-signature': signature }, body: new URLSearchParams(form) });
}

const eventsOf = (system: Ringpost, owner: ReadyTenant): readonly string[] => received(system, owner).map(({ body }) => body.event);

function received(system: Ringpost, owner: ReadyTenant) {
  const deliveries = system.simulator.receivers.find(owner.receiver)?.deliveries ?? [];
  return deliveries.map(({ verdict, body }) => ({
    verdict: { ...verdict, explanation: verdict.signature.explanation },
    body: JSON.parse(body.toString('utf8')),
  }));
}
