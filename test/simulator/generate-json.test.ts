import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { draws } from '../../simulator/draws.ts';
import { valueFor } from '../../simulator/vapi/generate-json.ts';

const schemas: Readonly<Record<string, object>> = {
  'bounds and steps': {
    type: 'object',
    required: ['age', 'share', 'odd', 'below'],
    properties: {
      age: { type: 'integer', minimum: 18, maximum: 19 },
      share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
      odd: { type: 'integer', minimum: 7, multipleOf: 7 },
      below: { type: 'number', maximum: -5 },
    },
  },
  'texts of a length, a pattern or a format': {
    type: 'object',
    required: ['short', 'long', 'zip', 'plate', 'choice'],
    properties: {
      short: { type: 'string', maxLength: 3 },
      long: { type: 'string', minLength: 60 },
      zip: { type: 'string', pattern: '^\\d{5}(-\\d{4})?$' },
      plate: { type: 'string', pattern: '^[A-Z]{1,3}-[A-Z0-9]{2,6}$' },
      choice: { type: 'string', pattern: '^(yes|no|maybe[.!]?)$' },
      notEmpty: { type: 'string', pattern: '[^ ]+' },
      ...Object.fromEntries(
        ['email', 'date', 'date-time', 'time', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'duration'].map((format) => [
          format,
          { type: 'string', format },
        ]),
      ),
    },
  },
  'constants, choices and nulls': {
    type: 'object',
    required: ['kind', 'size', 'nothing', 'perhaps'],
    properties: {
      kind: { const: { any: 'thing' } },
      size: { enum: ['S', 'M', 'L', null, 3] },
      nothing: { type: 'null' },
      perhaps: { type: ['null', 'integer'] },
    },
    additionalProperties: false,
  },
  arrays: {
    type: 'object',
    required: ['three', 'unique', 'empty'],
    properties: {
      three: { type: 'array', items: { type: 'boolean' }, minItems: 3, maxItems: 3 },
      unique: { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 3, uniqueItems: true },
      empty: { type: 'array', maxItems: 0 },
    },
  },
  'a branch that forbids what the others have': {
    type: 'object',
    properties: { kind: { type: 'string' }, amount: { type: 'number' }, bank: { type: 'string' } },
    oneOf: [
      { properties: { kind: { const: 'cash' }, amount: { type: 'number' } }, required: ['kind', 'amount'], additionalProperties: false },
      { properties: { kind: { const: 'loan' }, bank: { type: 'string' } }, required: ['kind', 'bank'], additionalProperties: false },
    ],
  },
  'parts put together': {
    allOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
      { required: ['b'], properties: { b: { $ref: '#/$defs/b' } } },
    ],
    $defs: {
      b: {
        oneOf: [
          { type: 'string', maxLength: 4 },
          { type: 'integer', minimum: 10 },
        ],
      },
    },
  },
  'a tree': {
    type: 'object',
    required: ['name', 'children'],
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
  },
};

for (const [name, schema] of Object.entries(schemas)) {
  test(`what is generated satisfies its schema: ${name}`, () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    for (let seed = 0; seed < 50; seed++) {
      const value = valueFor(schema, draws(seed, 'test'));
      assert.ok(validate(value), `${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`);
    }
  });
}

test('the values that a description lists are taken, where Vapi takes no enum', () => {
  const schema = { type: 'object', properties: { heat: { type: ['integer', 'null'], description: 'How hot. One of 7, 9, null.' } } };
  const values = Array.from({ length: 30 }, (_, seed) => (valueFor(schema, draws(seed, 'test')) as { heat: unknown }).heat);
  assert.deepEqual(new Set(values), new Set([7, 9, null]));
  const words = { type: 'string', description: 'One of the colours.' };
  assert.equal(typeof valueFor(words, draws(1, 'test')), 'string');
});

test('the same draws give the same value, others another', () => {
  const schema = { type: 'object', properties: { rooms: { type: 'integer' }, when: { type: 'string', format: 'date-time' } } };
  assert.deepEqual(valueFor(schema, draws(1, 'call')), valueFor(schema, draws(1, 'call')));
  assert.notDeepEqual(valueFor(schema, draws(1, 'call')), valueFor(schema, draws(2, 'call')));
});

test('a pattern beyond its powers is passed over, not a failure', () => {
  assert.equal(typeof valueFor({ type: 'string', pattern: '^(?=.*\\d)(?<word>\\w+)\\k<word>$' }, draws(1, 'call')), 'string');
});

const leaf = { type: 'string' };
for (const [name, schema] of Object.entries({
  'a reference with a bad escape': { $ref: '#/%' },
  'a billion items': { type: 'array', minItems: 1e9, uniqueItems: true, items: leaf },
  'a billion characters': { type: 'string', minLength: 1e9 },
  'three of itself': { type: 'object', required: ['a', 'b', 'c'], properties: { a: { $ref: '#' }, b: { $ref: '#' }, c: { $ref: '#' } } },
  'a part of itself': { allOf: [{ $ref: '#' }, { $ref: '#' }] },
  'groups in groups': { type: 'string', pattern: '('.repeat(100_000) },
  'repetitions in repetitions': { type: 'string', pattern: '((a{1000}){1000}){1000}' },
}))
  test(`a schema that nothing can satisfy has an end: ${name}`, () => {
    assert.ok(JSON.stringify(valueFor(schema, draws(1, 'call'))).length < 10_000_000);
  });
