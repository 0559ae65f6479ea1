import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../sdk/client/settings.ts';
import {
  CallStillGoingError,
  type Client,
  type ClientOptions,
  createClient,
  NoAnswerError,
  RefusedError,
  UnreadableAnswerError,
  type WaitOptions,
} from '../../sdk/client.ts';
import { errors, responses } from '../../sdk/generated/fixtures.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON was sent.
  readonly body: any;
}

type Answer = Response | 'lost';

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response => Response.json(body, { status, headers });

/** A client whose requests are answered one by one, with a clock that sleeps by being set. */
function scripted(answers: readonly Answer[], options: Partial<ClientOptions> = {}): { client: Client; sent: Sent[]; slept: number[] } {
  const [left, sent, slept] = [[...answers], [] as Sent[], [] as number[]];
  let now = 0;
  const client = createClient({
    baseUrl: 'http://ringpost.test/api/v1/public/',
    apiKey: 'rp_test_key',
    random: () => 0,
    clock: {
      now: () => now,
      async sleep(ms, signal) {
        signal?.throwIfAborted();
        slept.push(ms);
        now += ms;
      },
    },
    async fetch(url, init) {
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      sent.push({ method: init?.method ?? '', url: String(url), headers: new Headers(init?.headers), body });
      const answer = left.shift();
      if (answer === undefined) throw new Error('Nobody expected this request.');
      if (answer === 'lost') throw new TypeError('fetch failed');
      return answer;
    },
    ...options,
  });
  return { client, sent, slept };
}

const placed = (): Response => json(Object.values(responses.placeCall)[0], 201);
const input = { agentId: 'agt_1', phoneNumber: '+14155550123' };

/** The error that a promise rejects with. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail('It did not fail.'),
    (error: unknown) => error,
  );

test('parameters go to the path and the query, the rest to the body, the key to its header', async () => {
  const { client, sent } = scripted([
    json(Object.values(responses.listWebhookDeliveries)[0]),
    json(Object.values(responses.setExtractionSchema)[0]),
    json(Object.values(responses.endCall)[0]),
  ]);
  await client.listWebhookDeliveries({ status: 'failed', since: '2026-11-20T00:00:00Z' });
  await client.setExtractionSchema({ id: 'a/b', schema: null, idempotencyKey: 'mine' });
  await client.endCall({ id: 'call_1' });
  const [list, set, end] = sent;
  assert.equal(list?.url, 'http://ringpost.test/api/v1/public/webhook-deliveries?status=failed&since=2026-11-20T00%3A00%3A00Z');
  assert.equal(list?.headers.get('authorization'), 'Bearer rp_test_key');
  assert.equal(set?.url, 'http://ringpost.test/api/v1/public/agents/a%2Fb/extraction-schema');
  assert.deepEqual(set?.body, { schema: null, idempotencyKey: 'mine' });
  assert.deepEqual([end?.method, end?.body], ['POST', undefined]);
});

test('what the contract lets repeat is repeated, all tries with one idempotency key', async () => {
  const { client, sent, slept } = scripted([
    'lost',
    json(errors.placement_failed, 500),
    json(errors.idempotency_in_progress, 503, { 'retry-after': '1' }),
    placed(),
  ]);
  const { call } = await client.placeCall(input);
  assert.equal(call.status, 'queued');
  const keys = sent.map(({ body }) => body.idempotencyKey);
  assert.match(keys[0], /^[0-9a-f-]{36}$/);
  assert.deepEqual(new Set(keys).size, 1);
  assert.deepEqual(slept, [500, 1_000, 1_000]);
});

test('what the caller changes between two tries changes nothing of the request', async () => {
  const mine = { ...input, idempotencyKey: 'lead-7', variables: { firstName: 'Dana' } };
  const bodies: unknown[] = [];
  const { client } = scripted([], {
    async fetch(_, init) {
      bodies.push(JSON.parse(String(init?.body)));
      mine.idempotencyKey = 'lead-8';
      mine.variables.firstName = 'Riley';
      return bodies.length === 1 ? json(errors.placement_failed, 500) : placed();
    },
  });
  await client.placeCall(mine);
  const first = { ...input, idempotencyKey: 'lead-7', variables: { firstName: 'Dana' } };
  assert.deepEqual(bodies, [first, first]);
});

test("a caller's own idempotency key is left as it is, and stands on the error", async () => {
  const { client, sent } = scripted(['lost', 'lost'], { maxTries: 2 });
  const error = await failure(client.placeCall({ ...input, idempotencyKey: 'lead-7' }));
  assert.ok(error instanceof NoAnswerError);
  assert.deepEqual([error.tries, error.idempotencyKey, error.operation], [2, 'lead-7', 'placeCall']);
  assert.deepEqual(
    sent.map(({ body }) => body.idempotencyKey),
    ['lead-7', 'lead-7'],
  );
});

test('the error of a request without an answer says why there is none', async () => {
  const messageOf = async (cause?: Error): Promise<string> => {
    const { client } = scripted([], { maxTries: 1, fetch: () => Promise.reject(new TypeError('fetch failed', { cause })) });
    return String(await failure(client.listAgents()));
  };
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  assert.equal(await messageOf(refused), 'NoAnswerError: No answer to listAgents: fetch failed (ECONNREFUSED)');
  assert.equal(await messageOf(new Error('bad port')), 'NoAnswerError: No answer to listAgents: fetch failed (bad port)');
  assert.equal(await messageOf(), 'NoAnswerError: No answer to listAgents: fetch failed');
});

test('a number that JSON does not have is a mistake of the caller, and nothing is sent in its place', async () => {
  const { client, sent } = scripted([]);
  for (const amount of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const error = await failure(client.placeCall({ ...input, variables: { offer: [{ amount }] } }));
    assert.ok(error instanceof TypeError && /"amount".* JSON has no (NaN|Infinity)/.test(error.message), String(error));
  }
  assert.deepEqual(sent, []);
});

test('an idempotency key that is no text is sent, so that the service refuses it, and gives way to no other', async () => {
  const { client, sent } = scripted([json(errors.invalid_request, 400), placed()]);
  // A program without types has the number of a row.
  const error = await failure(client.placeCall({ ...input, idempotencyKey: 4711 as unknown as string }));
  assert.ok(error instanceof RefusedError && error.is('invalid_request'));
  await client.placeCall({ ...input, idempotencyKey: null as unknown as string });
  assert.equal(sent[0]?.body.idempotencyKey, 4711);
  assert.match(sent[1]?.body.idempotencyKey, /^[0-9a-f-]{36}$/, 'null is no key');
});

test('a refusal that another try cannot help is thrown at once, with the details of its code', async () => {
  const { client, sent } = scripted([json(errors.missing_variables, 400, { 'x-request-id': 'req_1' })]);
  const error = await failure(client.placeCall(input));
  assert.ok(error instanceof RefusedError && error.is('missing_variables'));
  const missing: readonly string[] = error.details.missing;
  assert.deepEqual(missing, errors.missing_variables.error.details.missing);
  assert.deepEqual([error.status, error.requestId, sent.length], [400, 'req_1', 1]);
  assert.ok(!error.is('rate_limited'));
});

test('x-should-retry has the last word, and a code of a later version is an error like any other', async () => {
  const { client } = scripted([
    json(errors.internal_error, 500, { 'x-should-retry': 'false' }),
    json({ error: { code: 'a_later_code', message: 'No.' } }, 503, { 'x-should-retry': 'false' }),
    json({ error: { code: 'too_late', message: 'No.' } }, 410),
  ]);
  assert.match(String(await failure(client.listAgents())), /internal_error/);
  assert.ok((await failure(client.listAgents())) instanceof UnreadableAnswerError);
  const error = await failure(client.listAgents());
  assert.ok(error instanceof RefusedError);
  assert.equal(error.code, 'too_late');
});

test('Retry-After is waited for, unless that is longer than the caller has', async () => {
  const limited = (seconds: number): Response => json(errors.rate_limited, 429, { 'retry-after': String(seconds) });
  const patient = scripted([limited(12), json({ agents: [] })]);
  assert.deepEqual(await patient.client.listAgents(), { agents: [] });
  assert.deepEqual(patient.slept, [12_000]);
  const hasty = scripted([limited(12)], { maxWaitMs: 5_000 });
  const error = await failure(hasty.client.listAgents());
  assert.ok(error instanceof RefusedError);
  assert.deepEqual([error.retryAfterMs, hasty.slept], [12_000, []]);
});

test("a proxy's error is tried again, and is no refusal of ours", async () => {
  const { client } = scripted([new Response('<h1>Bad Gateway</h1>', { status: 502 }), new Response('<h1>Moved</h1>', { status: 301 })]);
  const error = await failure(client.listAgents());
  assert.ok(error instanceof UnreadableAnswerError);
  assert.deepEqual([error.status, error.tries], [301, 2]);
});

test('an answer without the body that the document promises is not ours', async () => {
  const { client, sent } = scripted([new Response(null, { status: 204 }), new Response(null, { status: 204 })]);
  const error = await failure(client.placeCall(input));
  assert.ok(error instanceof UnreadableAnswerError);
  assert.deepEqual([error.status, sent.length], [204, 1]);
  assert.equal(await client.deleteWebhookEndpoint({ id: 'whe_1' }), undefined);
});

test("a proxy's limit is waited for as it says", async () => {
  const { client, slept } = scripted([
    new Response('<h1>Too Many Requests</h1>', { status: 429, headers: { 'retry-after': '3' } }),
    json({ agents: [] }),
  ]);
  assert.deepEqual(await client.listAgents(), { agents: [] });
  assert.deepEqual(slept, [3_000]);
});

test("a proxy's date is waited for, and what is no date is not", async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-20T09:59:40Z') });
  const waited = async (retryAfter: string, headers: Record<string, string> = {}): Promise<readonly number[]> => {
    const busy = new Response('<h1>Service Unavailable</h1>', { status: 503, headers: { 'retry-after': retryAfter, ...headers } });
    const { client, slept } = scripted([busy, json({ agents: [] })]);
    assert.deepEqual(await client.listAgents(), { agents: [] });
    return slept;
  };
  for (const date of ['Fri, 20 Nov 2026 10:00:00 GMT', 'Friday, 20-Nov-26 10:00:00 GMT', 'Fri Nov 20 10:00:00 2026'])
    assert.deepEqual(await waited(date), [20_000], date);
  const [past, later] = ['Fri, 20 Nov 2026 09:59:40 GMT', 'Fri, 20 Nov 2026 10:00:00 GMT'];
  for (const other of ['-1', '1.5', 'soon', 'Fri, 20 Not 2026 10:00:00 GMT', past]) assert.deepEqual(await waited(other), [500], other);
  assert.deepEqual(await waited(past, { date: 'Fri, 20 Nov 2026 09:59:30 GMT' }), [10_000], "this machine's clock is fast");
  assert.deepEqual(await waited(later, { date: later }), [500], "this machine's clock is slow");
  assert.deepEqual(await waited(later, { date: 'soon' }), [20_000]);
});

test('a write whose answer was lost is told as not known, though another try of it was refused, and with its key', async () => {
  const refusals = [
    () => json(errors.rate_limited, 429),
    () => json(errors.overloaded, 503),
    () => json(errors.invalid_api_key, 401),
    () => json(errors.public_api_disabled, 403),
  ];
  for (const lost of [() => 'lost' as const, () => json(errors.internal_error, 500), () => json(errors.idempotency_in_progress, 503)])
    for (const refusal of refusals) {
      const { client } = scripted([lost(), refusal(), refusal(), refusal()]);
      const error = await failure(client.placeCall({ ...input, idempotencyKey: 'lead-7' }));
      assert.ok(error instanceof NoAnswerError && error.cause instanceof RefusedError, String(error));
      const { code } = error.cause;
      assert.match(error.message, /^It is not known whether placeCall was done/);
      assert.deepEqual([error.idempotencyKey, error.tries], ['lead-7', ['rate_limited', 'overloaded'].includes(code) ? 4 : 2], code);
    }
});

const notDialled = (): Response => {
  const { error } = errors.placement_failed;
  return json({ error: { ...error, details: { ...error.details, fate: 'not_dialled' } } }, 500);
};

test('a refusal is told as one where the key was looked up for it, where nothing was lost, and where there is no key', async () => {
  for (const answers of [
    ['lost', json(errors.missing_variables, 400)],
    ['lost', json(errors.concurrent_limit_exceeded, 429)],
    ['lost', json(errors.placement_failed, 500)],
    [json(errors.overloaded, 503), json(errors.rate_limited, 429)],
    [notDialled(), json(errors.rate_limited, 429)],
    [json({ error: { code: 'placement_failed', message: 'No.' } }, 500), json(errors.rate_limited, 429)],
  ] as const)
    assert.ok((await failure(scripted(answers, { maxTries: 2 }).client.placeCall(input))) instanceof RefusedError);
  const { client } = scripted(['lost', json(errors.rate_limited, 429)], { maxTries: 2 });
  assert.ok((await failure(client.readCall({ id: 'call_1' }))) instanceof RefusedError);
});

test("a gateway's error in the form of ours is tried again and is no refusal, and a later code of ours is one", async () => {
  const gateways = (status: number): Response => json({ error: { code: 'GatewayTimeout', message: 'It took too long.' } }, status);
  const { client, slept } = scripted([gateways(504), gateways(503), gateways(429), placed()]);
  await client.placeCall(input);
  assert.equal(slept.length, 3);
  assert.ok((await failure(scripted([gateways(504)], { maxTries: 1 }).client.placeCall(input))) instanceof UnreadableAnswerError);
  const gone = scripted([gateways(504), json(errors.webhook_not_found, 404)]);
  assert.equal(await gone.client.deleteWebhookEndpoint({ id: 'whe_1' }), undefined);
  const limited = scripted([gateways(504), json(errors.rate_limited, 429)], { maxTries: 2 });
  assert.ok((await failure(limited.client.placeCall(input))) instanceof NoAnswerError);
  for (const status of [400, 402, 403, 409])
    assert.ok((await failure(scripted([gateways(status)]).client.placeCall(input))) instanceof RefusedError, `${status}`);
});

test("a proxy's Retry-After of nothing is no reason to ask at once", async () => {
  const busy = (): Response => new Response('<h1>Service Unavailable</h1>', { status: 503, headers: { 'retry-after': '0' } });
  const { client, slept } = scripted([busy(), busy(), json({ agents: [] })]);
  assert.deepEqual(await client.listAgents(), { agents: [] });
  assert.deepEqual(slept, [500, 1_000]);
});

test('a pause that no timer can hold is as long as a timer can be', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const ms of [2 ** 31, Number.POSITIVE_INFINITY]) {
    let isOver = false;
    const sleeping = systemClock.sleep(ms).then(() => {
      isOver = true;
    });
    t.mock.timers.tick(2 ** 31 - 2);
    await Promise.resolve();
    assert.equal(isOver, false);
    t.mock.timers.tick(1);
    await sleeping;
  }
});

test('a delete whose answer was lost has done its work when the thing is not found', async () => {
  const lost = scripted(['lost', json(errors.webhook_not_found, 404)]);
  assert.equal(await lost.client.deleteWebhookEndpoint({ id: 'whe_1' }), undefined);
  const first = scripted([json(errors.webhook_not_found, 404)]);
  assert.match(String(await failure(first.client.deleteWebhookEndpoint({ id: 'whe_1' }))), /webhook_not_found/);
});

test('a delete that a proxy gave up on has done its work when the thing is not found, and one that was refused first has not', async () => {
  const timedOut = scripted([new Response('<h1>Gateway Time-out</h1>', { status: 504 }), json(errors.webhook_not_found, 404)]);
  assert.equal(await timedOut.client.deleteWebhookEndpoint({ id: 'whe_1' }), undefined);
  for (const refusal of [json(errors.rate_limited, 429), new Response('<h1>Too Many Requests</h1>', { status: 429 })]) {
    const limited = scripted([refusal, json(errors.webhook_not_found, 404)]);
    assert.match(String(await failure(limited.client.deleteWebhookEndpoint({ id: 'whe_1' }))), /webhook_not_found/);
  }
});

test('what cannot be sent is a mistake of the caller, and is not tried', async () => {
  const { client, sent, slept } = scripted([]);
  const variables = { size: 1n as unknown as string };
  assert.match(String(await failure(client.placeCall({ ...input, variables }))), /^TypeError: .*BigInt/);
  assert.match(String(await failure(client.readCall({ id: '\ud800' }))), /^URIError/);
  const nowhere = scripted([], { baseUrl: '' });
  assert.match(String(await failure(nowhere.client.listAgents())), /^TypeError: .*\/agents/);
  assert.deepEqual([sent, slept, nowhere.sent], [[], [], []]);
});

test('an id that would make another path is not sent', async () => {
  const { client, sent } = scripted([]);
  for (const id of ['', '.', '..'])
    assert.match(String(await failure(client.readCall({ id }))), /^TypeError: readCall takes no ".*" as its id/);
  assert.deepEqual(sent, []);
});

test('an abort ends the tries and is thrown as it is', async () => {
  const stop = new AbortController();
  const { client, sent } = scripted([json(errors.internal_error, 500)]);
  stop.abort(new Error('Enough.'));
  assert.match(String(await failure(client.listAgents({}, { signal: stop.signal }))), /Enough/);
  assert.equal(sent.length, 0);
});

test('both budgets are known from the newest answer, and an answer to a bad key is none of them', async () => {
  const budget = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '1795176060' };
  const { client } = scripted([
    json({ agents: [] }, 200, budget),
    json(errors.invalid_api_key, 401, { ...budget, 'www-authenticate': 'Bearer' }),
  ]);
  assert.deepEqual(client.rateLimits, { read: null, write: null });
  await client.listAgents();
  const known = { read: { limit: 120, remaining: 7, resetAt: new Date(1_795_176_060_000) }, write: null };
  assert.deepEqual(client.rateLimits, known);
  await failure(client.placeCall(input));
  assert.deepEqual(client.rateLimits, known);
});

test('what a proxy says of its own budget is left out', async () => {
  const budget = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '1795176060' };
  for (const odd of [{ 'x-ratelimit-limit': '10, 10;w=60' }, { 'x-ratelimit-limit': '0' }, { 'x-ratelimit-reset': '99999999999999' }]) {
    const { client } = scripted([json({ agents: [] }, 200, { ...budget, ...odd })]);
    await client.listAgents();
    assert.equal(client.rateLimits.read, null);
  }
});

test("a success in a form that the operation never has is not Ringpost's", async () => {
  const ok = { ok: true };
  for (const body of [null, 'ok', [ok], 1]) {
    const error = await failure(scripted([json(body)]).client.listAgents());
    assert.ok(error instanceof UnreadableAnswerError, JSON.stringify(body));
  }
  const { client, sent } = scripted([json(ok)]);
  assert.ok((await failure(client.deleteWebhookEndpoint({ id: 'wh_1' }))) instanceof UnreadableAnswerError, 'it is answered 204');
  assert.equal(sent.length, 1);
});

test('a time limit may be any number', async () => {
  for (const timeoutMs of [Number.POSITIVE_INFINITY, 1_500.5, 2 ** 40])
    assert.deepEqual(await scripted([json({ agents: [] })], { timeoutMs }).client.listAgents(), { agents: [] });
});

test('a key is never in an error', async () => {
  const { client, sent } = scripted([json({ agents: [] })], { apiKey: 'rp_live_secret\n' });
  await client.listAgents();
  assert.equal(sent[0]?.headers.get('authorization'), 'Bearer rp_live_secret');
  for (const apiKey of ['rp_live_secret\nrp_live_other', 'rp_live_secret x', 'rp_live_secret…'])
    assert.throws(
      () => createClient({ baseUrl: 'http://127.0.0.1:9', apiKey }),
      (error: Error) => !error.message.includes('secret') && error.cause === undefined,
    );
});

const call = Object.values(responses.readCall)[0]?.call ?? assert.fail('The document has no example of a call.');
const read = (changes: object): Response => json({ call: { ...call, ...changes } });

test('waiting for a call reads it ever more seldom until it has ended, and on request until it is classified', async () => {
  const story = () => [
    read({ status: 'ringing' }),
    read({ status: 'in-progress' }),
    read({ status: 'completed', outcome: null, durationSeconds: 5 }),
    read({ status: 'completed', outcome: 'INTERESTED', durationSeconds: 5, transcript: 'AI: Hello!' }),
  ];
  const ended = scripted(story());
  assert.equal((await ended.client.waitForCall('call_1')).outcome, null);
  assert.deepEqual(ended.slept, [1_000, 1_500]);
  const classified = scripted(story());
  assert.equal((await classified.client.waitForCall('call_1', { forResults: true })).outcome, 'INTERESTED');
});

test('the results of an answered call are waited for though its end has an outcome, and no others', async () => {
  const transcript = 'AI: Hello!';
  for (const ended of [
    { status: 'failed', outcome: 'FAILED', durationSeconds: 5 },
    { status: 'completed', outcome: 'VOICEMAIL', durationSeconds: 5 },
    { status: 'completed', outcome: null, durationSeconds: null },
  ]) {
    const { client } = scripted([read(ended), read(ended), read({ ...ended, transcript })]);
    assert.equal((await client.waitForCall('call_1', { forResults: true })).transcript, transcript, JSON.stringify(ended));
    const silent = scripted(Array.from({ length: 20 }, () => read(ended)));
    assert.equal((await silent.client.waitForCall('call_1', { forResults: true })).outcome, ended.outcome);
    const waited = silent.slept.reduce((sum, pause) => sum + pause, 0);
    assert.ok(waited > 90_000 && waited <= 100_000, 'none came in the time that the documents give them');
  }
  for (const ended of [
    { status: 'no_answer', outcome: 'NO_ANSWER' },
    { status: 'busy', outcome: 'BUSY' },
    { status: 'canceled', outcome: 'CANCELED' },
    { status: 'failed', outcome: 'FAILED' },
    { status: 'completed', outcome: 'INTERESTED', durationSeconds: 5 },
  ]) {
    const { client } = scripted([read(ended)]);
    assert.equal((await client.waitForCall('call_1', { forResults: true })).outcome, ended.outcome);
  }
});

test('a call has ended in a status that this package does not know, if it has an end', async () => {
  const { client, slept } = scripted([read({ status: 'handed-over' }), read({ status: 'rejected', endedAt: '2026-11-30T12:00:00.000Z' })]);
  assert.equal((await client.waitForCall('call_1')).status, 'rejected');
  assert.deepEqual(slept, [1_000]);
});

test('waiting for a call gives up with the call as it is', async () => {
  const { client } = scripted(Array.from({ length: 9 }, () => read({ status: 'ringing' })));
  const error = await failure(client.waitForCall('call_1', { timeoutMs: 20_000 }));
  assert.ok(error instanceof CallStillGoingError);
  assert.equal(error.call.status, 'ringing');
});

test('waiting for a call outlasts a service that is away or refuses what passes, until its time is up', async () => {
  const badGateway = (): Response => new Response('<h1>Bad Gateway</h1>', { status: 502 });
  const away: readonly Answer[] = ['lost', badGateway(), json(errors.rate_limited, 429), json(errors.overloaded, 503)];
  const ended = () => read({ status: 'completed', durationSeconds: 5, transcript: null });
  const { client, slept } = scripted([...away, read({ status: 'ringing' }), 'lost', ended()], { maxTries: 1 });
  assert.equal((await client.waitForCall('call_1')).status, 'completed');
  assert.deepEqual(slept.slice(0, 3), [1_000, 1_500, 2_250]);
  const analysed = scripted([ended(), 'lost', read({ status: 'completed', transcript: 'AI: Hello!' })], { maxTries: 1 });
  assert.equal((await analysed.client.waitForCall('call_1', { forResults: true })).transcript, 'AI: Hello!');

  const given = async (first: readonly Answer[], then: () => Answer): Promise<unknown> => {
    const answers = [...first, ...Array.from({ length: 9 }, then)];
    return failure(scripted(answers, { maxTries: 1 }).client.waitForCall('call_1', { timeoutMs: 20_000 }));
  };
  const going = await given([read({ status: 'ringing' })], () => 'lost');
  assert.ok(going instanceof CallStillGoingError && going.call.status === 'ringing');
  assert.ok((await given([], () => 'lost')) instanceof NoAnswerError);
  assert.ok((await given([], badGateway)) instanceof UnreadableAnswerError);
  assert.match(String(await given([], () => json(errors.rate_limited, 429))), /rate_limited/);
});

test('waiting for a call ends at a refusal that does not pass, and at what is not Ringpost', async () => {
  for (const answer of [
    json(errors.call_not_found, 404),
    json(errors.invalid_api_key, 401),
    new Response('<h1>Not Found</h1>', { status: 404 }),
  ]) {
    const { client, sent } = scripted([answer]);
    const error = await failure(client.waitForCall('call_1'));
    assert.ok(error instanceof RefusedError || error instanceof UnreadableAnswerError);
    assert.equal(sent.length, 1);
  }
});

test('waiting for a call cuts the read in which its time runs out', async () => {
  const hangs = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => {
      const socket = setInterval(() => {}, 60_000);
      signal?.addEventListener('abort', () => {
        clearInterval(socket);
        reject(signal.reason);
      });
    });
  const waiting = (answers: Response[], options: WaitOptions) => {
    const { client } = scripted([], { fetch: async (_url, init) => answers.pop() ?? hangs(init?.signal) });
    return failure(client.waitForCall('call_1', options));
  };
  const going = await waiting([read({ status: 'ringing' })], { timeoutMs: 1_001 });
  assert.ok(going instanceof CallStillGoingError && going.call.status === 'ringing');
  const never = await waiting([], { timeoutMs: 1 });
  assert.ok(never instanceof NoAnswerError && never.operation === 'readCall');
  const stop = new AbortController();
  const stopped = waiting([], { signal: stop.signal });
  stop.abort(new Error('The caller has enough.'));
  assert.match(String(await stopped), /has enough/);
  // Nothing is cut by a limit that no timer can hold.
  const { client } = scripted([read({ status: 'completed' })]);
  assert.equal((await client.waitForCall('call_1', { timeoutMs: Number.POSITIVE_INFINITY })).status, 'completed');
});

test('deliveries come page by page, each once though another pushed it onto the next page', async () => {
  const [example] = Object.values(responses.listWebhookDeliveries)[0]?.deliveries ?? [];
  const page = (number: number, ids: readonly string[]): Response =>
    json({ deliveries: ids.map((id) => ({ ...example, id })), pagination: { page: number, limit: 50, total: 4, totalPages: 2 } });
  const { client, sent } = scripted([page(1, ['d', 'c']), page(2, ['c', 'b', 'a']), page(1, ['d', 'c']), page(2, ['b', 'a'])]);
  const ids: string[] = [];
  for await (const { id } of client.eachWebhookDelivery({ status: 'failed' })) ids.push(id);
  assert.deepEqual(ids, ['d', 'c', 'b', 'a']);
  assert.match(sent[1]?.url ?? '', /status=failed&page=2&limit=50$/);
});

/** Is a client of a list of deliveries that changes between two reads of it. `ids` is told how often it has been read. By default all were made at one time. */
function changing(
  ids: (reads: number) => readonly string[],
  timeOf: (id: string) => number = () => 0,
): { readonly client: Client; readonly asked: readonly string[] } {
  const [example] = Object.values(responses.listWebhookDeliveries)[0]?.deliveries ?? [];
  const asked: string[] = [];
  const { client } = scripted([], {
    async fetch(url) {
      const given = new URL(String(url)).searchParams;
      const [page, limit] = [Number(given.get('page')), Number(given.get('limit'))];
      asked.push(`${page} of ${limit}`);
      const listed = ids(asked.length);
      const deliveries = listed.slice((page - 1) * limit, page * limit).map((id) => ({
        ...example,
        id,
        createdAt: new Date(timeOf(id)).toISOString(),
      }));
      return json({ deliveries, pagination: { page, limit, total: listed.length, totalPages: Math.ceil(listed.length / limit) } });
    },
  });
  return { client, asked };
}

test('no delivery is missed that the removal of others pulled onto a page that was read', async () => {
  const all = Array.from({ length: 170 }, (_, index) => String(index));
  // An endpoint is deleted after the second page was read, with 60 deliveries of the first two pages.
  const { client, asked } = changing((reads) => (reads < 3 ? all : all.slice(60)));
  const ids: string[] = [];
  for await (const { id } of client.eachWebhookDelivery()) ids.push(id);
  assert.deepEqual(new Set(ids), new Set(all));
  assert.equal(ids.length, all.length);
  assert.ok(asked.length <= 7, String(asked));
});

test('a list that is emptied while it is read is asked for from its head once more, and has come to its end', async () => {
  const all = Array.from({ length: 134 }, (_, index) => String(index));
  for (const filter of [{}, { status: 'failed' }] as const) {
    const { client, asked } = changing((reads) => (reads < 2 ? all : []));
    const ids: string[] = [];
    for await (const { id } of client.eachWebhookDelivery(filter)) ids.push(id);
    assert.deepEqual([ids, asked], [all.slice(0, 50), ['1 of 50', '2 of 50', '1 of 50']]);
  }
});

test('a list whose oldest deliveries expire while it is read is read to its end, and hardly a page twice', async () => {
  const all = Array.from({ length: 1_000 }, (_, index) => String(index));
  const { client, asked } = changing((reads) => all.slice(0, 1_000 - reads));
  const ids: string[] = [];
  for await (const { id } of client.eachWebhookDelivery()) ids.push(id);
  assert.deepEqual(ids, all.slice(0, ids.length));
  assert.ok(ids.length >= 1_000 - asked.length && asked.length <= 30, String(asked));
});

/** Is a client of a list of so many deliveries, to which some come and from whose end some expire at each read, by turns as told. */
function turning(count: number, turns: readonly (readonly [made: number, expired: number])[]): ReturnType<typeof changing> {
  let [oldest, newest] = [1, count];
  return changing((reads) => {
    assert.ok(reads <= 250, 'it is read without end');
    const [made, expired] = turns[reads % turns.length] ?? [0, 0];
    if (reads > 1) [oldest, newest] = [oldest + expired, newest + made];
    return Array.from({ length: newest - oldest + 1 }, (_, index) => `${newest - index}`);
  }, Number);
}

test('a list that grows now and then while its oldest deliveries expire is not read from its head each time', async () => {
  const { client, asked } = turning(400, [
    [0, 1],
    [0, 1],
    [150, 1],
  ]);
  const found = new Set<string>();
  for await (const { id } of client.eachWebhookDelivery()) found.add(id);
  for (let id = asked.length; id <= 400; id++) assert.ok(found.has(`${id}`), `${id} is missing`);
  assert.ok(asked.length < 60, String(asked));
});

test('a list whose second page comes and goes is not read without end', async () => {
  for (const most of [1, 50]) {
    const { client } = turning(51, [
      [0, most],
      [most, 0],
    ]);
    for await (const { id } of client.eachWebhookDelivery()) assert.ok(id);
  }
});

test('no delivery is missed of a long list from which others are taken at each read, and one removal costs hardly a read', async () => {
  const all = Array.from({ length: 20_000 }, (_, index) => String(index));
  // At each read the newest ten that are left are taken off.
  const kept = new Set(all.slice(8_000));
  const { client, asked } = changing((reads) => all.slice(Math.min(10 * reads, 8_000)));
  const ids: string[] = [];
  for await (const { id } of client.eachWebhookDelivery()) ids.push(id);
  assert.deepEqual(
    ids.filter((id) => kept.has(id)),
    [...kept],
  );
  assert.ok(asked.length < 700, String(asked.length));

  const once = changing((reads) => (reads < 200 ? all : [...all.slice(0, 100), ...all.slice(700)]));
  for await (const _ of once.client.eachWebhookDelivery());
  assert.ok(once.asked.length < 450, String(once.asked.length));
});

test('a list from whose head deliveries are taken without end is not read without end', async () => {
  const all = Array.from({ length: 6_000 }, (_, index) => String(index));
  const { client, asked } = changing((reads) => all.slice(reads));
  const ids: string[] = [];
  for await (const { id } of client.eachWebhookDelivery()) ids.push(id);
  assert.ok(ids.length > 5_500 && asked.length < 400, `${ids.length} in ${asked.length}`);
});

test('a list that grows faster than it is read is read to its end', async () => {
  for (const growth of [0, 20, 50, 75, 400, [45, 50, 61]].map((each) => [each].flat())) {
    let total = 1_000;
    const { client } = changing((reads) => {
      if (reads > 1) total += growth[(reads - 1) % growth.length] ?? 0;
      assert.ok(reads <= 200, `it grows by ${growth}`);
      return Array.from({ length: total }, (_, index) => `${total - 1 - index}`);
    });
    const found: number[] = [];
    for await (const { id } of client.eachWebhookDelivery()) found.push(Number(id));
    assert.equal(new Set(found).size, found.length);
    assert.deepEqual(
      found.filter((id) => id < 1_000).sort((a, b) => b - a),
      Array.from({ length: 1_000 }, (_, index) => 999 - index),
      `it grows by ${growth}`,
    );
  }
});

test('no delivery is missed that others pulled forward while the list grew again', async () => {
  const all = Array.from({ length: 500 }, (_, index) => `${index}`);
  const less = all.toSpliced(20, 10);
  const more = [...Array.from({ length: 30 }, (_, index) => `new ${index}`), ...less];
  const { client } = changing((reads) => (reads < 3 ? all : reads < 4 ? less : more));
  const found = new Set<string>();
  for await (const { id } of client.eachWebhookDelivery()) found.add(id);
  assert.deepEqual(
    all.filter((id) => !found.has(id)),
    [],
  );
});

test('no delivery is missed that was failed all along while others left the list and as many came to it', async () => {
  const all = Array.from({ length: 230 }, (_, index) => String(index));
  // After the second page was read, the newest 60 are sent again, and 60 older ones fail.
  const { client, asked } = changing((reads) => (reads < 3 ? all.slice(0, 170) : all.slice(60)));
  const ids: string[] = [];
  for await (const { id } of client.eachWebhookDelivery({ status: 'failed' })) ids.push(id);
  assert.deepEqual(new Set(ids), new Set(all));
  assert.equal(ids.length, all.length);
  assert.deepEqual(
    asked,
    [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4].map((page) => `${page} of 50`),
  );
});

test('a list of failed deliveries that changes without end is not read without end, and one page of it is read once', async () => {
  const [example] = Object.values(responses.listWebhookDeliveries)[0]?.deliveries ?? [];
  let reads = 0;
  const list = (totalPages: number): Client =>
    scripted([], {
      async fetch(url) {
        const page = Number(new URL(String(url)).searchParams.get('page'));
        return json({ deliveries: [{ ...example, id: `${++reads}` }], pagination: { page, limit: 50, total: totalPages, totalPages } });
      },
    }).client;
  for await (const { id } of list(2).eachWebhookDelivery({ status: 'failed' })) assert.ok(id);
  assert.equal(reads, 20);
  for await (const { id } of list(1).eachWebhookDelivery({ status: 'failed' })) assert.equal(id, '21');
});

test('calls come page by page, from the cursor of the page before', async () => {
  const [example] = responses.listCalls.lastPage.calls;
  const page = (ids: readonly string[], nextCursor: string | null): Response =>
    json({ calls: ids.map((id) => ({ ...example, id })), nextCursor });
  const { client, sent } = scripted([page(['c', 'b'], 'b'), page(['a'], null)]);
  const ids: string[] = [];
  for await (const { id } of client.eachCall()) ids.push(id);
  assert.deepEqual(ids, ['c', 'b', 'a']);
  assert.deepEqual(
    sent.map(({ url }) => new URL(url).search),
    ['?limit=50', '?cursor=b&limit=50'],
  );
});

test('catching up sends again what was never seen, the oldest first, and leaves a quarter of the budgets', async () => {
  const [example] = Object.values(responses.listWebhookDeliveries)[0]?.deliveries ?? [];
  const left = (remaining: number) => ({
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': '1795176060',
  });
  const page = (number: number, found: readonly string[], headers = {}): Response => {
    const deliveries = found.map((one) => ({ ...example, id: one[0], status: { p: 'pending', f: 'failed', s: 'success' }[one[1] ?? ''] }));
    return json({ deliveries, pagination: { page: number, limit: 50, total: 5, totalPages: 2 } }, 200, headers);
  };
  const pages = (): Response[] => [page(1, ['ep', 'df'], left(10)), page(2, ['cs', 'bs', 'af'])];
  const { client, sent, slept } = scripted([
    ...pages(),
    json({ ...example, id: 'a', status: 'success' }, 200, left(14)),
    json(errors.invalid_request, 400),
    json({ ...example, id: 'c', status: 'failed' }),
    json(errors.delivery_not_found, 404),
    ...pages(),
  ]);
  const since = new Date('2026-11-20T00:00:00Z');
  const options = { since, wasSeen: async (id: string) => id === 'b' };
  const found: string[] = [];
  for await (const { delivery, fate } of client.catchUp(options)) found.push(`${delivery.id} ${fate}`);
  assert.deepEqual(found, ['a sent_again', 'c refused', 'd refused', 'e on_its_way']);
  // Of 60 tokens 15 are left to others: six are missing for a page, two for a request to send again.
  assert.deepEqual(slept, [6_000, 2_000, 2_000]);
  assert.match(sent[2]?.url ?? '', /webhook-deliveries\/a\/retry$/);

  const dry: string[] = [];
  for await (const { delivery, fate } of client.catchUp({ ...options, dryRun: true, isWanted: ({ id }) => id !== 'd' }))
    dry.push(`${delivery.id} ${fate}`);
  assert.deepEqual(dry, ['a missing', 'c missing', 'e on_its_way']);
  assert.equal(sent.length, 8);
});

test('catching up tells a delivery that something else has sent again meanwhile from one that is refused', async () => {
  const [example] = Object.values(responses.listWebhookDeliveries)[0]?.deliveries ?? [];
  const withPayload = Object.values(responses.readWebhookDelivery)[0];
  const { client } = scripted([
    json({ deliveries: [{ ...example, id: 'a', status: 'failed' }], pagination: { page: 1, limit: 50, total: 1, totalPages: 1 } }),
    // The answer to the first try was lost, and its attempt is under way.
    'lost',
    json(errors.invalid_request, 400),
    json({ ...withPayload, id: 'a', status: 'retrying' }),
  ]);
  for await (const { delivery, fate, refusal } of client.catchUp({ since: '2026-11-20T00:00:00Z', wasSeen: () => false })) {
    assert.deepEqual([delivery.id, delivery.status, fate, refusal], ['a', 'retrying', 'on_its_way', undefined]);
    assert.ok(!('payload' in delivery));
  }
});
