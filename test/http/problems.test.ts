import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

/** What a caller reads in `details.errors`: where it is, and in words what would be right. */

const context = await contextOfFile();
const server = await publicOfFile(context);
const owner = await tenant(context, { limits: { writesPerMinute: 1_000 } });
const client = server.api.with((await apiKey(context, owner.id)).text);

const url = 'https://crm.example.org/hook';
const trigger = { name: 'x', eventType: 'call.completed', webhookEndpointId: 'whe_1' };
const name = 'must be 1 to 100 characters, not only spaces';
const headerName = "must be named with letters, digits and !#$%&'*+-.^_`|~ only";
const headerValue = 'must have a value of printable ASCII characters, without line breaks';
const outcome = 'must name at least one outcome, and each only once';

for (const [what, path, body, problem] of [
  ['a blank name of an endpoint', '/webhooks', { name: '  \t', url }, ['/body/name', name]],
  ['a name of another kind of space', '/webhooks', { name: '\u3000', url }, ['/body/name', name]],
  ['an empty name, once', '/webhooks', { name: '', url }, ['/body/name', name]],
  ['a blank name of a trigger', '/automation-triggers', { ...trigger, name: ' ' }, ['/body/name', name]],
  ['no outcome', '/automation-triggers', { ...trigger, conditions: { outcome: [] } }, ['/body/conditions/outcome', outcome]],
  ['an outcome twice', '/automation-triggers', { ...trigger, conditions: { outcome: ['A', 'A'] } }, ['/body/conditions/outcome', outcome]],
  [
    'an outcome of spaces',
    '/automation-triggers',
    { ...trigger, conditions: { outcome: [' '] } },
    ['/body/conditions/outcome/0', 'must not be blank'],
  ],
  ['a header with a space in its name', '/webhooks', { name: 'x', url, headers: { 'X A': '1' } }, ['/body/headers/X A', headerName]],
  ['a header without a name', '/webhooks', { name: 'x', url, headers: { '': '1' } }, ['/body/headers/', headerName]],
  ['a header with a line break', '/webhooks', { name: 'x', url, headers: { 'X-A': 'a\r\nHost: b' } }, ['/body/headers/X-A', headerValue]],
  ['a header that is not Latin-1', '/webhooks', { name: 'x', url, headers: { 'X-A': '→' } }, ['/body/headers/X-A', headerValue]],
  [
    'a header twice',
    '/webhooks',
    { name: 'x', url, headers: { 'X-A': '1', 'x-a': '2' } },
    ['/body/headers/x-a', 'is the same header as X-A'],
  ],
] as const) {
  test(`400 invalid_request for ${what}, in words`, async () => {
    const { status, body: answer } = await client.post(path, body);
    assert.deepEqual([status, answer.error.code], [400, 'invalid_request']);
    assert.deepEqual(answer.error.details.errors, [{ path: problem[0], message: problem[1] }]);
    assert.equal(answer.error.message, `\`${problem[0].slice('/body/'.length).replaceAll('/', '.')}\` ${problem[1]}.`);
  });
}

test('the message is the first of several problems, and parameters that only the operation could read are among them', async () => {
  const missing = (await client.post('/calls', { phonNumber: '+14155550123' })).body.error;
  assert.equal(missing.message, '`agentId` is required.');
  assert.deepEqual(missing.details.errors.map(({ path }: { path: string }) => path).sort(), [
    '/body/agentId',
    '/body/phonNumber',
    '/body/phoneNumber',
  ]);
  const list = (await client.get('/webhook-deliveries?limit=51&status=x&since=tomorrow&stat=y')).body.error;
  assert.match(list.message, /^`stat` is not a query parameter of this operation, .*; did you mean status\?$/);
  assert.deepEqual(list.details.errors.map(({ path }: { path: string }) => path).sort(), [
    '/query/limit',
    '/query/since',
    '/query/stat',
    '/query/status',
  ]);
});

test('a query parameter that is given twice is called so, whatever its type', async () => {
  const { status, body } = await client.get('/webhook-deliveries?limit=5&limit=6&status=success&status=failed&page=x');
  assert.equal(status, 400);
  const told = Object.fromEntries(
    body.error.details.errors.map((problem: { path: string; message: string }) => [problem.path, problem.message]),
  );
  assert.deepEqual([told['/query/limit'], told['/query/status']], ['is given more than once', 'is given more than once']);
  assert.equal(told['/query/page'], 'must be integer');
});

test('400 for a header with U+0000, which is no text anywhere', async () => {
  const { status, body } = await client.post('/webhooks', { name: 'x', url, headers: { 'X-A': '\0' } });
  assert.deepEqual([status, body.error.details.errors[0].path], [400, '/body']);
});

test('400 invalid_webhook_url for port 0', async () => {
  const { status, body } = await client.post('/webhooks', { name: 'x', url: 'https://crm.example.org:0/hook' });
  assert.deepEqual([status, body.error.code, body.error.details], [400, 'invalid_webhook_url', { reason: 'port' }]);
});
