import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type ApiClient, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

/** Budgets as a caller sees them: headers, 429 and when to come back. */

const context = await contextOfFile({ env: { RINGPOST_FAILED_AUTHENTICATIONS_PER_MINUTE: '3' } });
const server = await publicOfFile(context);
beforeEach(() => context.clock.advance(120));

const budget = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]));
const inSeconds = (seconds: number): number => Math.ceil(context.clock.now().getTime() / 1_000) + seconds;

async function two(limits: { readsPerMinute?: number; writesPerMinute?: number }): Promise<[ApiClient, ApiClient]> {
  const owner = await tenant(context, { limits });
  return [server.api.with((await apiKey(context, owner.id)).text), server.api.with((await apiKey(context, owner.id)).text)];
}

test('counts down, says when it is full again, and refuses with the seconds to wait', async () => {
  const [api] = await two({ readsPerMinute: 2 });
  assert.deepEqual(budget(await api.get('/agents')), [2, 1, inSeconds(60)]);
  context.clock.advance(20);
  assert.deepEqual(budget(await api.get('/agents')), [2, 0, inSeconds(60)]);
  context.clock.advance(10.5);
  const refused = await api.get('/agents');
  assert.equal(refused.status, 429);
  assert.equal(refused.body.error.code, 'rate_limited');
  assert.equal(refused.headers['retry-after'], '30');
  assert.deepEqual(budget(refused).slice(0, 2), [2, 0]);
  context.clock.advance(29.5);
  assert.equal((await api.get('/agents')).status, 200);
  assert.equal((await api.get('/agents')).status, 429);
});

test('the fields of the IETF draft say the same numbers, until the next token where none is left', async () => {
  const fields = ({ headers }: { headers: Readonly<Record<string, string>> }) => [headers['ratelimit-policy'], headers['ratelimit']];
  const [api] = await two({ readsPerMinute: 2, writesPerMinute: 7 });
  assert.deepEqual(fields(await api.get('/nothing')), ['"read";q=2;w=60', '"read";r=2;t=0']);
  assert.deepEqual(fields(await api.get('/agents')), ['"read";q=2;w=60', '"read";r=1;t=60']);
  context.clock.advance(20);
  assert.deepEqual(fields(await api.get('/agents')), ['"read";q=2;w=60', '"read";r=0;t=40']);
  context.clock.advance(10.5);
  const refused = await api.get('/agents');
  assert.deepEqual(fields(refused), ['"read";q=2;w=60', `"read";r=0;t=${refused.headers['retry-after']}`]);
  assert.deepEqual(fields(await api.post('/webhooks', {})), ['"write";q=7;w=60', '"write";r=6;t=60']);
  assert.deepEqual(fields(await server.api.with('wrong').get('/agents')), ['"authentication";q=3;w=60', '"authentication";r=2;t=60']);
});

test('reads and writes have a budget each', async () => {
  const [api] = await two({ readsPerMinute: 1, writesPerMinute: 1 });
  assert.equal((await api.get('/agents')).status, 200);
  assert.equal((await api.request('DELETE', '/webhooks/whe_1')).status, 404);
  assert.equal((await api.post('/webhooks', {})).status, 429);
  assert.equal((await api.get('/agents')).status, 429);
});

test('a 404 or a 405 with a valid key shows its budget and takes nothing', async () => {
  const [api] = await two({ readsPerMinute: 5, writesPerMinute: 4 });
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(budget(await api.get('/nothing')).slice(0, 2), [5, 5]);
    assert.deepEqual(budget(await api.request('PUT', '/calls')).slice(0, 2), [4, 4]);
  }
  await api.get('/agents');
  assert.deepEqual(budget(await api.get('/nothing')).slice(0, 2), [5, 4]);
});

test('an address with too many failures is told to slow down, while a valid key from there goes on', async () => {
  const [api] = await two({});
  assert.deepEqual(budget(await server.api.get('/nothing')).slice(0, 2), [3, 3], 'a 404 shows the address’s budget and takes nothing');
  for (const left of [2, 1, 0]) {
    const response = await server.api.with('wrong').get('/agents');
    assert.equal(response.status, 401);
    assert.deepEqual(budget(response), [3, left, inSeconds(60)]);
  }
  const refused = await server.api.with('wrong').get('/agents');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '60');
  assert.equal((await server.api.get('/agents')).status, 429);
  assert.equal((await api.get('/agents')).status, 200);
  context.clock.advance(60);
  assert.equal((await server.api.get('/agents')).status, 401);
});
