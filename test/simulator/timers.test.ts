import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTimers } from '../../simulator/timers.ts';

test('an error in a step of a story is reported, and the simulator goes on', async (t) => {
  const written = t.mock.method(console, 'error', () => undefined);
  const timers = startTimers(Number.POSITIVE_INFINITY);
  const done: string[] = [];
  timers.after(1, () => {
    throw new RangeError('deliberately');
  });
  timers.after(2, () => void done.push('the next'));
  await timers.runUntilIdle();
  assert.deepEqual(
    written.mock.calls.map(({ arguments: [error] }) => String(error)),
    ['RangeError: deliberately'],
  );
  assert.deepEqual(done, ['the next']);
});

test('at infinite speed steps keep their order, also one that comes up only while another runs', async () => {
  const timers = startTimers(Number.POSITIVE_INFINITY);
  const done: string[] = [];
  const note = (what: string) => void done.push(`${what} at ${timers.elapsed()}`);
  timers.after(600_000, async () => {
    timers.after(60_000, () => note('a minute later'));
    await null;
    timers.after(2_000, () => note('two seconds later'));
    note('first');
  });
  await timers.runUntilIdle();
  assert.deepEqual(done, ['first at 600000', 'two seconds later at 602000', 'a minute later at 660000']);
});
