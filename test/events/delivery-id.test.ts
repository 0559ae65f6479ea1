import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { deliveryId } from '../../src/events/delivery-id.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const time = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
const event = fc.record({ tenantId: fc.string(), dedupeKey: fc.string(), time });

test('an id is a UUIDv8 that begins with its event’s time, and is the same every time', () => {
  fc.assert(
    fc.property(event, fc.string(), (of, triggerId) => {
      const id = deliveryId(key, of, triggerId);
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), of.time.getTime());
      assert.equal(deliveryId(key, { ...of }, triggerId), id);
    }),
  );
});

test('another tenant, key, trigger or installation makes another id, however the parts are cut', () => {
  const of = { tenantId: 'a', dedupeKey: 'b', time: new Date(0) };
  const ids = [
    deliveryId(key, of, 'c'),
    deliveryId(key, { ...of, tenantId: 'ab', dedupeKey: '' }, 'c'),
    deliveryId(key, { ...of, dedupeKey: 'bc' }, ''),
    deliveryId(key, { ...of, tenantId: 'x' }, 'c'),
    deliveryId(key, of, 'd'),
    deliveryId(createSecretKey(Buffer.alloc(32, 8)), of, 'c'),
  ];
  assert.equal(new Set(ids).size, ids.length);
});

test('an id stays what it was in every release, so that a repeat during an update makes no second delivery', () => {
  const of = { tenantId: 'ten_a', dedupeKey: 'call.completed:call_b', time: new Date('2026-11-24T08:00:00.123Z') };
  assert.equal(deliveryId(key, of, 'trg_c'), '01a20c91-a07b-86a9-8779-27c0264cb29e');
});
