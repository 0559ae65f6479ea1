import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../src/dispatch/buffer.ts';
import { InHand } from '../../src/dispatch/in-hand.ts';
import { someDelivery, someTarget } from '../support/targets.ts';

test('a delivery that another worker has attempted meanwhile is counted on from there', () => {
  const entry: Entry = {
    delivery: someDelivery(),
    target: someTarget({ id: 'whe_a' }),
    by: 'claim',
    heldSince: 0,
    handing: null,
    isAttempted: false,
  };
  const inHand = new InHand();
  inHand.add(entry);
  const again = { lease: 3, leaseUntil: new Date(180_000), attempts: 5, cycleAttempt: 5 };
  assert.equal(inHand.renew(someDelivery(again)), true);
  assert.deepEqual(entry.delivery, someDelivery(again), 'its sixth failure is its last');
});
