import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptWords } from '../../src/contract/attempt-words.ts';

test('the last attempt has the words of its delivery, and those before it the words of their kind', () => {
  const delivery = { attempts: 2, errorMessage: 'connection refused' };
  const words = [1, 2].map((n) => attemptWords({ n, status: null, errorClass: 'connect' }, delivery));
  assert.deepEqual(words, ['no connection', 'connection refused']);
});

test('an answer has its status, and a kind that is not known keeps its name', () => {
  const delivery = { attempts: 2, errorMessage: 'HTTP 503' };
  assert.equal(attemptWords({ n: 1, status: 200, errorClass: null }, delivery), 'HTTP 200');
  assert.equal(attemptWords({ n: 2, status: 503, errorClass: 'http_5xx' }, delivery), 'HTTP 503');
  assert.equal(attemptWords({ n: 1, status: null, errorClass: 'constructor' }, delivery), 'constructor');
});
