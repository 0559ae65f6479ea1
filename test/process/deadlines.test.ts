import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { endAtDeadline, forgetDeadline, type Limited } from '../../src/process/deadlines.ts';

test('what is late is ended once, not before its deadline and in their order; what was done before is not', async (t) => {
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    t.mock.timers.tick(ms);
    await nextTurn();
  };
  const begun = now;
  const ended: { readonly name: string; readonly atMs: number }[] = [];
  const limited = (name: string, ms: number): Limited => ({
    deadline: begun + ms,
    end: () => void ended.push({ name, atMs: Math.round(performance.now() - begun) }),
  });
  const done = limited('done', 10);
  for (const each of [limited('later', 90), done, limited('sooner', 40), limited('past', -5)]) endAtDeadline(each);
  forgetDeadline(done);
  for (let ms = 0; ms < 200; ms++) await pass(1);
  assert.deepEqual(ended, [
    { name: 'past', atMs: 1 },
    { name: 'sooner', atMs: 40 },
    { name: 'later', atMs: 90 },
  ]);
});

test('the timer keeps the process alive while something waits, and only then', () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const limited: Limited = { deadline: performance.now() + 60_000, end: () => assert.fail('it was done before') };
  for (const time of ['first', 'second']) {
    endAtDeadline(limited);
    assert.equal(timers(), before + 1, `it waits for the ${time} time`);
    forgetDeadline(limited);
    assert.equal(timers(), before, `it is done for the ${time} time`);
  }
});
