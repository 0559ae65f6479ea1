import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

const context = await contextOfFile();
const server = await publicOfFile(context);
const { id } = await tenant(context, {});
const api = server.api.with((await apiKey(context, id, {})).text);

const endpoint = { name: 'CRM', url: 'https://crm.example.org/hooks' };

test('a key in the header is the same key as one in the body, with quotation marks or without', async () => {
  const first = await api.post('/webhooks', endpoint, { 'idempotency-key': 'one' });
  assert.equal(first.status, 201);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  for (const repeat of [
    await api.post('/webhooks', endpoint, { 'idempotency-key': '"one"' }),
    await api.post('/webhooks', { ...endpoint, idempotencyKey: 'one' }),
    await api.post('/webhooks', { ...endpoint, idempotencyKey: 'one' }, { 'idempotency-key': 'one' }),
  ]) {
    assert.equal(repeat.headers['idempotency-replayed'], 'true');
    assert.deepEqual(repeat.body, first.body);
  }
  const other = await api.post('/webhooks', { ...endpoint, name: 'Other' }, { 'idempotency-key': 'one' });
  assert.equal(`${other.status} ${other.body.error.code}`, '409 idempotency_conflict');
});

test('two different keys are refused, and nothing is made', async () => {
  const { endpoints } = (await api.get('/webhooks')).body;
  const response = await api.post('/webhooks', { ...endpoint, idempotencyKey: 'two' }, { 'idempotency-key': 'three' });
  assert.equal(response.status, 400);
  assert.deepEqual(response.body.error.details.errors, [
    { path: '/header/idempotency-key', message: 'differs from idempotencyKey in the body' },
  ]);
  assert.equal((await api.get('/webhooks')).body.endpoints.length, endpoints.length);
});

test('a key in the header has the limits of the key in the body', async () => {
  const response = await api.post('/webhooks', endpoint, { 'idempotency-key': 'k'.repeat(256) });
  assert.equal(response.status, 400);
  assert.deepEqual(
    response.body.error.details.errors.map((problem: { path: string }) => problem.path),
    ['/header/idempotency-key'],
  );
});

test('quotation marks are no part of the key, and do not make it too long', async () => {
  const longest = { 'idempotency-key': `"${'k'.repeat(255)}"` };
  assert.equal((await api.post('/webhooks', endpoint, longest)).status, 201);
});

test('an empty key in the header is refused with the name of the header, and one in the body with that of the member', async () => {
  for (const empty of ['', '""']) {
    const { status, body } = await api.post('/webhooks', endpoint, { 'idempotency-key': empty });
    assert.equal(status, 400);
    assert.deepEqual(
      body.error.details.errors.map((problem: { path: string }) => problem.path),
      ['/header/idempotency-key'],
    );
    assert.match(body.error.message, /^`idempotency-key` /);
  }
  const { body } = await api.post('/webhooks', { ...endpoint, idempotencyKey: '' });
  assert.match(body.error.message, /^`idempotencyKey` /);
});

test('an operation that takes no key ignores the header', async () => {
  assert.equal((await api.request('GET', '/webhooks', { headers: { 'idempotency-key': 'four' } })).status, 200);
});
