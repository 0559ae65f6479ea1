import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf } from '../../src/process/reason-of.ts';

test('a fetch that was not answered in time is told of in words, and one that was refused by its code', () => {
  const timeout = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  assert.equal(reasonOf(timeout), timeout.message);
  assert.equal(reasonOf(new Error('no answer', { cause: timeout })), timeout.message);
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  assert.equal(reasonOf(new TypeError('fetch failed', { cause: refused })), 'ECONNREFUSED');
});
