import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Simulator } from '../../simulator/simulator.ts';
import { textNumberFor, textScenarioOf, textScenarios } from '../../simulator/text-scenarios.ts';
import { simulatorFor } from '../support/simulator.ts';
import { timeLimit } from '../support/time-limit.ts';
import { fixedClock, nextEntry } from './support.ts';
import { accountSid, authToken, formsTo, officialTexts, sender, statusesOf, statusUrl, textSimulator, textTo } from './text-support.ts';

interface Expected {
  readonly callbacks: readonly string[];
  readonly status: string;
  readonly errorCode?: number;
}

const delivered = ['queued', 'sent', 'delivered'];

const expectations: Readonly<Record<string, Expected>> = {
  delivered: { callbacks: delivered, status: 'delivered' },
  'delivered-late': { callbacks: delivered, status: 'delivered' },
  'callbacks-twice': { callbacks: delivered.flatMap((status) => [status, status]), status: 'delivered' },
  'callbacks-out-of-order': { callbacks: ['queued', 'delivered', 'sent'], status: 'delivered' },
  'callbacks-lost': { callbacks: [], status: 'delivered' },
  'callbacks-with-more-parameters': { callbacks: delivered, status: 'delivered' },
  replies: { callbacks: delivered, status: 'delivered' },
  'replies-stop': { callbacks: delivered, status: 'delivered' },
  undelivered: { callbacks: ['queued', 'sent', 'undelivered'], status: 'undelivered', errorCode: 30_007 },
  failed: { callbacks: ['queued', 'sent', 'failed'], status: 'failed', errorCode: 30_007 },
  'failed-before-sent': { callbacks: ['queued', 'failed'], status: 'failed', errorCode: 30_007 },
};

for (const [name, expected] of Object.entries(expectations)) {
  test(`${name} calls back ${expected.callbacks.join(', ') || 'never'}, and each callback verifies`, async (t) => {
    const simulator = await textSimulator(t);
    const to = textNumberFor(name, { errorCode: 30_007 });
    const { sid } = await officialTexts(simulator).messages.create(textTo(to, simulator));
    await simulator.runUntilIdle();

    const forms = formsTo(simulator, 'status', statusUrl(simulator));
    assert.deepEqual(statusesOf(forms), expected.callbacks);
    assert.ok(forms.every(({ verified }) => verified));
    assert.ok(forms.every(({ fields }) => fields['MessageSid'] === sid));
    const text = await officialTexts(simulator).messages(sid).fetch();
    assert.equal(text.status, expected.status);
    assert.equal(Number.isNaN(text.errorCode) ? undefined : (text.errorCode ?? undefined), expected.errorCode);
    assert.equal(text.dateSent === null, name === 'failed-before-sent');
  });
}

test('a callback carries every field that Twilio documents, and the error where there is one', async (t) => {
  const simulator = await textSimulator(t);
  const to = textNumberFor('undelivered', { errorCode: 30_003 });
  const { sid } = await officialTexts(simulator).messages.create(textTo(to, simulator));
  await simulator.runUntilIdle();
  const [queued, , undelivered] = formsTo(simulator, 'status');
  const common = { AccountSid: accountSid, ApiVersion: '2010-04-01', From: sender, To: to, MessageSid: sid, SmsSid: sid };
  assert.deepEqual(queued?.fields, { ...common, MessageStatus: 'queued', SmsStatus: 'queued' });
  assert.deepEqual(undelivered?.fields, {
    ...common,
    MessageStatus: 'undelivered',
    SmsStatus: 'undelivered',
    ErrorCode: '30003',
    ErrorMessage: 'Unreachable destination handset',
    RawDlrDoneDate: '3001150930',
  });
  assert.match(queued?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
  assert.match(queued?.headers['i-twilio-idempotency-token'] ?? '', /^[0-9a-f-]{36}$/);
});

test('what no document names is signed too, repeated and empty parameters with it', async (t) => {
  const simulator = await textSimulator(t);
  await officialTexts(simulator).messages.create(textTo(textNumberFor('callbacks-with-more-parameters'), simulator));
  await simulator.runUntilIdle();
  const [form] = formsTo(simulator, 'status', statusUrl(simulator));
  assert.deepEqual([form?.fields['Tag'], form?.fields['Empty'], form?.verified], [['b', 'a', 'b'], '', true]);
});

test('a delivery that comes late comes thirty seconds after the text was sent', async (t) => {
  const simulator = await textSimulator(t);
  await officialTexts(simulator).messages.create(textTo(textNumberFor('delivered-late'), simulator));
  await simulator.advance(30_000);
  assert.deepEqual(statusesOf(formsTo(simulator, 'status')), ['queued', 'sent']);
  await simulator.advance(1_200);
  assert.deepEqual(statusesOf(formsTo(simulator, 'status')), delivered);
});

test('one callback that comes twice has one idempotency token, and another has another', async (t) => {
  const simulator = await textSimulator(t);
  await officialTexts(simulator).messages.create(textTo(textNumberFor('callbacks-twice'), simulator));
  await simulator.runUntilIdle();
  const tokens = formsTo(simulator, 'status').map(({ headers }) => headers['i-twilio-idempotency-token']);
  assert.deepEqual([tokens[0] === tokens[1], tokens[2] === tokens[3], new Set(tokens).size], [true, true, 3]);
});

test('a callback whose connection fails is sent once more, or as its address says, and one that is not answered in time is not', async (t) => {
  const [usual, impatient] = [await textSimulator(t), await textSimulator(t, { callbackMs: 50 })];
  for (const [programme, overrides, times] of [
    ['reset*', '', 2],
    ['reset*', '#rc=0', 1],
    ['reset*', '#rp=rt', 1],
    ['timeout*', '', 1],
    ['timeout*', '#rp=ct', 1],
    ['timeout*', '#rp=rt', 2],
    ['503*', '#rp=5xx', 2],
  ] as const) {
    const simulator = programme === 'timeout*' ? impatient : usual;
    simulator.reset();
    simulator.receivers.create('status', { programme });
    const statusCallback = `${statusUrl(simulator)}${overrides}`;
    await officialTexts(simulator).messages.create({ ...textTo(textNumberFor('delivered'), simulator), statusCallback });
    await simulator.runUntilIdle();
    // On a busy machine the time may be over before what was sent has arrived.
    const sent = simulator.timeline.entries.filter(({ kind, status }) => kind === 'text.callback' && status === 'queued');
    assert.equal(sent.length, times, `${programme} ${overrides}`);
  }
});

test('a callback that fails is sent again only where its address asks for it, each time with the same token', async (t) => {
  const simulator = await textSimulator(t);
  const { messages } = officialTexts(simulator);
  simulator.receivers.create('status', { programme: '503' });
  await messages.create(textTo(textNumberFor('delivered'), simulator));
  await simulator.runUntilIdle();
  assert.deepEqual(statusesOf(formsTo(simulator, 'status')), delivered);

  for (const [overrides, times] of [
    ['rc=5&rp=all', 6],
    ['rc=2&rp=5xx', 3],
    ['rc=2&rp=4xx', 1],
    ['rc=2', 1],
  ] as const) {
    simulator.reset();
    simulator.receivers.create('status', { programme: '503*' });
    const url = statusUrl(simulator);
    await messages.create({ ...textTo(textNumberFor('delivered'), simulator), statusCallback: `${url}#${overrides}` });
    await simulator.runUntilIdle();
    const queued = formsTo(simulator, 'status', url).filter(({ fields }) => fields['MessageStatus'] === 'queued');
    assert.equal(queued.length, times, overrides);
    assert.equal(new Set(queued.map(({ headers }) => headers['i-twilio-idempotency-token'])).size, 1);
    assert.ok(
      queued.every(({ verified }) => verified),
      'the fragment is not sent, so it is not signed',
    );
  }
});

test('a contact that replies does so after delivery, to the number that texted, and the message verifies', async (t) => {
  const simulator = await textSimulator(t);
  simulator.setTextInboundUrl(simulator.receiverUrl('inbound'));
  const to = textNumberFor('replies');
  await officialTexts(simulator).messages.create(textTo(to, simulator));
  await simulator.runUntilIdle();
  const [reply, ...more] = formsTo(simulator, 'inbound');
  assert.equal(more.length, 0);
  assert.ok(reply?.verified);
  const { MessageSid: sid, ...fields } = reply.fields;
  assert.match(String(sid), /^SM[0-9a-f]{32}$/);
  assert.deepEqual(fields, {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    Body: 'Yes please, call me on Monday.',
    From: to,
    To: sender,
    SmsSid: sid,
    SmsMessageSid: sid,
    SmsStatus: 'received',
    NumMedia: '0',
    NumSegments: '1',
    FromCity: '',
    FromState: '',
    FromZip: '',
    FromCountry: 'US',
    ToCity: '',
    ToState: '',
    ToZip: '',
    ToCountry: 'US',
  });
  const order = simulator.timeline.entries.map(({ kind, status }) => `${kind} ${String(status ?? '')}`.trim());
  assert.ok(order.indexOf('text.callback delivered') < order.indexOf('text.inbound'));
});

test('who replies STOP is texted no more by that sender, until they say START or all is forgotten', async (t) => {
  const simulator = await textSimulator(t);
  simulator.setTextInboundUrl(simulator.receiverUrl('inbound'));
  const { messages } = officialTexts(simulator);
  const to = textNumberFor('replies-stop');
  await messages.create(textTo(to, simulator));
  await simulator.runUntilIdle();
  assert.equal(formsTo(simulator, 'inbound')[0]?.fields['Body'], 'STOP');

  await assert.rejects(messages.create(textTo(to, simulator, 'msg_2')), { status: 400, code: 21_610 });
  await messages.create({ ...textTo(to, simulator, 'msg_3'), from: '+14155550199' });
  assert.equal(simulator.ledger.read().totals.texts, 2);

  await simulator.receiveText({ from: to, to: sender, body: ' start ' });
  await messages.create(textTo(to, simulator, 'msg_4'));

  await simulator.receiveText({ from: to, to: sender, body: 'STOP' });
  simulator.reset();
  await messages.create(textTo(to, simulator, 'msg_5'));
});

test('only a messaging service says which word of opting out it was', async (t) => {
  const simulator = await textSimulator(t);
  simulator.setTextInboundUrl(simulator.receiverUrl('inbound'));
  const { from: _, ...text } = textTo(textNumberFor('replies-stop'), simulator);
  const sent = await officialTexts(simulator).messages.create({ ...text, messagingServiceSid: 'MG1' });
  assert.equal(sent.status, 'accepted');
  await simulator.runUntilIdle();
  const [reply] = formsTo(simulator, 'inbound');
  assert.deepEqual([reply?.fields['OptOutType'], reply?.fields['MessagingServiceSid']], ['STOP', 'MG1']);
  assert.equal(formsTo(simulator, 'status')[0]?.fields['MessagingServiceSid'], 'MG1');
});

test('a provider that fails or falls silent after accepting has sent the text all the same, and lists it', async (t) => {
  const simulator = await textSimulator(t);
  const { messages } = officialTexts(simulator);
  await assert.rejects(messages.create(textTo(textNumberFor('provider-error-after-accepting'), simulator)), { status: 500, code: 20_500 });

  const patience = new AbortController();
  const silent = send(simulator, textNumberFor('provider-timeout-after-accepting'), patience.signal);
  await nextEntry(simulator, 'text.accepted');
  patience.abort();
  await assert.rejects(silent, { name: 'AbortError' });

  await simulator.runUntilIdle();
  assert.deepEqual(statusesOf(formsTo(simulator, 'status')).toSorted(), [...delivered, ...delivered].toSorted());
  assert.equal((await messages.list({ to: textNumberFor('provider-timeout-after-accepting') })).length, 1);
});

test('a provider that fails before accepting, is overrun or refuses sends nothing', async (t) => {
  const simulator = await textSimulator(t);
  const { messages } = officialTexts(simulator);
  for (const [name, status, code] of [
    ['provider-error-before-accepting', 500, 20_500],
    ['provider-rate-limits', 429, 20_429],
    ['refused-21211', 400, 21_211],
    ['refused-21610', 400, 21_610],
    ['refused-21614', 400, 21_614],
  ] as const) {
    await assert.rejects(messages.create(textTo(textNumberFor(name), simulator)), {
      status,
      code,
      moreInfo: `https://www.twilio.com/docs/errors/${code}`,
    });
  }
  await simulator.runUntilIdle();
  assert.deepEqual(simulator.ledger.read().totals.texts, 0);
  assert.equal(simulator.receivers.find('status'), undefined);
});

test('a provider that answers late does so after six seconds', async (t) => {
  const simulator = await textSimulator(t);
  let answered = 0;
  const answer = send(simulator, textNumberFor('provider-answers-late')).then(({ status }) => {
    answered = status;
  });
  await nextEntry(simulator, 'text.answer');
  await simulator.advance(5_900);
  assert.equal(answered, 0);
  await simulator.advance(200);
  await answer;
  assert.equal(answered, 201);
});

test('the ledger counts texts by message, callbacks, and the messages without a webhook', async (t) => {
  const simulator = await textSimulator(t);
  simulator.setTextInboundUrl(simulator.receiverUrl('inbound'));
  const { messages } = officialTexts(simulator);
  await messages.create(textTo(textNumberFor('delivered'), simulator, 'msg_told'));
  await messages.create(textTo(textNumberFor('undelivered'), simulator, 'msg_untold'));
  await messages.create(textTo(textNumberFor('undelivered'), simulator, 'msg_untold'));
  await messages.create(textTo(textNumberFor('failed-before-sent'), simulator, 'msg_unsent'));
  await simulator.runUntilIdle();
  await simulator.receiveText({ from: '+14155550142', to: sender, body: 'Hello?' });
  await tell(simulator, 'sms.delivered', 'msg_told');

  const { totals, messages: accounts } = simulator.ledger.read();
  const { texts, duplicateTexts, textCallbacksSent, textCallbacksAccepted, inboundTextsSent, inboundTextsAccepted, textsWithoutWebhook } =
    totals;
  assert.deepEqual(
    {
      texts,
      messages: totals.messages,
      duplicateTexts,
      textCallbacksSent,
      textCallbacksAccepted,
      inboundTextsSent,
      inboundTextsAccepted,
      textsWithoutWebhook,
    },
    {
      texts: 4,
      messages: 3,
      duplicateTexts: 1,
      textCallbacksSent: 11,
      textCallbacksAccepted: 11,
      inboundTextsSent: 1,
      inboundTextsAccepted: 1,
      textsWithoutWebhook: 1,
    },
  );
  assert.deepEqual(
    accounts.map(({ messageId, texts: sent, ended, webhooksAccepted }) => [messageId, sent, ended, webhooksAccepted]),
    [
      ['msg_told', 1, true, 1],
      ['msg_untold', 2, true, 0],
      ['msg_unsent', 1, false, 0],
    ],
  );
});

test('each text scenario has its own block, and any other number is delivered', () => {
  assert.equal(new Set(textScenarios.map(({ block }) => block)).size, textScenarios.length);
  for (const { name } of textScenarios) {
    assert.equal(textScenarioOf(textNumberFor(name, { which: 0 })).scenario.name, name);
    assert.equal(textScenarioOf(textNumberFor(name, { which: 9_999 })).scenario.name, name);
  }
  assert.equal(textNumberFor('undelivered', { which: 12, errorCode: 30_034 }), '+15561340012');
  assert.equal(textScenarioOf('+15561340012').errorCode, 30_034);
  for (const number of ['+4930123456', '+15550110000', '+15569990000']) assert.equal(textScenarioOf(number).scenario.name, 'delivered');
});

test('a callback of a text may be answered as late as was told', async (t) => {
  const limit = timeLimit(t);
  const simulator = await textSimulator(t, { callbackMs: 123_000 });
  await officialTexts(simulator).messages.create(textTo(textNumberFor('delivered'), simulator));
  await simulator.runUntilIdle();
  assert.deepEqual(statusesOf(formsTo(simulator, 'status')), delivered);
  assert.deepEqual(
    limit.askedMs,
    delivered.map(() => 123_000),
  );
});

test('one seed tells one story: same ids, same tokens, same times; another seed tells another', async (t) => {
  const stories = [];
  for (const seed of [1, 1, 2]) {
    const simulator = await textSimulator(t, { seed });
    simulator.setTextInboundUrl(simulator.receiverUrl('inbound'));
    await officialTexts(simulator).messages.create(textTo(textNumberFor('replies'), simulator));
    await simulator.runUntilIdle();
    const forms = [...formsTo(simulator, 'status'), ...formsTo(simulator, 'inbound')];
    const steps = simulator.timeline.entries.map(({ kind, storySeconds }) => [kind, storySeconds]);
    stories.push(JSON.stringify([forms.map(({ fields, headers }) => [fields, headers['i-twilio-idempotency-token']]), steps]));
  }
  assert.ok(stories[0] === stories[1], 'the same seed');
  assert.ok(stories[0] !== stories[2], 'another seed');
});

test('without a hand on the stepper a text plays by itself, at once where the speed is infinite', async (t) => {
  const options = { speed: Number.POSITIVE_INFINITY, clock: fixedClock, twilioAccountSid: accountSid, twilioAuthToken: authToken };
  const simulator = await simulatorFor(t, options);
  await officialTexts(simulator).messages.create(textTo(textNumberFor('delivered'), simulator));
  await simulator.runUntilIdle();
  assert.deepEqual(statusesOf(formsTo(simulator, 'status')), delivered);
});

/** As a bare HTTP client sends it: one attempt, and patience that can end. */
function send(simulator: Simulator, to: string, signal: AbortSignal | null = null): Promise<Response> {
  const { statusCallback, from, body } = textTo(to, simulator);
  return fetch(`${simulator.twilioUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: new URLSearchParams({ To: to, From: from, Body: body, StatusCallback: statusCallback }),
    signal,
  });
}

const tell = (simulator: Simulator, event: string, messageId: string): Promise<Response> =>
  fetch(simulator.receiverUrl('crm'), {
    method: 'POST',
    headers: { 'x-webhook-delivery-id': messageId },
    body: JSON.stringify({ event, data: { message_id: messageId } }),
  });
