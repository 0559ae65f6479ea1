import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeliveryBuffer, type Entry } from '../../src/dispatch/buffer.ts';
import { someDelivery, someTarget } from '../support/targets.ts';

const entry = (id: string, endpointId: string, origin: string, cycleAttempt = 0): Entry => ({
  delivery: someDelivery({ id, endpointId, attempts: cycleAttempt, cycleAttempt }),
  target: someTarget({ id: endpointId, origin }),
  by: 'claim',
  heldSince: 0,
  handing: null,
  isAttempted: false,
});

function filled(...entries: readonly Entry[]): DeliveryBuffer {
  const buffer = new DeliveryBuffer();
  for (const each of entries) buffer.add(each);
  return buffer;
}

function drain(buffer: DeliveryBuffer, hasRoom = (_origin: string) => true, mayStart = (_entry: Entry) => true): readonly string[] {
  const order: string[] = [];
  for (let next = buffer.next(hasRoom, mayStart); next; next = buffer.next(hasRoom, mayStart)) order.push(next.delivery.id);
  return order;
}

test('origins take turns, and at an origin its endpoints', () => {
  const buffer = filled(
    entry('a1', 'whe_a', 'https://x'),
    entry('a2', 'whe_a', 'https://x'),
    entry('b1', 'whe_b', 'https://x'),
    entry('c1', 'whe_c', 'https://y'),
    entry('c2', 'whe_c', 'https://y'),
  );
  assert.deepEqual(drain(buffer), ['a1', 'c1', 'b1', 'c2', 'a2']);
  assert.ok(buffer.hasRoom(2_000), 'it is empty');
});

test('an endpoint’s retries are a queue apart from its first attempts', () => {
  const buffer = filled(entry('r1', 'whe_a', 'https://x', 2), entry('r2', 'whe_a', 'https://x', 3), entry('f1', 'whe_a', 'https://x'));
  assert.deepEqual(drain(buffer), ['r1', 'f1', 'r2']);
});

test('an origin without room is passed over whole, and an endpoint that may not start by itself', () => {
  const buffer = filled(
    entry('a1', 'whe_a', 'https://x'),
    entry('b1', 'whe_b', 'https://y'),
    entry('c1', 'whe_c', 'https://y'),
    entry('a2', 'whe_a', 'https://x'),
  );
  const asked: string[] = [];
  const mayStart = ({ delivery }: Entry): boolean => {
    asked.push(delivery.id);
    return delivery.endpointId !== 'whe_b';
  };
  assert.deepEqual(
    drain(buffer, (origin) => origin !== 'https://x', mayStart),
    ['c1'],
  );
  assert.ok(!asked.includes('a1'));
  assert.deepEqual([buffer.count('whe_a'), buffer.count('whe_b'), buffer.count('whe_c')], [2, 1, 0]);
});

test('what is taken out leaves its place to what is left', () => {
  const buffer = filled(entry('a1', 'whe_a', 'https://x'), entry('a2', 'whe_a', 'https://x'), entry('b1', 'whe_b', 'https://y'));
  const taken = buffer.take(({ delivery }) => delivery.id !== 'a2');
  assert.deepEqual(
    taken.map(({ delivery }) => delivery.id),
    ['a1', 'b1'],
  );
  assert.deepEqual(drain(buffer), ['a2']);
});
