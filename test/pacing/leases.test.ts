import assert from 'node:assert/strict';
import { after as afterAll, before, describe, test } from 'node:test';
import type { Pacing } from '../../src/pacing/pacing.ts';
import { after, newOwner, start, stores } from './stores.ts';

for (const { name, skip, open } of stores) {
  describe(`leases in ${name}`, () => {
    let pacing: Pacing;
    before(async () => {
      if (!skip) pacing = await open();
    });
    afterAll(() => pacing?.close());

    const acquire = (tenantId: string, holder: string, limit: number, at = start, expiresAt = after(10_000)) =>
      pacing.acquireLease({ tenantId, holder, expiresAt }, limit, at);

    test('the limit is exact when 100 ask at once', { skip }, async () => {
      const tenantId = newOwner();
      const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => acquire(tenantId, `call_${i}`, 10)));
      assert.equal(answers.filter(({ acquired }) => acquired).length, 10);
      assert.deepEqual(await acquire(tenantId, 'call_another', 10), { acquired: false, active: 10 });
    });

    test('a holder has one place however often it asks, even when all are taken', { skip }, async () => {
      const tenantId = newOwner();
      assert.deepEqual(await acquire(tenantId, 'call_1', 2), { acquired: true, active: 1 });
      assert.deepEqual(await acquire(tenantId, 'call_1', 2), { acquired: true, active: 1 });
      assert.deepEqual(await acquire(tenantId, 'call_2', 2), { acquired: true, active: 2 });
      assert.deepEqual(await acquire(tenantId, 'call_1', 2), { acquired: true, active: 2 });
      assert.deepEqual(await acquire(tenantId, 'call_3', 2), { acquired: false, active: 2 });
    });

    test('a released place is free, and releasing it twice frees no other', { skip }, async () => {
      const tenantId = newOwner();
      await acquire(tenantId, 'call_1', 2);
      await acquire(tenantId, 'call_2', 2);
      await pacing.releaseLease({ tenantId, holder: 'call_1' });
      await pacing.releaseLease({ tenantId, holder: 'call_1' });
      assert.deepEqual(await acquire(tenantId, 'call_3', 2), { acquired: true, active: 2 });
      assert.deepEqual(await acquire(tenantId, 'call_4', 2), { acquired: false, active: 2 });
    });

    test('a place that nobody releases runs out, and asking again prolongs it but never shortens it', { skip }, async () => {
      const tenantId = newOwner();
      await acquire(tenantId, 'call_1', 1, start, after(10_000));
      await acquire(tenantId, 'call_1', 1, start, after(20_000));
      await acquire(tenantId, 'call_1', 1, start, after(15_000));
      assert.equal((await acquire(tenantId, 'call_2', 1, after(19_999))).acquired, false);
      assert.deepEqual(await acquire(tenantId, 'call_2', 1, after(20_000), after(30_000)), { acquired: true, active: 1 });
    });

    test('tenants have places of their own', { skip }, async () => {
      assert.equal((await acquire(newOwner(), 'call_1', 1)).acquired, true);
      assert.equal((await acquire(newOwner(), 'call_1', 1)).acquired, true);
    });

    test('a lowered limit refuses at once, a raised one lets in at once', { skip }, async () => {
      const tenantId = newOwner();
      for (const holder of ['call_1', 'call_2', 'call_3']) await acquire(tenantId, holder, 3);
      assert.deepEqual(await acquire(tenantId, 'call_4', 2), { acquired: false, active: 3 });
      assert.deepEqual(await acquire(tenantId, 'call_4', 4), { acquired: true, active: 4 });
    });
  });
}
