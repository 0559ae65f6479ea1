import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { after, beforeEach, test } from 'node:test';
import { twilioProvider } from '../../../src/texts/twilio/twilio-provider.ts';
import { listen, listenOfFile } from '../../support/api.ts';
import { unhurriedMs } from '../../support/targets.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** A server that answers as it is told and keeps what it was asked. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly form: URLSearchParams;
}

let asked: Asked[] = [];
let answer: (asked: Asked, response: ServerResponse) => void;

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const url = new URL(request.url ?? '/', 'http://twilio.test');
  const { authorization, 'content-type': contentType } = request.headers;
  const seen = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    authorization,
    contentType,
    form: new URLSearchParams(body),
  };
  asked.push(seen);
  answer(seen, response);
});
const reply = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const providerAt = (baseUrl: string) =>
  twilioProvider({
    twilio: { baseUrl, accountSid: 'AC1', authToken: 'secret', oldAuthTokens: [] },
    publicUrl: 'https://ringpost.test',
    timeoutMs: unhurriedMs,
  });

const { origin } = await listenOfFile(server);
const texts = providerAt(`${origin}/twilio`);
after(() => texts.close());
beforeEach(() => {
  asked = [];
  answer = (_asked, response) => reply(response, 201, { sid: 'SM1', status: 'queued' });
});

const text = { messageId: 'msg_1', to: '+14155550123', from: '+14155550199', body: 'Grüße & 1+1=2 👋' };

test('a text is one form under the account, with our id in the address that is reported to', async () => {
  assert.deepEqual(await texts.send(text), { kind: 'accepted', providerMessageId: 'SM1' });
  assert.equal(asked.length, 1);
  const [sent] = asked;
  assert.equal(`${sent?.method} ${sent?.path}`, 'POST /twilio/2010-04-01/Accounts/AC1/Messages.json');
  assert.equal(sent?.authorization, `Basic ${Buffer.from('AC1:secret').toString('base64')}`);
  assert.equal(sent?.contentType, 'application/x-www-form-urlencoded');
  assert.deepEqual(Object.fromEntries(sent?.form ?? []), {
    To: text.to,
    From: text.from,
    Body: text.body,
    StatusCallback: 'https://ringpost.test/callbacks/sms/twilio?message=msg_1#rc=5&rp=all',
  });
});

const answers: readonly [string, number, unknown, string][] = [
  ['a refusal of the text', 400, { code: 21614, message: 'not a mobile', status: 400 }, 'refused'],
  ['a refusal without a code', 400, 'nonsense', 'refused'],
  ['a callback address that Twilio will not take', 400, { code: 21609 }, 'unavailable'],
  ['a full queue', 400, { code: 21611 }, 'unavailable'],
  ['credentials that are called a mistake of the request', 400, { code: 20003 }, 'unavailable'],
  ['wrong credentials', 401, { code: 20003 }, 'unavailable'],
  ['an unknown account', 404, { code: 20404 }, 'unavailable'],
  ['too many requests', 429, { code: 20429 }, 'unavailable'],
  ['a request that took too long', 408, {}, 'unknown'],
  ['a fault', 500, {}, 'unknown'],
  ['a gateway that gave up', 503, '<html>', 'unknown'],
  ['a yes without an id', 201, { status: 'queued' }, 'unknown'],
  ['a yes that is not JSON', 200, 'OK', 'unknown'],
];
for (const [name, status, body, kind] of answers) {
  test(`${name} (${status}) is ${kind}, after one request`, async () => {
    answer = (_asked, response) => reply(response, status, body);
    assert.equal((await texts.send(text)).kind, kind);
    assert.equal(asked.length, 1);
  });
}

test('a refusal says why, and whether the recipient has opted out', async () => {
  answer = (_asked, response) => reply(response, 400, { code: 21610 });
  assert.deepEqual(await texts.send(text), { kind: 'refused', errorCode: '21610', reason: 'The recipient has opted out.', optedOut: true });
  answer = (_asked, response) => reply(response, 400, { code: 21211 });
  assert.deepEqual(await texts.send(text), { kind: 'refused', errorCode: '21211', reason: 'The number is not valid.', optedOut: false });
});

test('no connection means that nothing was sent; a connection that breaks or stays silent, that nobody knows', async (t) => {
  const unused = await listen(createServer());
  await unused.close();
  const nobody = providerAt(unused.origin);
  assert.equal((await nobody.send(text)).kind, 'unavailable');
  await nobody.close();

  answer = (_asked, response) => response.destroy();
  assert.equal((await texts.send(text)).kind, 'unknown');
  assert.equal(asked.length, 1, 'never repeated');

  const limit = timeLimit(t);
  answer = () => limit.end();
  assert.equal((await texts.send(text)).kind, 'unknown');
  assert.deepEqual([asked.length, limit.askedMs], [2, [unhurriedMs]]);
});

test('a text is asked after by its id', async () => {
  const times = { date_sent: 'Mon, 02 Mar 2026 12:00:05 +0000', date_updated: 'Mon, 02 Mar 2026 12:00:09 +0000' };
  answer = (_asked, response) => reply(response, 200, { sid: 'SM1', status: 'undelivered', error_code: 30007, ...times });
  assert.deepEqual(await texts.snapshot('SM1'), {
    kind: 'event',
    event: {
      kind: 'failed',
      providerMessageId: 'SM1',
      messageId: null,
      errorCode: '30007',
      reason: 'The carrier filtered the message as spam.',
      carrier: 'tried',
      optedOut: false,
      at: new Date('2026-03-02T12:00:09Z'),
      sentAt: new Date('2026-03-02T12:00:05Z'),
    },
  });
  answer = (_asked, response) => reply(response, 200, { sid: 'SM1', status: 'sent', ...times });
  const onItsWay = await texts.snapshot('SM1');
  assert.deepEqual(onItsWay.kind === 'event' && onItsWay.event?.at, new Date('2026-03-02T12:00:05Z'), 'its price is later');
  assert.equal(asked[0]?.path, '/twilio/2010-04-01/Accounts/AC1/Messages/SM1.json');
  answer = (_asked, response) => reply(response, 404, {});
  assert.deepEqual(await texts.snapshot('SM1'), { kind: 'absent' });
  for (const [status, body] of [
    [500, {}],
    [200, 'nonsense'],
  ] as const) {
    answer = (_asked, response) => reply(response, status, body);
    const told = await texts.snapshot('SM1');
    assert.ok(told.kind === 'unreachable' || (told.kind === 'event' && told.event === null));
  }
});

test('asked after, a text that failed says whether it had been sent', async () => {
  const failed = async (dateSent: string | null) => {
    answer = (_asked, response) => reply(response, 200, { sid: 'SM1', status: 'failed', error_code: 30003, date_sent: dateSent });
    const told = await texts.snapshot('SM1');
    return told.kind === 'event' && told.event?.kind === 'failed' && told.event.carrier;
  };
  assert.equal(await failed('Mon, 02 Mar 2026 12:00:05 +0000'), 'tried');
  assert.equal(await failed(null), 'never_reached');
});

const since = new Date('2026-03-02T12:00:00.000Z');
const listed = (sid: string, created: string, parts: object = {}) => ({
  sid,
  status: 'sent',
  to: text.to,
  from: text.from,
  body: text.body,
  date_created: created,
  ...parts,
});

test('the list is searched for what has the same numbers and body, oldest first, over its pages', async () => {
  answer = ({ query }, response) =>
    query.get('PageToken') === null
      ? reply(response, 200, {
          messages: [
            listed('SM9', 'Mon, 02 Mar 2026 12:00:09 +0000'),
            listed('SM8', 'Mon, 02 Mar 2026 12:00:08 +0000', { body: `another - ${text.body}` }),
            listed('SM7', 'Mon, 02 Mar 2026 12:00:07 +0000', { body: `Sent from your Twilio trial account - ${text.body}` }),
          ],
          next_page_uri: '/2010-04-01/Accounts/AC1/Messages.json?To=%2B14155550123&PageToken=PASM7&Page=1',
        })
      : reply(response, 200, {
          messages: [listed('SM3', 'Mon, 02 Mar 2026 11:56:00 +0000'), listed('SM2', 'Mon, 02 Mar 2026 11:50:00 +0000')],
          next_page_uri: '/x?Page=2',
        });
  const found = await texts.findSent(text, { from: since });
  assert.ok(found.kind === 'found');
  assert.deepEqual(
    found.events.map((event) => event.providerMessageId),
    ['SM3', 'SM7', 'SM9'],
  );
  assert.equal(asked.length, 2, 'what is older is not read');
  assert.equal(asked[0]?.query.get('To'), text.to);
  assert.equal(asked[0]?.query.get('From'), text.from);
});

test('of a span that is over, what the provider has taken since is left out, but for the difference of clocks', async () => {
  answer = (_asked, response) =>
    reply(response, 200, {
      messages: [listed('SM2', 'Mon, 02 Mar 2026 12:15:01 +0000'), listed('SM1', 'Mon, 02 Mar 2026 12:14:59 +0000')],
    });
  const found = await texts.findSent(text, { from: since, until: new Date('2026-03-02T12:10:00.000Z') });
  assert.deepEqual(found.kind === 'found' && found.events.map((event) => event.providerMessageId), ['SM1']);
});

test('a list that cannot be read is not an empty one', async () => {
  for (const [status, body] of [
    [500, {}],
    [200, {}],
    [401, { messages: [] }],
  ] as const) {
    answer = (_asked, response) => reply(response, status, body);
    assert.equal((await texts.findSent(text, { from: since })).kind, 'unreachable');
  }
});

test('a list that is not read down to the span is told as cut', async () => {
  const messages = [listed('SM1', 'Mon, 02 Mar 2026 18:00:00 +0000', { body: 'another text' })];
  answer = (_asked, response) => reply(response, 200, { messages, next_page_uri: '/x?Page=2' });
  assert.deepEqual(await texts.findSent(text, { from: since }), { kind: 'found', events: [], isCut: true });
  assert.equal(asked.length, 10);
  messages.push(listed('SM2', 'Mon, 02 Mar 2026 12:00:05 +0000'));
  const found = await texts.findSent(text, { from: since });
  assert.equal(found.kind === 'found' && found.events[0]?.providerMessageId, 'SM2');
});

const cameIn = (sid: string, sent: string, parts: object = {}) =>
  listed(sid, sent, { direction: 'inbound', status: 'received', from: text.to, to: text.from, date_sent: sent, ...parts });

test('what came in is listed a page at a time, newest first, with what the contact wants', async () => {
  answer = (_asked, response) =>
    reply(response, 200, {
      messages: [
        cameIn('SM9', 'Mon, 02 Mar 2026 12:00:09 +0000', { body: 'Stop.' }),
        listed('SM8', 'Mon, 02 Mar 2026 12:00:08 +0000', { direction: 'outbound-api' }),
        cameIn('SM7', 'Mon, 02 Mar 2026 12:00:07 +0000', { body: 'a\u0000b', date_sent: null }),
        cameIn('SM6', 'Mon, 02 Mar 2026 12:00:06 +0000', { to: null }),
        null,
      ],
      next_page_uri: '/2010-04-01/Accounts/AC1/Messages.json?DateSent%3E=x&PageSize=300&Page=1&PageToken=PASM6',
    });
  const first = await texts.listReceived(since, null);
  assert.deepEqual(Object.fromEntries(asked[0]?.query ?? []), { 'DateSent>': '2026-03-02T12:00:00Z', PageSize: '300' });
  const ends = { from: text.to, to: text.from };
  assert.ok(first.kind === 'page');
  assert.deepEqual(first, {
    kind: 'page',
    texts: [
      { providerMessageId: 'SM9', ...ends, body: 'Stop.', wish: 'opt_out', cameAt: new Date('2026-03-02T12:00:09Z') },
      { providerMessageId: 'SM7', ...ends, body: 'ab', wish: null, cameAt: new Date('2026-03-02T12:00:07Z') },
    ],
    next: 'DateSent%3E=x&PageSize=300&Page=1&PageToken=PASM6',
  });

  answer = (_asked, response) =>
    reply(response, 200, { messages: [cameIn('SM5', 'Mon, 02 Mar 2026 11:59:59 +0000')], next_page_uri: '/x?Page=2' });
  const last = await texts.listReceived(since, first.next);
  assert.deepEqual(Object.fromEntries(asked[1]?.query ?? []), { 'DateSent>': 'x', PageSize: '300', Page: '1', PageToken: 'PASM6' });
  assert.equal(last.kind === 'page' && last.next, null, 'what is older is not read');

  answer = (_asked, response) =>
    reply(response, 200, {
      messages: [
        cameIn('SM4', 'Mon, 02 Mar 2026 12:00:01 +0000'),
        listed('SM3', 'Mon, 02 Mar 2026 11:59:58 +0000', { direction: 'outbound-api', date_sent: sentAt }),
      ],
      next_page_uri: '/x?Page=1',
    });
  let sentAt: string | null = 'Mon, 02 Mar 2026 11:59:59 +0000';
  const busy = await texts.listReceived(since, null);
  assert.ok(busy.kind === 'page');
  assert.deepEqual([busy.texts.length, busy.next], [1, null], 'an older text that was sent is an end too');
  for (sentAt of ['Mon, 02 Mar 2026 12:00:00 +0000', null]) {
    const scheduled = await texts.listReceived(since, null);
    assert.equal(scheduled.kind === 'page' && scheduled.next, 'Page=1', 'one that was ordered long before it is sent is no end');
  }
});

test('a list of what came in that cannot be read is not an empty one', async () => {
  for (const [status, body, kind] of [
    [500, {}, 'unreachable'],
    [200, {}, 'unreachable'],
    [401, { messages: [] }, 'unreachable'],
    [429, { messages: [] }, 'unreachable'],
    [400, {}, 'refused'],
    [404, {}, 'refused'],
  ] as const) {
    answer = (_asked, response) => reply(response, status, body);
    assert.equal((await texts.listReceived(since, null)).kind, kind, String(status));
  }
});
