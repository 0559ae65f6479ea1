import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Verdict } from '../faults/matrix/verdict.ts';
import { hasPassed, type Outcome, outcomeTable } from './outcome.ts';

const verdict: Verdict = { kills: 1, lost: [], duplicates: 0, bound: 2, doubleDials: [], wrong: [], rows: [], passed: true };
const outcome: Outcome = {
  verdict,
  windows: [{ fault: 'primary killed', requests: 40, failed: 6, pauseMs: 1_133.6 }],
  missed: [],
  misrouted: [],
};

test('a run passes when nothing was lost, missed or misrouted', () => {
  assert.equal(hasPassed(outcome), true);
  assert.equal(hasPassed({ ...outcome, verdict: { ...verdict, passed: false } }), false);
  assert.equal(hasPassed({ ...outcome, missed: ['whe_1'] }), false);
  assert.equal(hasPassed({ ...outcome, misrouted: ['a key of c2 was answered 401'] }), false);
});

test('the table has a row for each fault, all together, and what was found', () => {
  const table = outcomeTable({ ...outcome, missed: ['whe_1'] });
  assert.match(table, /^primary killed +40 +6 +0 +0 +0 +1134 ms$/m);
  assert.match(table, /^all +40 +6 +1 +0 +0 +2 +1134 ms$/m);
  assert.match(table, /^whe_1: made, and not in the list asked for next$/m);
});

test('what is missing is named, with how to install it, and the exit code is 2', () => {
  const run = join(import.meta.dirname, 'run.ts');
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', run], { env: { PATH: '' }, encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /needs redis-server.*apt-get install redis-server/);
});
