import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callDataProblems } from '../../src/calls/call-data.ts';

const pathsOf = (body: unknown): readonly string[] => callDataProblems(JSON.stringify(body)).map(({ path }) => path);

test('variables and metadata fit at their sizes, and each that is over is named', () => {
  const big = { a: 'é'.repeat(2_048), b: ['x'.repeat(4_092)] };
  assert.deepEqual(pathsOf({ variables: big, metadata: { m: 'x'.repeat(16_384 - 8) } }), []);
  assert.deepEqual(pathsOf({ variables: { 'a/b': 'x'.repeat(4_097), c: ['x'.repeat(4_093)] }, metadata: { m: 'x'.repeat(16_384 - 7) } }), [
    '/body/variables/a~1b',
    '/body/variables/c',
    '/body/metadata',
  ]);
});

test('a hundred variables fit, and not one more, also where two have one name', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, i]));
  assert.deepEqual(pathsOf({ variables: many(100) }), []);
  assert.deepEqual(pathsOf({ variables: many(101) }), ['/body/variables']);
  assert.equal(callDataProblems(`{"variables":{${'"v":1,'.repeat(100)}"v":1}}`).length, 1);
});

test('whatever the body is, nothing is thrown', () => {
  for (const text of ['', 'null', '[]', '"x"', '1', '{"variables":[1],"metadata":null}'])
    assert.deepEqual(callDataProblems(text), [], text);
});
