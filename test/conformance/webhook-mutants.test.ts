import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Deployment, startDeployment } from './deployment.ts';
import { answering, jsonOf, type Mutant, type Passed, type Returned } from './mutant.ts';
import { judge, judgeMutant, judgeWebhookMutant, resultOf, told } from './run.ts';

/** Webhooks that are broken in one place, on their way or in what the API says of them, and the check of group L that must say so. */

let deployment: Deployment;
before(async () => {
  deployment = await startDeployment();
});
after(() => deployment.stop());

const rewritten = (change: (body: string, nth: number) => string): (() => Mutant) => {
  return () => {
    const attempts = new Map<unknown, number>();
    return {
      request(request) {
        const id = request.headers['x-webhook-delivery-id'];
        const nth = (attempts.get(id) ?? 0) + 1;
        attempts.set(id, nth);
        return { ...request, body: Buffer.from(change(request.body.toString('utf8'), nth)) };
      },
    };
  };
};
const withHeader =
  (name: string, value: (was: string, nth: number) => string): (() => Mutant) =>
  () => {
    let nth = 0;
    return {
      request: (request) => ({ ...request, headers: { ...request.headers, [name]: value(String(request.headers[name] ?? ''), ++nth) } }),
    };
  };
const ok: Returned = { status: 200, headers: {}, body: Buffer.alloc(0) };
const idOf = ({ headers }: Passed): string => String(headers['x-webhook-delivery-id']);

const brokenOnTheWay: readonly (readonly [caughtBy: string, what: string, mutant: () => Mutant])[] = [
  ['L1', 'are written again with spaces', rewritten((body) => JSON.stringify(JSON.parse(body), null, 1))],
  ['L2', 'are parsed and written again', rewritten((body) => JSON.stringify(JSON.parse(body)))],
  ['L3', 'carry the timestamp of another time', withHeader('x-webhook-timestamp', (was) => String(Number(was) - 60))],
  ['L3', 'carry the timestamp of the first attempt', firstTimestamp],
  ['L4', 'are repeated with another id', withHeader('x-webhook-delivery-id', () => randomUUID())],
  ['L5', 'change from attempt to attempt', rewritten((body, nth) => (nth > 1 ? body.replace('"timestamp":"2', '"timestamp":"3') : body))],
  ['L6', 'name another sender', withHeader('user-agent', () => 'curl/8.0')],
  ['L7', 'forge a header', withHeader('cookie', () => 'forged-by-conformance')],
  ['L8', 'tell more than is documented', rewritten((body) => body.replace('"data":{', '"data":{"internal":1,'))],
  ['L9', 'cut a transcript inside a character', rewritten((body) => body.replace(/(?=\.\.\.\[truncated\])/, '\\ud83d'))],
  ['L13', 'are not retried though it is said so', swallowing((_, nth) => (nth === 2 ? { ...ok, status: 429 } : null))],
  ['L17', 'wait for whoever is slow', () => ({ oneAtATime: true })],
  ['L20', 'are lost now and then', swallowing((id) => (/[0-3]$/.test(id) ? ok : null))],
  ['L21', 'are lost while the receiver is away', swallowing((id) => (/[0-3]$/.test(id) ? ok : null))],
  ['L22', 'go to another tenant', () => ({ request: (request) => ({ ...request, path: crossed(request.path) }) })],
];

for (const [caughtBy, what, mutant] of brokenOnTheWay)
  test(`${caughtBy} fails where webhooks ${what}`, async () => {
    const run = await judgeWebhookMutant(deployment, mutant(), [caughtBy]);
    assert.equal(resultOf(run, caughtBy).verdict, 'fail');
  });

type Record = Readonly<{ [name: string]: unknown }>;

const listing = (change: (record: Record) => Record | null): Mutant =>
  answering((json, _, { method, path }) => {
    if (method !== 'GET' || !path.includes('/webhook-deliveries?')) return undefined;
    const page = json as { deliveries: readonly Record[] };
    return { ...page, deliveries: page.deliveries.flatMap((record) => change(record) ?? []) };
  });

const brokenService: readonly (readonly [caughtBy: string, what: string, mutant: Mutant])[] = [
  ['L10', 'ignores the filter of a trigger', asking(/\/automation-triggers$/, ({ conditions: _, ...body }) => body)],
  [
    'L11',
    'counts a redirect as success',
    listing((record) => (record['responseStatus'] === 301 ? { ...record, status: 'success', errorMessage: null } : record)),
  ],
  ['L12', 'draws no pauses by chance', listing((record) => ({ ...record, nextRetryAt: record['nextRetryAt'] && exactly(record, 60) }))],
  [
    'L14',
    'promises a next attempt of what has failed',
    listing((record) => (record['status'] === 'failed' ? { ...record, nextRetryAt: record['lastAttemptAt'] } : record)),
  ],
  [
    'L15',
    'sends again what is still under way',
    { response: (response, { path }) => (path.endsWith('/retry') && response.status === 400 ? { ...response, status: 200 } : response) },
  ],
  [
    'L16',
    'drops what is over the bucket',
    listing((record) => (record['status'] === 'retrying' && record['attempts'] === 0 ? null : record)),
  ],
  [
    'L18',
    'forgets to delete an endpoint',
    { request: (request) => (request.method === 'DELETE' ? { answer: { ...ok, status: 204 } } : request) },
  ],
  [
    'L19',
    'takes an address that is written in octal',
    { request: (request) => (request.body.includes('012.0.0.1') ? { answer: { ...ok, status: 201 } } : request) },
  ],
];

for (const [caughtBy, what, mutant] of brokenService)
  test(`${caughtBy} fails on a service that ${what}`, async () => {
    const run = await judgeMutant(deployment, mutant, [caughtBy]);
    assert.equal(resultOf(run, caughtBy).verdict, 'fail');
  });

test('the service itself passes them', async () => {
  assert.equal(told(await judge(deployment, ['L'])), '');
});

test('a proxy that changes nothing is no mutant', async () => {
  const run = await judgeWebhookMutant(deployment, {}, [...new Set(brokenOnTheWay.map(([caughtBy]) => caughtBy))]);
  assert.equal(told(run), '');
});

function firstTimestamp(): Mutant {
  let first: unknown;
  return {
    request(request) {
      first ??= request.headers['x-webhook-timestamp'];
      return { ...request, headers: { ...request.headers, 'x-webhook-timestamp': String(first) } };
    },
  };
}

/** Answers some attempts by itself and passes them on to nobody; `nth` counts those of a delivery. */
function swallowing(answer: (id: string, nth: number) => Returned | null): () => Mutant {
  return () => {
    const attempts = new Map<string, number>();
    return {
      request(request) {
        const nth = (attempts.get(idOf(request)) ?? 0) + 1;
        attempts.set(idOf(request), nth);
        const answered = answer(idOf(request), nth);
        return answered ? { answer: answered } : request;
      },
    };
  };
}

/** What is for the first inbox goes to the second, and the other way round. */
const crossed = (path: string): string => path.replace(/\d+$/, (inbox) => String(3 - Number(inbox)));

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
