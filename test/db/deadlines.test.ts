import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endAtDeadline, forgetDeadline, type Limited } from '../../src/db/deadlines.ts';
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
