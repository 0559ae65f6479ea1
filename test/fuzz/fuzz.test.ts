import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPublicServer } from '../../src/http/server.ts';
import { publicSurface } from '../../src/http/surfaces.ts';
import { createLog } from '../../src/process/log.ts';
import { listenOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';
import { type Failure, type Fuzzed, fuzz } from './fuzz.ts';
import { asCommand } from './report.ts';
import { recipes } from './requests.ts';
import { fuzzedRoutes } from './routes.ts';
import { errorTaker, type Ids } from './stage.ts';

/** That the fuzzing finds what it is for: mistakes planted behind one operation, each met by few requests only. */
let plant: (body: Body) => Reply;
const errors: string[] = [];

interface Body {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
}
type Reply = { readonly status: number; readonly body: unknown };

const made = ({ name, headers = {} }: Body): Reply => {
  const endpoint = { id: 'whe_1', name, url: 'https://a.example', method: 'POST', headers, isActive: true, standardWebhooks: false };
  return { status: 201, body: { endpoint: { ...endpoint, signingSecret: '0'.repeat(64), createdAt: '2026-01-01T00:00:00.000Z' } } };
};

const context = await contextOfFile({ log: createLog('error', { write: (line: string) => void errors.push(line) }) });
const operations = {
  // What a changed method asks for.
  listWebhookEndpoints: async () => ({ status: 200, body: { endpoints: [] } }),
  createWebhookEndpoint: async (_context: unknown, _caller: unknown, { body }: object & { body?: unknown }) => plant(body as Body),
};
const server = await listenOfFile(createPublicServer(context, publicSurface(context, operations)));

async function fuzzed(requests: number, planted: typeof plant): Promise<readonly Failure[]> {
  plant = planted;
  const { id: tenantId } = await tenant(context, { limits: { writesPerMinute: 1_000_000, readsPerMinute: 1_000_000 } });
  const { text: key } = await apiKey(context, tenantId);
  const none = Object.fromEntries(['agentId', 'webhookEndpointId', 'contactId', 'fromPhoneNumberId'].map((name) => [name, 'none']));
  const stage: Fuzzed = {
    origins: { public: server.origin, operator: server.origin, callbacks: server.origin },
    operatorToken: '',
    takeErrors: errorTaker(errors),
    // This operation names nothing that exists.
    newIds: async () => ({ ...none, key }) as unknown as Ids,
    signVoice: () => ({}),
    signText: () => ({}),
  };
  let left = requests;
  const routes = fuzzedRoutes().filter(({ id }) => id === 'createWebhookEndpoint');
  return fuzz(stage, { routes, seed: 7, goesOn: () => left-- > 0, onAnswers: () => {}, onFailure: () => {} });
}

test('a sound operation passes', async () => {
  assert.deepEqual(await fuzzed(150, made), []);
});

test('a request that makes the service throw is found, made small and printed as a command', async () => {
  const [failure, ...others] = await fuzzed(1_000, (body) => {
    if (/[^\w .-]/.test(body.name)) throw new TypeError('planted');
    return made(body);
  });
  assert.ok(failure);
  assert.deepEqual(others, []);
  assert.match(failure.wrong, /planted/);
  assert.match(String(failure.request.body), /"name":".*[^\w .-].*"/);
  assert.deepEqual(
    Object.keys(failure.request.headers),
    ['authorization', 'content-type', 'content-length'],
    'nothing is left that plays no part',
  );
  assert.match(asCommand(server.origin, failure.request), /^curl -i -X POST .*\/api\/v1\/public\/webhooks' .*--data-binary/);
});

test('whatever request a mistake was found by, nothing is left in the smallest that plays no part', () => {
  const routes = fuzzedRoutes().filter(({ id }) => id === 'createWebhookEndpoint');
  for (let seed = 0; seed < 50; seed++) {
    const { counterexample } = fc.check(
      fc.property(recipes(routes), (recipe) => recipe.seed < 100),
      { seed },
    );
    const [{ route: _, ...smallest } = { route: null }] = counterexample ?? [];
    const nothingOdd = { body: [], bodyText: null, path: [], query: [], queryText: '', method: null, headers: {}, spoilt: [] };
    assert.deepEqual(smallest, { seed: 100, ...nothingOdd, isChunked: false, isSigned: true, extractionSchema: null });
  }
});

test('an answer that the document does not know, or that tells of the inside, is found', async () => {
  const undocumented = await fuzzed(60, (body) => ({ ...made(body), status: 202 }));
  assert.match(undocumented[0]?.wrong ?? '', /^not what the document says/);
  const details = { errors: [{ path: '/body', message: 'relation "calls" does not exist' }] };
  const telling = await fuzzed(60, () => ({ status: 400, body: { error: { code: 'invalid_request', message: 'No.', details } } }));
  assert.match(telling[0]?.wrong ?? '', /^an answer that tells of the inside \(relation "\)/);
});

test('every operation of the three documents is asked', () => {
  const ids = fuzzedRoutes().map(({ id }) => id);
  for (const id of ['placeCall', 'retryWebhookDelivery', 'createTenant', 'advanceClock', 'receiveVapiCallback', 'receiveTwilioInbound'])
    assert.ok(ids.includes(id), id);
  assert.equal(new Set(ids).size, ids.length);
});
