import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnalysis } from '../../src/calls/analysis.ts';
import type { CallRow } from '../../src/calls/calls.ts';
import { checkExtraction } from '../../src/calls/extraction-check.ts';
import { telling } from './telling.ts';

type Said = Parameters<ReturnType<typeof telling>['analyzed']>[0];

/** Only what an analysis looks at; the rest of a row has no part in it. */
const callWith = (schema: object | null): CallRow =>
  ({ active_outcomes: ['INTERESTED', 'CALLBACK'], extraction_schema: schema && JSON.stringify(schema) }) as unknown as CallRow;

function read(schema: object | null, said: Said) {
  const event = telling('call_1', new Date('2026-03-02T12:00:00.000Z')).analyzed(said);
  assert.ok(event.kind === 'analyzed');
  return readAnalysis(callWith(schema), event);
}

const schema = {
  type: 'object',
  required: ['budget'],
  properties: { budget: { type: 'number' }, email: { type: 'string', format: 'email' } },
};

test('keeps an outcome that the agent has, and its notes', async () => {
  const { outcome, notes } = await read(null, { outcome: 'CALLBACK', notes: 'Tomorrow.' });
  assert.deepEqual([outcome, notes], ['CALLBACK', 'Tomorrow.']);
});

test('leaves out an outcome that the agent does not have, and says so in the notes', async () => {
  const { outcome, notes } = await read(null, { outcome: 'MAYBE', notes: 'Hm.' });
  assert.equal(outcome, null);
  assert.equal(notes, 'Hm. The analysis said "MAYBE", which is not among the agent\'s active outcomes.');
});

test('keeps what was extracted where it fits the schema', async () => {
  const { extraction, extractionError } = await read(schema, { extraction: { budget: 5, email: 'dana@example.com' } });
  assert.deepEqual([extraction, extractionError], ['{"budget":5,"email":"dana@example.com"}', null]);
});

test('extracts nothing for an agent without a schema', async () => {
  const { extraction, extractionError } = await read(null, { extraction: { budget: 5 } });
  assert.deepEqual([extraction, extractionError], [null, null]);
});

const misfits: readonly [unknown, RegExp][] = [
  [null, /^provider returned no structured data$/],
  ['text', /^the extracted data is not an object$/],
  [[1], /^the extracted data is not an object$/],
  [{}, /must have required property 'budget'/],
  [{ budget: 'much' }, /\/budget must be number/],
  [{ budget: 1, email: 'nobody' }, /\/email must match format "email"/],
];
for (const [data, why] of misfits) {
  test(`gives a short reason for ${JSON.stringify(data)}, and no extraction`, async () => {
    const { extraction, extractionError } = await read(schema, { extraction: data });
    assert.equal(extraction, null);
    assert.match(extractionError ?? '', why);
    assert.ok((extractionError ?? '').length <= 200);
  });
}

test('a pattern that backtracks for ever ends in an error while this thread goes on', async () => {
  const backtracking = JSON.stringify({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } });
  let beats = 0;
  const heart = setInterval(() => {
    beats += 1;
  }, 10);
  const error = await checkExtraction(backtracking, JSON.stringify({ a: `${'a'.repeat(50)}!` }));
  clearInterval(heart);
  assert.equal(error, 'checking the extracted data took too long');
  assert.ok(beats >= 3, `the thread had ${beats} turns in a quarter of a second`);
});

test('goes on checking after one was stopped, and many at once', async () => {
  const backtracking = JSON.stringify({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } });
  const plain = JSON.stringify(schema);
  const results = await Promise.all([
    checkExtraction(backtracking, JSON.stringify({ a: `${'a'.repeat(50)}!` })),
    ...Array.from({ length: 10 }, (_, i) => checkExtraction(plain, i % 2 === 0 ? '{"budget":1}' : '{}')),
  ]);
  assert.equal(results.filter((result) => result === null).length, 5);
});

test('schemas of two tenants with the same $id do not meet', async () => {
  const one = JSON.stringify({ $id: 'https://x.test/s', type: 'object', required: ['a'] });
  const two = JSON.stringify({ $id: 'https://x.test/s', type: 'object', required: ['b'] });
  assert.equal(await checkExtraction(one, '{"a":1}'), null);
  assert.equal(await checkExtraction(two, '{"b":1}'), null);
  assert.notEqual(await checkExtraction(two, '{"a":1}'), null);
});

test('names such as __proto__ are plain data', async () => {
  const own = '{"type":"object","required":["__proto__","constructor"]}';
  assert.equal(await checkExtraction(own, '{"__proto__":1,"constructor":2}'), null);
  assert.notEqual(await checkExtraction(own, '{}'), null);
});

test('a schema that is asynchronous or does not compile is an error, never a pass', async () => {
  assert.match((await checkExtraction('{"$async":true,"type":"object","required":["a"]}', '{}')) ?? '', /asynchronous/);
  assert.match((await checkExtraction('{"type":"nope"}', '{}')) ?? '', /does not compile/);
  assert.match((await checkExtraction('{"$ref":"https://x.test/elsewhere"}', '{}')) ?? '', /does not compile/);
});

test('a schema that names another draft is read as 2020-12', async () => {
  const older = '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","required":["a"]}';
  assert.equal(await checkExtraction(older, '{"a":1}'), null);
  assert.match((await checkExtraction(older, '{}')) ?? '', /does not fit/);
});
