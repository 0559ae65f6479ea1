import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endAtDeadline, forgetDeadline, type Limited } from '../../src/process/deadlines.ts';
import { until } from '../support/until.ts';

test('what is late is ended once, not before its deadline and in their order; what was done before is not', async () => {
  const begun = performance.now();
  const ended: { readonly name: string; readonly isDue: boolean }[] = [];
  const limited = (name: string, ms: number): Limited => {
    const deadline = begun + ms;
    return { deadline, end: () => void ended.push({ name, isDue: performance.now() >= deadline }) };
  };
  const done = limited('done', 10);
  const later = limited('later', 90);
  const sooner = limited('sooner', 40);
  for (const each of [later, done, sooner, limited('past', -5)]) endAtDeadline(each);
  forgetDeadline(done);
  await until('the last has ended', async () => ended.some(({ name }) => name === 'later'));
  assert.deepEqual(
    ended,
    ['past', 'sooner', 'later'].map((name) => ({ name, isDue: true })),
  );
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
