import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setupServer } from 'msw/node';
import twilio from 'twilio';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { segmentsOf } from '../../simulator/twilio/segments.ts';
import { twilioSignature } from '../../simulator/twilio/signature.ts';
import { today } from './support.ts';
import { accountSid, authToken, formsTo, officialTexts, sender, statusesOf, textSimulator, textTo } from './text-support.ts';

test("the provider's own client sends a text and reads it at each step of its life", async (t) => {
  const simulator = await textSimulator(t);
  const { messages } = officialTexts(simulator);
  const sent = await messages.create(textTo(textNumberFor('delivered'), simulator));
  assert.match(sent.sid, /^SM[0-9a-f]{32}$/);
  assert.deepEqual(
    { ...sent.toJSON(), sid: undefined, uri: undefined, subresourceUris: undefined, errorCode: undefined },
    {
      body: 'Hello, this is Acme Homes.',
      numSegments: '1',
      direction: 'outbound-api',
      from: sender,
      to: textNumberFor('delivered'),
      dateCreated: today,
      dateUpdated: today,
      dateSent: null,
      price: null,
      priceUnit: 'USD',
      errorMessage: null,
      accountSid,
      numMedia: '0',
      status: 'queued',
      messagingServiceSid: null,
      apiVersion: '2010-04-01',
      sid: undefined,
      uri: undefined,
      subresourceUris: undefined,
      errorCode: undefined,
    },
  );
  assert.equal(sent.uri, `/2010-04-01/Accounts/${accountSid}/Messages/${sent.sid}.json`);
  await simulator.advance(1_100);
  assert.equal((await messages(sent.sid).fetch()).status, 'sent');
  await simulator.runUntilIdle();
  assert.equal((await messages(sent.sid).fetch()).status, 'delivered');
});

test('the list is newest first, filtered by both numbers and by day, and walked page by page', async (t) => {
  let day = 0;
  const now = () => new Date(today.getTime() + day * 24 * 60 * 60_000);
  const simulator = await textSimulator(t, { clock: { now, realNow: () => today } });
  const { messages } = officialTexts(simulator);
  for (; day < 5; day++)
    await messages.create({ ...textTo(textNumberFor('delivered', { which: day % 2 }), simulator), body: `day ${day}` });
  await simulator.runUntilIdle();
  const bodies = async (filter: Parameters<typeof messages.list>[0]) => (await messages.list(filter)).map(({ body }) => body);

  assert.deepEqual(await bodies({}), ['day 4', 'day 3', 'day 2', 'day 1', 'day 0']);
  assert.deepEqual(await bodies({ pageSize: 2 }), ['day 4', 'day 3', 'day 2', 'day 1', 'day 0'], 'over three pages');
  assert.deepEqual(await bodies({ to: textNumberFor('delivered', { which: 1 }) }), ['day 3', 'day 1']);
  assert.deepEqual(await bodies({ to: textNumberFor('delivered', { which: 1 }), pageSize: 1 }), ['day 3', 'day 1']);
  assert.deepEqual(await bodies({ from: '+14155550199' }), []);
  const on = (days: number) => new Date(`2030-01-${15 + days}T00:00:00Z`);
  assert.deepEqual(await bodies({ dateSentAfter: on(3) }), ['day 4', 'day 3']);
  assert.deepEqual(await bodies({ dateSentAfter: on(1), dateSentBefore: on(3) }), ['day 2', 'day 1']);
  const { dateSent } = (await messages.list())[2] ?? {};
  assert.deepEqual(await bodies(dateSent ? { dateSent } : {}), ['day 2'], 'within its second');
  const whole = await get(`${simulator.twilioUrl}/2010-04-01/Accounts/${accountSid}/Messages.json?DateSent=2030-01-17`);
  assert.deepEqual(
    whole.messages.map(({ body }) => body),
    ['day 2'],
  );
});

test('a page keeps its place while new texts come in before it', async (t) => {
  const simulator = await textSimulator(t);
  const { messages } = officialTexts(simulator);
  for (const body of ['1', '2', '3']) await messages.create({ ...textTo(textNumberFor('delivered'), simulator), body });
  const first = await messages.page({ pageSize: 2 });
  await messages.create({ ...textTo(textNumberFor('delivered'), simulator), body: '4' });
  const second = await first.nextPage();
  assert.deepEqual(
    [first, second].map((page) => page?.instances.map(({ body }) => body)),
    [['3', '2'], ['1']],
  );
  assert.equal(second?.nextPageUrl, undefined);
});

test("a wrong token, another account and an unknown text are refused in Twilio's own form", async (t) => {
  const simulator = await textSimulator(t);
  await assert.rejects(officialTexts(simulator, 'wrong').messages.list(), { status: 401, code: 20_003, message: 'Authenticate' });
  await assert.rejects(officialTexts(simulator).messages('SM1').fetch(), { status: 404, code: 20_404 });
  const elsewhere = officialTexts(simulator).api.v2010.accounts('AC2').messages;
  await assert.rejects(elsewhere.list(), { status: 404, code: 20_404 });
});

test("Twilio's own numbers for tests are refused with its codes, and whatever else cannot be sent", async (t) => {
  const simulator = await textSimulator(t);
  const { messages } = officialTexts(simulator);
  const text = textTo('+14155550142', simulator);
  const refusedWith: readonly (readonly [object, number])[] = [
    [{ to: '+15005550001' }, 21_211],
    [{ to: '+15005550002' }, 21_612],
    [{ to: '+15005550003' }, 21_408],
    [{ to: '+15005550004' }, 21_610],
    [{ to: '+15005550009' }, 21_614],
    [{ from: '+15005550001' }, 21_212],
    [{ from: '+15005550007' }, 21_606],
    [{ from: '+15005550008' }, 21_611],
    [{ to: '' }, 21_604],
    [{ to: '4155550142' }, 21_211],
    [{ to: sender }, 21_266],
    [{ from: '' }, 21_603],
    [{ from: 'what is this?' }, 21_212],
    [{ body: '' }, 21_602],
    [{ body: 'x'.repeat(1_601) }, 21_617],
    [{ statusCallback: 'nowhere' }, 21_609],
    [{ sendAt: new Date('2031-01-15T09:30:00Z'), scheduleType: 'fixed' }, 20_001],
  ];
  for (const [differs, code] of refusedWith) {
    await assert.rejects(messages.create({ ...text, ...differs }), { status: 400, code }, JSON.stringify(differs).slice(0, 60));
  }
  assert.equal(simulator.ledger.read().totals.texts, 0);
  await messages.create({ ...text, from: '+15005550006' });
  await messages.create({ ...text, from: 'Acme Homes' });
});

test("the same handlers answer in process at the provider's own address, and the same ledger counts", async (t) => {
  const simulator = await textSimulator(t);
  const server = setupServer(...simulator.twilioHandlers('https://api.twilio.com'));
  server.listen({ onUnhandledRequest: 'bypass' });
  t.after(() => server.close());
  const { messages } = twilio(accountSid, authToken);
  const { sid } = await messages.create(textTo(textNumberFor('delivered'), simulator));
  await simulator.runUntilIdle();
  assert.equal((await messages(sid).fetch()).status, 'delivered');
  assert.equal(simulator.ledger.read().totals.texts, 1);
  assert.deepEqual(statusesOf(formsTo(simulator, 'status')), ['queued', 'sent', 'delivered']);
});

test("a signature is that of Twilio's published example", () => {
  const parameters = [
    ['To', '+18005551212'],
    ['CallSid', 'CA1234567890ABCDE'],
    ['Caller', '+14158675310'],
    ['Digits', '1234'],
    ['From', '+14158675310'],
  ] as const;
  assert.equal(twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', parameters), 'GvWf1cFY/Q7PnoempGyD5oXAezc=');
});

test('segments are counted as they are billed', () => {
  for (const [body, segments] of [
    ['x'.repeat(160), 1],
    ['x'.repeat(161), 2],
    ['x'.repeat(306), 2],
    ['x'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ß'.repeat(160), 1],
    ['я'.repeat(70), 1],
    ['я'.repeat(71), 2],
    ['👋'.repeat(35), 1],
    ['👋'.repeat(36), 2],
    ['😀'.repeat(67), 3],
    ['😀'.repeat(400), 13],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ] as const)
    assert.equal(segmentsOf(body), segments, `${body.slice(0, 2)} × ${body.length}`);
});

async function get(url: string): Promise<{ readonly messages: readonly { readonly body: string }[] }> {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return (await fetch(url, { headers: { authorization } })).json() as Promise<{ messages: { body: string }[] }>;
}
