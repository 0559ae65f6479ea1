import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTally } from './tally.ts';

test('a request is refused from its first refusal until it is accepted', () => {
  let at = 0;
  const tally = startTally(() => at);
  const answer = (moment: number, request: string, status: number): void => {
    at = moment;
    tally.watch(request, { status, text: status === 0 ? 'Error:\nreset' : 'said' });
  };
  answer(5, 'earlier', 500);
  answer(9, 'earlier', 200);
  answer(10, 'call-1', 500);
  answer(12, 'call-2', 201);
  answer(15, 'call-1', 0);
  assert.equal(tally.open(), 1);
  answer(30, 'call-1', 201);
  answer(31, 'call-3', 409);
  assert.equal(tally.open(), 0);
  assert.deepEqual(tally.between(10, 40), {
    requests: 5,
    failed: 2,
    refusals: ['call-1 after 0 ms: 500 said', 'call-1 after 5 ms: 0 Error: reset'],
    longestMs: 20,
  });
});

test('what refused a request first accounts for its later refusals', () => {
  let at = 0;
  const tally = startTally(() => at);
  const answer = (moment: number, request: string, status: number): void => {
    at = moment;
    tally.watch(request, { status, text: 'said' });
  };
  answer(5, 'held up', 500);
  answer(15, 'held up', 500);
  answer(16, 'another', 200);
  answer(35, 'held up', 200);
  assert.deepEqual(tally.between(0, 10), {
    requests: 3,
    failed: 2,
    refusals: ['held up after 5 ms: 500 said', 'held up after 15 ms: 500 said'],
    longestMs: 30,
  });
  assert.deepEqual(tally.between(10, 40), { requests: 1, failed: 0, refusals: [], longestMs: 0 });
});
