import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicContract } from '../../src/contract/documents.ts';
import { compilerFor } from '../../tools/contract/check/validators.ts';
import { pointer } from '../../tools/contract/document.ts';
import { publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

const context = await contextOfFile();
const server = await publicOfFile(context);
const key = (await apiKey(context, (await tenant(context, {})).id, {})).text;

const ask = (path: string, accept: string, init: RequestInit = {}) =>
  fetch(`${server.origin}/api/v1/public${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept },
  });

const isProblem = compilerFor(publicContract().document, '2020-12', { strict: false })(pointer('components', 'schemas', 'ProblemDetails'));

test('a caller that asks for problem details gets every refusal as such', async () => {
  const refusals: readonly (readonly [string, RequestInit, number, string])[] = [
    ['/calls/call_1', {}, 404, 'call_not_found'],
    ['/nothing', {}, 404, 'not_found'],
    ['/webhooks', { method: 'POST', body: '{}' }, 400, 'invalid_request'],
  ];
  for (const [path, init, status, code] of refusals) {
    const response = await ask(path, 'application/problem+json, application/json;q=0.5', init);
    assert.equal(response.status, status);
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
    const body = (await response.json()) as Readonly<Record<string, unknown>>;
    assert.ok(isProblem(body), JSON.stringify(isProblem.errors));
    const { error } = (await (await ask(path, 'application/json', init)).json()) as { error: Readonly<Record<string, unknown>> };
    assert.equal(body['type'], `${context.config.publicUrl}/docs/errors/${code}.html`);
    assert.deepEqual(
      [body['status'], body['code'], body['detail'], body['details']],
      [status, error['code'], error['message'], error['details']],
    );
  }
});

test('nobody else does, and a success is what it was', async () => {
  const accepted = ['*/*', 'application/json', 'application/problem+json;q=0', 'application/problem+json; q=0.0, */*'];
  const preferred = ['application/problem+json;q=0.1, application/json', 'Application/Problem+json;charset=utf-8;Q=0, */*;q=0.1'];
  for (const accept of [...accepted, ...preferred, 'application/problem+json;q=0.8, */*']) {
    const response = await ask('/calls/call_1', accept);
    assert.equal(response.headers.get('content-type'), 'application/json', accept);
    assert.deepEqual(Object.keys((await response.json()) as object), ['error']);
  }
  assert.equal((await ask('/agents', 'application/problem+json')).headers.get('content-type'), 'application/json');
});
