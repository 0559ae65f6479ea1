import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Document, OpenAPIBackend } from 'openapi-backend';
import { compileContract } from '../../src/contract/compile.ts';
import { publicContract } from '../../src/contract/documents.ts';

/**
 * Our router and validator against openapi-backend as it comes (with the right dialect, or it could not read the
 * document at all): for every probe, the same operation and the same verdict.
 */
const contract = publicContract();
const stock = await stockBackend(contract.document);

interface Probe {
  readonly method: string;
  readonly path: string;
  readonly query?: Record<string, string | string[]>;
  readonly body?: unknown;
}

const call = { agentId: 'agt_1', phoneNumber: '+14155550123' };

const probes: Readonly<Record<string, Probe>> = {
  'a valid call': { method: 'POST', path: '/calls', body: call },
  'a call with everything': {
    method: 'POST',
    path: '/calls',
    body: { ...call, variables: { a: [1, { b: null }] }, metadata: {}, knownConsent: true, consentRecordId: 'c', idempotencyKey: 'k' },
  },
  'a missing property': { method: 'POST', path: '/calls', body: { agentId: 'agt_1' } },
  'two wrong types': { method: 'POST', path: '/calls', body: { agentId: 1, phoneNumber: true } },
  'an unknown property': { method: 'POST', path: '/calls', body: { ...call, phonenumber: '' } },
  'a string too long': { method: 'POST', path: '/calls', body: { ...call, idempotencyKey: 'k'.repeat(256) } },
  'a body that is an array': { method: 'POST', path: '/calls', body: [] },
  'no body': { method: 'POST', path: '/calls' },
  'an endpoint with a wrong method': { method: 'POST', path: '/webhooks', body: { name: 'n', url: 'https://example.com', method: 'GET' } },
  'a read': { method: 'GET', path: '/calls/call_1' },
  'an encoded path': { method: 'GET', path: '/calls/a%20b%2Fc' },
  'a path that goes on': { method: 'GET', path: '/calls/call_1/more' },
  'an unknown path': { method: 'GET', path: '/nothing' },
  'another method on a literal path': { method: 'PATCH', path: '/calls' },
  'another method on a templated path': { method: 'DELETE', path: '/calls/call_1' },
  'a nested template': { method: 'POST', path: '/calls/call_1/end' },
  'known query parameters': { method: 'GET', path: '/webhook-deliveries', query: { page: '2', limit: '50', status: 'failed' } },
  'a limit too large': { method: 'GET', path: '/webhook-deliveries', query: { limit: '51' } },
  'a limit that is no number': { method: 'GET', path: '/webhook-deliveries', query: { limit: 'ten' } },
  'an unknown status': { method: 'GET', path: '/webhook-deliveries', query: { status: 'lost' } },
  'an unknown query parameter': { method: 'GET', path: '/webhook-deliveries', query: { colour: 'red' } },
  'a query parameter where none is taken': { method: 'GET', path: '/agents', query: { colour: 'red' } },
  'a repeated parameter': { method: 'GET', path: '/webhook-deliveries', query: { limit: ['1', '2'] } },
};

for (const [name, probe] of Object.entries(probes)) {
  test(`tuned and stock openapi-backend agree on ${name}`, () => assert.deepEqual(tuned(probe), original(probe)));
}

/** Where we differ on purpose: numbers are read strictly. */
for (const text of ['0x10', ' 1', '1e1', '1.0', '+1', '']) {
  test(`the query text ${JSON.stringify(text)} is not an integer`, () => {
    assert.deepEqual(tuned({ method: 'GET', path: '/webhook-deliveries', query: { page: text } }), {
      operationId: 'listWebhookDeliveries',
      valid: false,
    });
  });
}

test('an integer beyond 2^53 is not taken for another one', () => {
  assert.equal(tuned({ method: 'GET', path: '/webhook-deliveries', query: { page: '9007199254740993' } }).valid, false);
});

test('a literal path wins over a template', () => {
  const { route } = compileContract(
    documentOf({ '/things/{id}': { get: operation('readThing') }, '/things/mine': { get: operation('readMine') } }),
  );
  assert.equal(operationIdOf(route('GET', '/things/mine')), 'readMine');
  assert.equal(operationIdOf(route('GET', '/things/yours')), 'readThing');
});

test('every problem is named at once, each by the pointer to it', () => {
  const route = contract.route('POST', '/api/v1/public/calls');
  assert.equal(route.kind, 'operation');
  if (route.kind !== 'operation') return;
  const body = JSON.parse('{"phoneNumber":1,"nmae/x":1,"__proto__":{},"idempotencyKey":""}');
  const problems = contract.requestProblems(route.operation, { path: {}, query: {}, headers: {}, body });
  assert.deepEqual([...new Set(problems.map((problem) => problem.path))].filter((path) => path !== '/body/idempotencyKey').sort(), [
    '/body/__proto__',
    '/body/agentId',
    '/body/nmae~1x',
    '/body/phoneNumber',
  ]);
});

function tuned({ method, path, query = {}, body }: Probe): Verdict {
  const route = contract.route(method, `/api/v1/public${path}`);
  if (route.kind !== 'operation') return { refused: route.kind };
  const { values, unknown } = route.operation.readQuery(query);
  const problems = contract.requestProblems(route.operation, { path: route.params, query: values, headers: {}, body });
  return { operationId: route.operation.id, valid: unknown.length + problems.length === 0 };
}

function original({ method, path, query, body }: Probe): Verdict {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const request = { method, path: `/api/v1/public${path}`, headers, ...(query ? { query } : {}), ...(body === undefined ? {} : { body }) };
  try {
    const operation = stock.router.matchOperation(request, true);
    const missing = body === undefined && operation.requestBody !== undefined;
    const { valid } = stock.validateRequest(missing ? { ...request, headers: { 'content-type': 'application/json' } } : request, operation);
    return { operationId: operation.operationId, valid };
  } catch (error) {
    return { refused: String(error).includes('405') ? 'wrong_method' : 'unknown_path' };
  }
}

interface Verdict {
  readonly operationId?: string | undefined;
  readonly valid?: boolean;
  readonly refused?: string;
}

async function stockBackend(definition: Document): Promise<OpenAPIBackend> {
  const api = new OpenAPIBackend({
    definition,
    apiRoot: '/api/v1/public',
    quick: true,
    ignoreTrailingSlashes: false,
    customizeAjv: (_ajv, options) => {
      const ajv = new Ajv2020({ ...options, allErrors: true });
      addFormats.default(ajv);
      return ajv as unknown as Ajv;
    },
  });
  await api.init();
  return api;
}

const operation = (operationId: string) => ({ operationId, responses: { 200: { description: 'Done.' } } });

const documentOf = (paths: NonNullable<Document['paths']>): Document => ({
  openapi: '3.1.0',
  info: { title: 'Probe', version: '1.0.0' },
  paths,
});

const operationIdOf = (route: ReturnType<typeof contract.route>): string | undefined =>
  route.kind === 'operation' ? route.operation.id : undefined;
