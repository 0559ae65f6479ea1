import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, test } from 'node:test';
import { createClaimTogether, type WantedKey } from '../../src/idempotency/claim-together.ts';
import { after } from '../../src/process/time.ts';
import { contextOfFile } from '../support/context.ts';
import { caller } from '../support/fixtures.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { until } from '../support/until.ts';

const context = await contextOfFile();
const owner = await caller(context);
afterEach(async () => {
  await context.db.knex('idempotency_keys').delete();
});

function wanted(key: string): WantedKey {
  const at = context.clock.realNow();
  const lease = { at, leaseUntil: after(at, 60_000), now: context.clock.now() };
  return { ...owner, ...lease, operation: 'createCall', key, requestHash: Buffer.alloc(32), claim: randomUUID() };
}

/** Claims the keys as a process of its own does: the first alone, and the others in one statement. */
function claimed(keys: readonly string[]): Promise<readonly boolean[]> {
  const claim = createClaimTogether(context.db.requests.shared.engine);
  return Promise.all(keys.map(async (key) => (await claim(wanted(key))) !== null));
}

test('two processes that claim the same keys in opposite orders do not wait for each other', async (t) => {
  // Both wait here for the key that a third process is claiming.
  const third = await context.db.knex.transaction();
  t.after(() => third.rollback());
  const { requestHash: request_hash, leaseUntil: lease_until, claim, now: created_at } = wanted('b');
  await third('idempotency_keys').insert({
    api_key_id: owner.apiKeyId,
    tenant_id: owner.tenantId,
    operation: 'createCall',
    key: 'b',
    request_hash,
    claim,
    lease_until,
    created_at,
  });
  const one = claimed(['first of one', 'a', 'b', 'c']);
  await until('one waits', async () => (await lockWaits(context)) === 1);
  const other = claimed(['first of the other', 'c', 'b', 'a']);
  await until('both wait', async () => (await lockWaits(context)) === 2);
  await third.rollback();
  assert.deepEqual(await Promise.all([one, other]), [
    [true, true, true, true],
    [true, false, false, false],
  ]);
});

test('a key that another transaction has locked is not claimed, and keeps nobody else waiting', async (t) => {
  const { knex } = context.db;
  await claimed(['locked', 'over']);
  context.clock.advance(60);
  const storing = await knex.transaction();
  t.after(() => storing.rollback());
  await storing('idempotency_keys').where({ key: 'locked' }).update({ lease_until: context.clock.realNow() });
  const claiming = claimed(['first', 'locked', 'new', 'over']);
  await until('they are claimed, or wait', async () => (await knex('idempotency_keys')).length === 4 || (await lockWaits(context)) > 0);
  await storing.rollback();
  assert.deepEqual(await claiming, [true, false, true, true]);
  assert.deepEqual(await claimed(['first again', 'locked']), [true, true]);
});
