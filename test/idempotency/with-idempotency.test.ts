import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { invalidRequest } from '../../src/errors.ts';
import { forgetOldKeys } from '../../src/idempotency/idempotency-keys.ts';
import { requestHash } from '../../src/idempotency/request-hash.ts';
import { withIdempotency } from '../../src/idempotency/with-idempotency.ts';
import { contextOfFile } from '../support/context.ts';
import { caller } from '../support/fixtures.ts';
import { refusedWith } from '../support/requests.ts';

const context = await contextOfFile();
const who = await caller(context);
afterEach(async () => {
  await context.db.knex('idempotency_keys').delete();
});

interface Reply {
  readonly status: 201;
  readonly body?: unknown;
  readonly rawJson?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const request = (key: string | undefined, body: unknown = { name: 'CRM' }) => ({
  operation: 'createWebhookEndpoint',
  key,
  body,
  about: { requestId: 'test' },
});
const replying = (body: unknown) => async (): Promise<Reply> => ({ status: 201, body });
const rows = () => context.db.knex('idempotency_keys').select('*');

test('runs every time without a key, and stores nothing', async () => {
  let runs = 0;
  const run = async (): Promise<Reply> => ({ status: 201, body: ++runs });
  await withIdempotency(context, who, request(undefined), run);
  await withIdempotency(context, who, request(undefined), run);
  assert.equal(runs, 2);
  assert.deepEqual(await rows(), []);
});

test('answers the same key and body with the first answer’s bytes', async () => {
  const first = await withIdempotency(context, who, request('k'), replying({ b: 1, a: 'secret-of-the-first' }));
  const second = await withIdempotency(context, who, request('k'), replying('never'));
  assert.deepEqual(first, { status: 201, body: { b: 1, a: 'secret-of-the-first' } });
  assert.deepEqual(second, { status: 201, rawJson: '{"b":1,"a":"secret-of-the-first"}', headers: { 'Idempotency-Replayed': 'true' } });
});

test('keeps a stored answer sealed', async () => {
  await withIdempotency(context, who, request('k'), replying({ signingSecret: 'plain-to-see' }));
  const [row] = await rows();
  assert.ok(Buffer.isBuffer(row.response));
  assert.equal(row.response.includes('plain-to-see'), false);
});

test('refuses another body, and one key serves two operations', async () => {
  await withIdempotency(context, who, request('k'), replying(1));
  await assert.rejects(withIdempotency(context, who, request('k', { name: 'Other' }), replying(2)), refusedWith('idempotency_conflict'));
  const other = await withIdempotency(context, who, { ...request('k'), operation: 'createAutomationTrigger' }, replying(3));
  assert.deepEqual(other, { status: 201, body: 3 });
});

test('a request that is refused or fails leaves no key behind', async () => {
  const refused = () => Promise.reject(invalidRequest('no'));
  await assert.rejects(withIdempotency<Reply>(context, who, request('k'), refused), refusedWith('invalid_request'));
  await assert.rejects(
    withIdempotency<Reply>(context, who, request('k'), () => Promise.reject(new Error('boom'))),
    /boom/,
  );
  assert.deepEqual(await rows(), []);
});

test('twenty at once: one runs, the others wait or get its answer', async () => {
  let runs = 0;
  const run = async (): Promise<Reply> => {
    runs++;
    await new Promise((resolve) => setImmediate(resolve));
    return { status: 201, body: 'one' };
  };
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => withIdempotency(context, who, request('k'), run)));
  assert.equal(runs, 1);
  for (const result of results) if (result.status === 'rejected') assert.ok(refusedWith('idempotency_in_progress')(result.reason));
});

test('the answer stored in the write’s own transaction goes with it when it is undone', async () => {
  const run = () =>
    withIdempotency<Reply>(context, who, request('k'), async (remember) =>
      context.db.knex.transaction(async (trx) => {
        const reply: Reply = { status: 201, body: 'written' };
        await remember(trx, reply);
        throw new Error('commit failed');
      }),
    );
  await assert.rejects(run(), /commit failed/);
  assert.deepEqual(await rows(), []);
});

test('a write that was committed keeps its key whatever goes wrong afterwards', async () => {
  const failing = withIdempotency<Reply>(context, who, request('k'), async (remember) => {
    await context.db.knex.transaction((trx) => remember(trx, { status: 201, body: 'written' }));
    throw new Error('after the commit');
  });
  await assert.rejects(failing, /after the commit/);
  const again = await withIdempotency<Reply>(context, who, request('k'), replying('twice'));
  assert.equal(again.rawJson, '"written"');
});

test('a request that was given up, after five seconds, cannot overwrite the next: its write is undone', async () => {
  const slow = withIdempotency<Reply>(context, who, request('k'), async (remember) => {
    context.clock.advance(4.9);
    await assert.rejects(withIdempotency<Reply>(context, who, request('k'), replying('too early')), refusedWith('idempotency_in_progress'));
    context.clock.advance(0.2);
    await withIdempotency<Reply>(context, who, request('k'), replying('second'));
    return context.db.knex.transaction(async (trx) => {
      await trx('contacts').insert({
        id: 'con_slow',
        tenant_id: who.tenantId,
        phone: '+1',
        created_at: new Date(),
        updated_at: new Date(),
      });
      const reply: Reply = { status: 201, body: 'first' };
      await remember(trx, reply);
      return reply;
    });
  });
  await assert.rejects(slow, refusedWith('idempotency_in_progress'));
  assert.equal(await context.db.knex('contacts').where({ id: 'con_slow' }).first(), undefined);
  assert.equal((await withIdempotency<Reply>(context, who, request('k'), replying('third'))).rawJson, '"second"');
});

test('deletes keys past their 24 hours and no others', async () => {
  await withIdempotency(context, who, request('old'), replying(1));
  context.clock.advanceService(3_600);
  await withIdempotency(context, who, request('young'), replying(1));
  context.clock.advanceService(23 * 3_600);
  assert.equal(await forgetOldKeys(context), 1);
  assert.deepEqual(
    (await rows()).map(({ key }) => key),
    ['young'],
  );
  assert.equal(await forgetOldKeys(context), 0);
});

test('a key is kept 24 hours to the second, and deleted in batches', async () => {
  for (const key of ['a', 'b', 'c']) await withIdempotency(context, who, request(key), replying('first'));
  context.clock.advanceService(24 * 3_600 - 1);
  assert.equal(await forgetOldKeys(context), 0);
  assert.equal((await withIdempotency<Reply>(context, who, request('a'), replying('second'))).rawJson, '"first"');
  context.clock.advanceService(2);
  assert.deepEqual([await forgetOldKeys(context, 2), await forgetOldKeys(context, 2), await forgetOldKeys(context, 2)], [2, 1, 0]);
});

test('a key that is being used anew is not deleted, nor waited for', async () => {
  await withIdempotency(context, who, request('k'), replying('first'));
  context.clock.advanceService(24 * 3_600);
  await context.db.knex.transaction(async (trx) => {
    await trx('idempotency_keys').update({ created_at: context.clock.now() });
    assert.equal(await forgetOldKeys(context), 0);
  });
  assert.equal(await forgetOldKeys(context), 0);
  assert.equal((await rows()).length, 1);
});

test('an answer that is older than 24 hours is not given while another transaction is deleting it', async () => {
  await withIdempotency(context, who, request('k'), replying('first'));
  context.clock.advanceService(24 * 3_600);
  await context.db.knex.transaction(async (trx) => {
    await trx('idempotency_keys').delete();
    for (const body of [undefined, { name: 'Other' }])
      await assert.rejects(
        withIdempotency<Reply>(context, who, request('k', body), replying('no')),
        refusedWith('idempotency_in_progress'),
      );
  });
  assert.equal((await withIdempotency<Reply>(context, who, request('k'), replying('second'))).body, 'second');
});

test('two spellings of one body are one body, the key itself left out', () => {
  const same = (a: string, b: string) => requestHash(JSON.parse(a)).equals(requestHash(JSON.parse(b)));
  assert.ok(same('{"a":1.0,"b":[1e2,-0],"idempotencyKey":"x"}', '{"b":[100,0],"a":1,"idempotencyKey":"y"}'));
  assert.ok(same('{"a":"\\u00e9"}', '{"a":"é"}'));
  assert.ok(!same('{"a":{"__proto__":1}}', '{"a":{}}'));
  assert.ok(!same('{"__proto__":{"a":1}}', '{}'));
  assert.ok(!same('{"a":{"idempotencyKey":1}}', '{"a":{}}'));
  assert.ok(!same('{"a":[1,2]}', '{"a":[2,1]}'));
  assert.ok(!same('{"a":null}', '{}'));
  assert.ok(!same('{"a":"1"}', '{"a":1}'));
});

test('a body nested too deeply to compare is refused, not a crash', () => {
  const deep = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  assert.throws(() => requestHash(deep), refusedWith('invalid_request'));
});
