import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { EndpointHealth, mostAtOnce } from '../../src/dispatch/endpoint-health.ts';

const slots = 1_024;
let health: EndpointHealth;
beforeEach(() => {
  health = new EndpointHealth(slots);
});

/** Starts all the attempts that may start, and returns their number. */
function fill(endpointId: string, isFirstAttempt = true): number {
  let started = 0;
  for (; health.mayStart(endpointId, isFirstAttempt); started += 1) health.started(endpointId);
  return started;
}

/** Has the endpoint fail often enough to be slowed, each time after `durationMs`. */
function slow(endpointId: string, durationMs = 10_000): void {
  for (let failures = 0; failures < 5; failures += 1) {
    health.started(endpointId);
    health.finished(endpointId, false, durationMs);
  }
}

/** Takes this many slots with endpoints that hang, each of which has one. */
function take(count: number): void {
  for (let n = 0; n < count; n += 1) health.started(`hanging-${n}`);
}

test('five failures in a row slow an endpoint, and one success ends it', () => {
  const changes = Array.from({ length: 6 }, () => {
    health.started('a');
    return health.finished('a', false, 1);
  });
  assert.deepEqual(changes, [false, false, false, false, true, false]);
  assert.deepEqual([health.isSlowed('a'), health.slowed.size, health.limited], [true, 1, 1]);
  health.started('a');
  assert.equal(health.finished('a', true, 1), false);
  assert.deepEqual([health.isSlowed('a'), health.slowed.size], [false, 0]);
});

// holds: V-SEND-02
test('with nobody else waiting, an endpoint that fails or takes its time has many attempts at once, and a prompt one its cap', () => {
  slow('sick');
  slow('refusing', 1);
  for (let successes = 0; successes < 3; successes += 1) {
    for (const [endpointId, durationMs] of [
      ['leisurely', 900],
      ['prompt', 90],
    ] as const) {
      health.started(endpointId);
      health.finished(endpointId, true, durationMs);
    }
  }
  assert.deepEqual([fill('sick', false), fill('refusing'), fill('leisurely'), fill('prompt')], [mostAtOnce, mostAtOnce, mostAtOnce, 7]);
});

test('while a quarter of the slots is taken, each endpoint is held to its cap', () => {
  slow('sick');
  health.started('recovering');
  health.finished('recovering', true, 1);
  take(slots / 4);
  assert.deepEqual([fill('sick'), fill('new'), fill('recovering')], [1, 4, 5]);
});

test('however many endpoints hang, a half of the slots is kept for first attempts to endpoints that answer quickly', () => {
  for (let n = 0; n < slots; n += 1) slow(`sick-${n}`);
  let started = 0;
  for (let n = 0; n < slots; n += 1) started += fill(`sick-${n}`);
  assert.equal(started, slots / 2);
  assert.equal(fill('quiet', false), 0, 'a retry waits');
  assert.equal(fill('quiet'), 4);
});

test('no attempt starts without a slot', () => {
  take(slots);
  assert.equal(health.mayStart('new', true), false);
  health.withdrawn('hanging-0');
  assert.equal(fill('new'), 1);
});

test('an endpoint that is deleted while it is slowed is not counted for ever', () => {
  let nowMs = 0;
  health = new EndpointHealth(slots, () => nowMs);
  slow('a');
  nowMs += 7.5 * 3_600_000;
  health.forget();
  assert.deepEqual([health.slowed.size, health.limited, health.cap('a')], [1, 1, 1], 'the last retry may come this late');
  nowMs += 3_600_000;
  health.forget();
  assert.deepEqual([health.slowed.size, health.limited, health.cap('a')], [0, 0, 4]);
});

test('of more than ten thousand endpoints the healthy ones are forgotten at times, and not at an outcome, which would go through all', () => {
  slow('sick');
  for (let n = 0; n < 10_000; n += 1) {
    health.started(`well-${n}`);
    health.finished(`well-${n}`, true, 1);
  }
  assert.deepEqual([health.cap('well-0'), health.cap('sick')], [5, 1]);
  health.forget();
  assert.deepEqual([health.cap('well-0'), health.cap('sick'), health.slowed.size, health.limited], [4, 1, 1, 1]);
});
