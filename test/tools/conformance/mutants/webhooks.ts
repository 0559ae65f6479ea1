import { randomUUID } from 'node:crypto';
import { answering, changingAttempts, deliveryIdOf, jsonOf, type Mutant, neverFailing, type Returned } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { judgeMutant, judgeWebhookMutant } from '../run.ts';
import { remembering } from './broken-services.ts';

/** Webhooks that are broken in one place, on their way or in what the API says of them, and the check of group L that must say so. */

const rewritten = (change: (body: string, nth: number) => string) => (): Mutant =>
  changingAttempts((request, nth) => ({ ...request, body: Buffer.from(change(request.body.toString('utf8'), nth)) }));
const withHeader =
  (name: string, value: (was: string, nth: number) => string): (() => Mutant) =>
  () => {
    let nth = 0;
    return {
      request: (request) => ({ ...request, headers: { ...request.headers, [name]: value(String(request.headers[name] ?? ''), ++nth) } }),
    };
  };
const ok: Returned = { status: 200, headers: {}, body: Buffer.alloc(0) };

/** Answers the attempts of some deliveries by itself, and passes them on to nobody. */
const swallowing = (of: RegExp) => (): Mutant => ({
  request: (request) => (of.test(deliveryIdOf(request)) ? { answer: ok } : request),
});

const brokenOnTheWay: readonly (readonly [caughtBy: string, what: string, mutant: () => Mutant, says: MutantTest['says']])[] = [
  [
    'L1',
    'are written again with spaces',
    rewritten((body) => JSON.stringify(JSON.parse(body), null, 1)),
    /Of a POST, the signature is not that of these bytes/,
  ],
  [
    'L2',
    'are parsed and written again',
    rewritten((body) => JSON.stringify(JSON.parse(body))),
    /On a body with numbers .*, the signature is not that of these bytes/,
  ],
  [
    'L3',
    'carry the timestamp of a minute before the first attempt',
    aMinuteBeforeTheFirst,
    // A slow machine signs an attempt some seconds after it was due, from where it is counted.
    [/X-Webhook-Timestamp is [1-9]\d\.\d s off the arrival/, /The second attempt carries the timestamp of the first/],
  ],
  [
    'L4',
    'are repeated with another id',
    withHeader('x-webhook-delivery-id', () => randomUUID()),
    /Three attempts of one delivery carry 3 ids/,
  ],
  [
    'L5',
    'change from attempt to attempt',
    rewritten((body, nth) => (nth > 1 ? body.replace('"timestamp":"2', '"timestamp":"3') : body)),
    /The body of a later attempt differs from the first/,
  ],
  ['L6', 'name another sender', withHeader('user-agent', () => 'curl/8.0'), /User-Agent is "curl\/8\.0"/],
  ['L7', 'forge a header', withHeader('cookie', () => 'forged-by-conformance'), /cookie was forged/],
  [
    'L8',
    'tell more than is documented, name their event twice, and are dated when they are sent',
    rewritten((body) =>
      body
        .replace('"data":{', '"data":{"internal":1,')
        .replace('{', '{"event":"sms.bounced",')
        .replace(/"timestamp":"[^"]*"/, () => `"timestamp":"${new Date().toISOString()}"`),
    ),
    [/\/internal is not a property/, /In the body of a \S+ an object has a name twice/, /that happened at \S+ says 20/],
  ],
  [
    'L9',
    'cut a transcript inside a character',
    rewritten((body) => body.replace(/.(?=\.\.\.\[truncated\])/u, '\\ud83d')),
    /A transcript was cut inside a character/,
  ],
  [
    'L28',
    'bring custom fields however large they are',
    rewritten((body) => body.replace('"property":{', '"property":{"customFields":{},')),
    /Custom fields of length 16500 came/,
  ],
  [
    'L17',
    'wait for whoever is slow',
    () => ({ oneAtATime: true }),
    /Ten deliveries to a quick endpoint took \d+\.\d s while another one hung/,
  ],
  [
    'L24',
    'have a signature of Standard Webhooks that is none',
    withHeader('webhook-signature', () => 'v1,x'),
    /webhook-signature is "v1,x"/,
  ],
  ['L20', 'are lost now and then', swallowing(/[0-3]$/), /Of 40 events \d+ delivery ids arrived/],
  ['L21', 'are lost while the receiver is away', swallowing(/[0-3]$/), /Of 40 events \d+ delivery ids arrived/],
  ['L20', 'are not tried again', () => neverFailing, /Of 40 events \d+ delivery ids arrived and were answered 2xx/],
  [
    'L21',
    'are not tried again after the receiver was away',
    () => neverFailing,
    /Of 40 events 0 delivery ids arrived and were answered 2xx/,
  ],
  [
    'L22',
    'go to another tenant',
    () => ({ request: (request) => ({ ...request, path: crossed(request.path) }) }),
    /deliveries came that are not the tenant’s own/,
  ],
];

type Record = Readonly<{ [name: string]: unknown }>;

const listing = (change: (record: Record) => Record | null): Mutant =>
  answering((json, _, { method, path }) => {
    if (method !== 'GET' || !path.includes('/webhook-deliveries?')) return undefined;
    const page = json as { deliveries: readonly Record[] };
    return { ...page, deliveries: page.deliveries.flatMap((record) => change(record) ?? []) };
  });

const brokenService: readonly (readonly [caughtBy: string, what: string, mutant: Mutant, says: MutantTest['says']])[] = [
  [
    'L10',
    'ignores the filter of a trigger',
    asking(/\/automation-triggers$/, ({ conditions: _, ...body }) => body),
    /With a filter for another outcome, 2 deliveries were made/,
  ],
  [
    'L11',
    'counts a redirect as success, and takes a 103 for the answer',
    listing((record) => {
      if (record['responseStatus'] === 500) return { ...record, responseStatus: 103 };
      return record['responseStatus'] === 301 ? { ...record, status: 'success', errorMessage: null } : record;
    }),
    [/After a 301 the delivery is success, not retrying/, /After a 500 behind a 102 and a 103 responseStatus is 103/],
  ],
  [
    'L23',
    'trusts everybody',
    listing((record) => {
      const isTls = String(record['errorMessage']).startsWith('TLS: ');
      return isTls ? { ...record, status: 'success', responseStatus: 200, errorMessage: null } : record;
    }),
    /After a self-signed certificate \(other-host\) the delivery is success, not retrying/,
  ],
  [
    'L12',
    'draws no pauses by chance',
    listing((record) => ({ ...record, nextRetryAt: record['nextRetryAt'] && exactly(record, 60) })),
    /differ by 0\.0 % only: they are not drawn by chance/,
  ],
  [
    'L12',
    'draws its pauses from a part of the range',
    listing((record) => ({ ...record, nextRetryAt: record['nextRetryAt'] && narrowed(record, 0.4) })),
    /120 pauses lie between \d+\.\d % and \d+\.\d % of their delay, not between 75 % and 125 %/,
  ],
  [
    'L26',
    'forgets to delete a trigger',
    {
      request: (request) =>
        request.method === 'DELETE' && request.path.includes('/automation-triggers/') ? { answer: { ...ok, status: 204 } } : request,
    },
    /After its trigger was deleted 2 deliveries are recorded/,
  ],
  [
    'L13',
    'tells of the first attempt for ever',
    listing((record) => (record['responseStatus'] === 429 ? { ...record, responseStatus: 500 } : record)),
    /After attempt 2, answered with 429, responseStatus is 500, not 429/,
  ],
  [
    'L14',
    'promises a next attempt of what has failed',
    listing((record) => (record['status'] === 'failed' ? { ...record, nextRetryAt: record['lastAttemptAt'] } : record)),
    /It is failed, and nextRetryAt is/,
  ],
  [
    'L15',
    'sends again what is still under way',
    { response: (response, { path }) => (path.endsWith('/retry') && response.status === 400 ? { ...response, status: 200 } : response) },
    /A replay of one that is retrying: expected 400 invalid_request, got 200/,
  ],
  [
    'L16',
    'drops what is over the bucket',
    listing((record) => (record['status'] === 'retrying' && record['attempts'] === 0 ? null : record)),
    /Of 15 events 6 made a delivery/,
  ],
  [
    'L29',
    'has no bucket',
    listing((record) => (record['status'] === 'retrying' ? { ...record, status: 'success', attempts: 1 } : record)),
    /Of 125 lead\.qualified at once 0 wait, and the bucket holds 100: with the \d+ tokens that have come back at least \d+ must/,
  ],
  [
    'L29',
    'has a smaller bucket',
    listing((record) => ({ ...record, status: 'retrying', attempts: 0 })),
    /Of 125 lead\.qualified at once 125 wait, and the bucket holds 100\./,
  ],
  [
    'L18',
    'forgets to delete an endpoint',
    { request: (request) => (request.method === 'DELETE' ? { answer: { ...ok, status: 204 } } : request) },
    /A deleted endpoint got another webhook/,
  ],
  [
    'L19',
    'takes an address that is written in octal',
    { request: (request) => (request.body.includes('012.0.0.1') ? { answer: { ...ok, status: 201 } } : request) },
    /https:\/\/012\.0\.0\.1\/hook: expected 400 invalid_webhook_url, got 201/,
  ],
  [
    'L30',
    'keeps deliveries for ever',
    remembering(({ method, path }) => (isReadOfDelivery(method, path) ? path : null)),
    /readWebhookDelivery of a text’s delivery after its retention: expected 404 delivery_not_found, got 200/,
  ],
  [
    'L30',
    'lets deliveries of texts go at once',
    answering(
      (json, { status }, { method, path }) =>
        isReadOfDelivery(method, path) && status === 200 && /sms\.(delivered|failed)/.test(JSON.stringify(json)) ? notFound : undefined,
      404,
    ),
    /A delivery an hour before its retention is over: expected 200, got 404 delivery_not_found/,
  ],
  ['L30', 'lets all deliveries go with those of texts', allWithTheFirst(), /A delivery that is kept longer, .* expected 200, got 404/],
];

const notFound = { error: { code: 'delivery_not_found', message: 'There is no such delivery.' } };

const isReadOfDelivery = (method: string, path: string): boolean => method === 'GET' && /\/webhook-deliveries\/[\w-]+$/.test(path);

function allWithTheFirst(): Mutant {
  let gone: Returned | null = null;
  return {
    response(response, { method, path }) {
      if (isReadOfDelivery(method, path) && response.status === 404) gone ??= response;
      return isReadOfDelivery(method, path) ? (gone ?? response) : response;
    },
  };
}

export const mutantsOnTheWay: readonly MutantTest[] = brokenOnTheWay.map(([caughtBy, what, mutant, says]) => ({
  caughtBy,
  where: `where webhooks ${what}`,
  says,
  run: (deployment, only) => judgeWebhookMutant(deployment, mutant(), only),
}));

export const webhookMutants: readonly MutantTest[] = [
  ...mutantsOnTheWay,
  ...brokenService.map(
    ([caughtBy, what, mutant, says]): MutantTest => ({
      caughtBy,
      where: `on a service that ${what}`,
      says,
      run: (deployment, only) => judgeMutant(deployment, mutant, only),
    }),
  ),
];

function aMinuteBeforeTheFirst(): Mutant {
  let first: unknown;
  return {
    request(request) {
      first ??= String(Number(request.headers['x-webhook-timestamp']) - 60);
      return { ...request, headers: { ...request.headers, 'x-webhook-timestamp': String(first) } };
    },
  };
}

/** What is for the first inbox goes to the second, and the other way round. */
const crossed = (path: string): string => path.replace(/\d+$/, (inbox) => String(3 - Number(inbox)));

/** Moves the next attempt towards the published delay, so that this part of the jitter is left. */
function narrowed(record: Record, part: number): string {
  const last = Date.parse(String(record['lastAttemptAt']));
  const pause = Date.parse(String(record['nextRetryAt'])) - last;
  const published = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000].find((delay) => Math.abs(pause / delay - 1) < 0.3) ?? pause;
  return new Date(last + published + (pause - published) * part).toISOString();
}

const exactly = (record: Record, seconds: number): string =>
  new Date(Date.parse(String(record['lastAttemptAt'])) + seconds * 1_000).toISOString();

function asking(path: RegExp, change: (body: Record) => Record): Mutant {
  return {
    request: (request) =>
      request.method === 'POST' && path.test(request.path)
        ? { ...request, body: Buffer.from(JSON.stringify(change(jsonOf(request.body) as Record))) }
        : request,
  };
}
