import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../../cli/parts/ports.ts';
import { askJson } from '../../../tools/conformance/ask-json.ts';

test('where nobody answers, the error says what was asked and why there is no answer', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await assert.rejects(askJson(url, null)('GET', '/clock'), ({ message }: Error) => {
    assert.match(message, /^GET http:\/\/127\.0\.0\.1:\d+\/clock was not answered \(connect ECONNREFUSED .*\)\.$/);
    return true;
  });
});
