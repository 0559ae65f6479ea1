import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { timeMoves } from '../../simulator/time-moves.ts';
import { startTimers } from '../../simulator/timers.ts';

test('a service that is slow is waited for, however long its answers take', async (t) => {
  assert.deepEqual(await stoppedBy(t, { busyLooks: 3, answerMs: 60_000 }), { stoppedBy: 'idle', looks: 4 });
});

test('a service that has something in hand for ever is not waited for', async (t) => {
  assert.deepEqual(await stoppedBy(t, { busyLooks: Number.POSITIVE_INFINITY, answerMs: 5 }), { stoppedBy: 'busy', looks: 2_000 });
});

/** Moves time beside a service that is busy at so many looks, and takes so long for each answer. */
async function stoppedBy(t: TestContext, { busyLooks, answerMs }: { readonly busyLooks: number; readonly answerMs: number }) {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  // Named imports of a built-in module see the mocked timers only after this, and the originals again only after another.
  syncBuiltinESMExports();
  let looks = 0;
  const read = async () => {
    looks += 1;
    nowMs += answerMs;
    // The simulator waits by then until it looks again.
    setImmediate(() => t.mock.timers.tick(15));
    return { now: '2026-03-02T12:00:00.000Z', offsetSeconds: 0, nextInSeconds: null, isBusy: looks <= busyLooks };
  };
  const service = { operatorUrl: 'http://127.0.0.1:9', read, advance: read, close: async () => {} };
  const clock = { current: async () => service };
  try {
    const move = timeMoves({ timers: startTimers('manual'), timeline: { add: () => assert.fail('no time passed') }, clock });
    return { stoppedBy: (await move(60)).stoppedBy, looks };
  } finally {
    await nextTurn();
    t.mock.timers.reset();
    syncBuiltinESMExports();
  }
}
