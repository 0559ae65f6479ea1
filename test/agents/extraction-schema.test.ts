import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checkExtractionSchema, checkRules } from '../../src/agents/extraction-schema.ts';
import { createExtractionWorkers } from '../../src/agents/extraction-workers.ts';
import { ApiError } from '../../src/errors.ts';
import { createLog } from '../../src/process/log.ts';

const workers = createExtractionWorkers(createLog('silent'));
after(() => workers.close());

function check(schema: unknown): Promise<void> {
  const text = JSON.stringify(schema);
  return checkExtractionSchema(workers, 'ten_1', JSON.parse(text), text);
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

test('every problem is named, the first of them in the message', async () => {
  const schema = object({ a: { type: ['money', 'coin'] }, b: { $ref: 'x' }, c: { $id: 'c', required: ['d', 1] }, e: 1 });
  await assert.rejects(check(schema), (error) => {
    assert.ok(error instanceof ApiError && error.code === 'invalid_extraction_schema');
    const { path, errors } = error.details as { path: string; errors: { path: string; message: string }[] };
    assert.deepEqual(
      errors.map((each) => each.path),
      [
        '/properties/a/type/0',
        '/properties/a/type/1',
        '/properties/b/$ref',
        '/properties/c/$id',
        '/properties/c/required/0',
        '/properties/c/required/1',
        '/properties/e',
      ],
    );
    assert.deepEqual([error.message, path], [errors[0]?.message, errors[0]?.path]);
    return true;
  });
});

/** Objects that refer to each other, so that the ways through them are exponential in their number. */
function entangled(count: number): object {
  const referringTo = (indexes: readonly number[]) =>
    object(Object.fromEntries(indexes.map((index) => [`p${index}`, { $ref: `#/$defs/d${index}` }])));
  const all = Array.from({ length: count }, (_, index) => index);
  const $defs = Object.fromEntries(
    all.map((index) => [`d${index}`, referringTo(all.filter((other) => other < index || other === index + 1))]),
  );
  return object({ first: { $ref: '#/$defs/d0' }, last: { $ref: `#/$defs/d${count - 1}` } }, { $defs });
}

const accepted: Record<string, object> = {
  'an object without properties': { type: 'object' },
  'required names that are properties': object({ price: { type: 'number' } }, { required: ['price'] }),
  'a type list with null': object({ price: { type: ['number', 'null'] } }),
  'a reference into itself': object({ price: { $ref: '#/$defs/money' } }, { $defs: { money: { type: 'number' } } }),
  'a property that is called like a keyword': object({ type: { type: 'string' }, required: { type: 'boolean' }, $id: { type: 'string' } }),
  'a property called __proto__': JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}'),
  'formats and unknown keywords': object({ when: { type: 'string', format: 'date-time', 'x-hint': 'soon' } }),
  'the draft that a generator writes': { $schema: 'http://json-schema.org/draft-07/schema#', ...object({ a: { type: 'string' } }) },
  'a reference through an escaped name': object({ a: { $ref: '#/$defs/a%20b~1c' } }, { $defs: { 'a b/c': { type: 'number' } } }),
  'a reference to the root': object({ a: { $ref: '#' } }),
  'a tree: recursion with a step into the data': object(
    { tree: { $ref: '#/$defs/node' } },
    { $defs: { node: object({ children: { type: 'array', items: { $ref: '#/$defs/node' } } }) } },
  ),
  'a reference to a schema under an unknown keyword': object(
    { a: { $ref: '#/components/schemas/money' } },
    { components: { schemas: { money: { type: 'number' } } } },
  ),
  'dependencies on names': object({ a: {}, b: {} }, { dependencies: { a: ['b'] } }),
  'sixty properties that refer to one list of eighty': object(properties(60, { $ref: '#/$defs/list' }), { $defs: { list: oneOf(80) } }),
  'a thousand subschemas': { type: 'object', oneOf: Array(999).fill({}) },
  'ten thousand subschemas by way of references': object(properties(98, { $ref: '#/$defs/list' }), { $defs: { list: oneOf(100) } }),
  'a chain of hundreds of references': chain(450),
  'sixteen levels': deep(16),
  'exactly 32,768 bytes': sized(32_768),
};

const refused: Record<string, [schema: unknown, path: string]> = {
  'a string': ['object', ''],
  'an array': [[], ''],
  'a root of another type': [{ type: 'array' }, '/type'],
  'a root without a type': [{ properties: {} }, '/type'],
  'an unknown type': [object({ price: { type: 'money' } }), '/properties/price/type'],
  'an unknown type in a list': [object({ price: { type: ['number', 'money'] } }), '/properties/price/type/1'],
  'a required name that is no property': [object({ a: {} }, { required: ['a', 'b'] }), '/required/1'],
  'the same, deeper': [object({ list: { type: 'array', items: object({}, { required: ['x'] }) } }), '/properties/list/items/required/0'],
  'required that is no list': [object({}, { required: 'a' }), '/required'],
  'a reference to another document': [object({ a: { $ref: 'https://example.com/schema' } }), '/properties/a/$ref'],
  'a reference to a file': [object({ a: { $ref: 'other.json#/x' } }), '/properties/a/$ref'],
  $id: [{ type: 'object', $id: 'x' }, '/$id'],
  '$anchor, deeper': [object({ a: { $anchor: 'x' } }), '/properties/a/$anchor'],
  $async: [{ type: 'object', $async: true }, '/$async'],
  $dynamicRef: [object({ a: { $dynamicRef: '#x' } }), '/properties/a/$dynamicRef'],
  'a property that is no schema': [object({ a: 'string' }), '/properties/a'],
  'a name with a slash, escaped in the pointer': [object({ 'a/b': { type: 'x' } }), '/properties/a~1b/type'],
  'seventeen levels': [deep(17), '/properties/a'.repeat(16)],
  'one byte too many': [sized(32_769), ''],
  'a keyword with a value that does not compile': [object({ a: { minimum: 'low' } }), '/properties/a/minimum'],
  'a pattern that is no regular expression': [object({ a: { pattern: '(' } }), '/properties/a/pattern'],
  'a reference that points nowhere': [object({ a: { $ref: '#/$defs/none' } }), '/properties/a/$ref'],
  'a reference that cannot be decoded': [object({ a: { $ref: '#/%zz' } }), '/properties/a/$ref'],
  'a pattern of names that is no regular expression': [object({}, { patternProperties: { '[': {} } }), '/patternProperties/['],
  'another dialect': [{ type: 'object', $schema: 'http://json-schema.org/draft-04/schema#' }, '/$schema'],
  '$schema that is no string': [{ type: 'object', $schema: 7 }, '/$schema'],
  'a reference to itself': [object({ a: { $ref: '#/properties/a' } }), '/properties/a'],
  'two references to each other': [object({ a: { $ref: '#/properties/b' }, b: { $ref: '#/properties/a' } }), '/properties/a'],
  'recursion without a step into the data': [
    object({}, { if: { $ref: '#/$defs/a' }, $defs: { a: { anyOf: [{}, { not: { $ref: '#/$defs/a' } }] } } }),
    '/$defs/a',
  ],
  'the root applied to itself': [{ type: 'object', allOf: [{ $ref: '#' }] }, ''],
  'a subschema too many': [{ type: 'object', oneOf: Array(1_000).fill({}) }, '/oneOf/999'],
  'a thousand names in dependentRequired': [object({}, { dependentRequired: { a: Object.keys(properties(1_000, {})) } }), ''],
  'fifty references to a list of five hundred': [object(properties(50, { $ref: '#/$defs/list' }), { $defs: { list: oneOf(500) } }), ''],
  'references that double what they refer to, forty times': [object({ a: { $ref: '#/$defs/d0' } }, { $defs: doubling(40) }), ''],
  'thirty objects that each refer to all before them and to the next': [entangled(30), ''],
  'a rule broken under an unknown keyword that a reference leads to': [
    object({ a: { $ref: '#/x/y' } }, { x: { y: { $async: true } } }),
    '/x/y/$async',
  ],
  'a reference to what is no schema': [object({ a: { $ref: '#/required' } }, { required: ['a'] }), '/required'],
  'a rule broken in dependencies': [object({ a: {} }, { dependencies: { a: { $id: 'x' } } }), '/dependencies/a/$id'],
  'items that are a list, as older drafts had them': [object({ a: { items: [{}] } }), '/properties/a/items'],
  '$schema within': [object({ a: { $schema: 'http://json-schema.org/draft-07/schema#' } }), '/properties/a/$schema'],
};

for (const [name, schema] of Object.entries(accepted)) {
  test(`accepts ${name}`, () => check(schema));
}

for (const [name, [schema, path]] of Object.entries(refused)) {
  test(`refuses ${name}, pointing at "${path}"`, () =>
    assert.rejects(check(schema), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'invalid_extraction_schema');
      assert.equal(error.details?.['path'], path);
      // Those words are Node's.
      assert.doesNotMatch(error.message, /call stack/);
      return true;
    }));
}

test('refuses half a million brackets', () => {
  const brackets: unknown = JSON.parse(`${'['.repeat(500_000)}${']'.repeat(500_000)}`);
  assert.throws(() => checkRules(brackets), /deeper than 16 levels/);
});

/** A schema of so many levels, the root being the first. */
function deep(levels: number): object {
  return levels === 1 ? { type: 'object' } : object({ a: deep(levels - 1) });
}

/** A schema of so many bytes of compact JSON. */
function sized(bytes: number): object {
  const empty = { type: 'object', description: '' };
  return { ...empty, description: 'x'.repeat(bytes - JSON.stringify(empty).length) };
}

function oneOf(count: number): object {
  return { oneOf: Array.from({ length: count }, (_, nth) => ({ const: nth })) };
}

function properties(count: number, schema: object): object {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`p${nth}`, schema]));
}

/** Each of them refers twice to the next. */
function doubling(count: number): object {
  return Object.fromEntries(
    Array.from({ length: count }, (_, nth) => [
      `d${nth}`,
      nth === count - 1 ? {} : { allOf: [{ $ref: `#/$defs/d${nth + 1}` }, { $ref: `#/$defs/d${nth + 1}` }] },
    ]),
  );
}

function chain(length: number): object {
  const links = Array.from({ length }, (_, nth) => [`d${nth}`, nth === length - 1 ? {} : { $ref: `#/$defs/d${nth + 1}` }]);
  return object({ a: { $ref: '#/$defs/d0' } }, { $defs: Object.fromEntries(links) });
}
