import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../src/dispatch/buffer.ts';
import type { HeldDelivery } from '../../src/dispatch/held-delivery.ts';
import { InHand } from '../../src/dispatch/in-hand.ts';
import { someTarget } from '../support/targets.ts';

const claimed = (of: Partial<HeldDelivery>): HeldDelivery => ({
  id: 'd',
  tenantId: 'ten_a',
  eventId: 'evt_a',
  eventType: 'call.completed',
  subject: {},
  trace: null,
  endpointId: 'whe_a',
  triggerId: 'trg_a',
  endpointVersion: 1,
  body: Buffer.from('{}'),
  dueAt: new Date(0),
  attempts: 0,
  cycleAttempt: 0,
  lease: 1,
  leaseUntil: new Date(60_000),
  ...of,
});

test('a delivery that another worker has attempted meanwhile is counted on from there', () => {
  const entry: Entry = {
    delivery: claimed({}),
    target: someTarget({ id: 'whe_a' }),
    by: 'claim',
    heldSince: 0,
    handing: null,
    isAttempted: false,
  };
  const inHand = new InHand();
  inHand.add(entry);
  const again = { lease: 3, leaseUntil: new Date(180_000), attempts: 5, cycleAttempt: 5 };
  assert.equal(inHand.renew(claimed(again)), true);
  assert.deepEqual(entry.delivery, claimed(again), 'its sixth failure is its last');
});
