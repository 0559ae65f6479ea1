import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tenantBuckets } from '../../src/pacing/pacing.ts';
import { forgetPace, redisPacing } from '../../src/pacing/redis-pacing.ts';
import { createLog } from '../../src/process/log.ts';
import { redisUrl, withoutRedis } from '../support/redis.ts';
import { unhurriedMs } from '../support/targets.ts';
import { newOwner, start } from './stores.ts';

test('all that Redis keeps of a tenant goes, and of another nothing', { skip: withoutRedis }, async (t) => {
  const url = redisUrl ?? '';
  const pacing = await redisPacing({ url, log: createLog('silent'), patienceMs: unhurriedMs });
  t.after(() => pacing.close());
  const [gone, other] = [newOwner(), newOwner()];
  const takenOf = async (owner: string): Promise<readonly number[]> => {
    const looks = await Promise.all(tenantBuckets.map((key) => pacing.look({ owner, key, limit: 10 }, start)));
    return looks.map((state) => (state ? state.limit - state.remaining : Number.NaN));
  };
  for (const owner of [gone, other]) for (const key of tenantBuckets) await pacing.take({ owner, key, limit: 10 }, start);
  await forgetPace(url, gone);
  assert.deepEqual([await takenOf(gone), await takenOf(other)], [tenantBuckets.map(() => 0), tenantBuckets.map(() => 1)]);
});
