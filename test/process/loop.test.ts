import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/process/log.ts';
import { type Loop, startLoop, whenIdle } from '../../src/process/loop.ts';
import { unhurriedMs } from '../support/targets.ts';

test('a turn that fails as the one before it is tried again and not told again, until one succeeds or fails in another way', async () => {
  const told: string[] = [];
  const log = createLog('error', { write: (line: string) => void told.push(JSON.parse(line).err.message) });
  const turns = ['read-only', 'read-only', 'read-only', 'full', 'read-only', '', 'read-only'];
  await new Promise<void>((end) => {
    const loop = startLoop({
      name: 'a chore',
      log,
      failed: 0,
      pauseMs: whenIdle(0),
      async once() {
        // The first turn begins before the loop is returned.
        await null;
        const failure = turns.shift();
        if (failure === undefined) void loop.stop().then(end);
        if (failure) throw new Error(failure);
        return 0;
      },
    });
  });
  assert.deepEqual(told, ['read-only', 'full', 'read-only', 'read-only']);
});

test('a loop that is woken does not pause: neither now, nor after the turn under way', { timeout: unhurriedMs }, async (t) => {
  // No pause ends by itself.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const log = createLog('silent');
  const begun: number[] = [];
  const events = ['during a turn', 'during the pause', 'stop'];
  await new Promise<void>((end) => {
    const loop: Loop = startLoop({
      name: 'a chore',
      log,
      failed: 0,
      pauseMs: () => 1,
      async once() {
        await null;
        begun.push(begun.length);
        const event = events.shift();
        if (event === 'during a turn') loop.wake();
        if (event === 'during the pause') setImmediate(() => loop.wake());
        if (event === 'stop') setImmediate(() => void loop.stop().then(end));
        return 0;
      },
    });
  });
  assert.deepEqual(begun, [0, 1, 2]);
});
