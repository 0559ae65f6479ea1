import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callDataProblems } from '../../src/calls/call-data.ts';

const pathsOf = (body: unknown): readonly string[] => callDataProblems(JSON.stringify(body)).map(({ path }) => path);

test('a variable that is no text is as large as its JSON, and a name stands in the path as in a JSON pointer', () => {
  assert.deepEqual(pathsOf({ variables: { b: ['x'.repeat(4_092)] } }), []);
  assert.deepEqual(pathsOf({ variables: { 'a/b': 'x'.repeat(4_097), c: ['x'.repeat(4_093)] } }), [
    '/body/variables/a~1b',
    '/body/variables/c',
  ]);
});

test('two variables of one name are two', () => {
  assert.equal(callDataProblems(`{"variables":{${'"v":1,'.repeat(100)}"v":1}}`).length, 1);
});

test('whatever the body is, nothing is thrown', () => {
  for (const text of ['', 'null', '[]', '"x"', '1', '{"variables":[1],"metadata":null}'])
    assert.deepEqual(callDataProblems(text), [], text);
});
