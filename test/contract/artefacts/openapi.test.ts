import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dereferenced } from '../../../src/contract/artefacts/dereferenced.ts';
import { openApi30 } from '../../../src/contract/artefacts/openapi-3-0.ts';
import { checkExamples } from '../../../tools/contract/check/examples.ts';
import { at, type JsonObject, operationsOf } from '../../../tools/contract/document.ts';
import { jsonOf } from './published.ts';

const published = await jsonOf('openapi.json');
const older = await jsonOf('openapi-3.0.json');
const flat = await jsonOf('openapi.dereferenced.json');

for (const [name, document] of [
  ['3.0.3', older],
  ['without references', flat],
] as const)
  test(`the document ${name} has every operation, every property and every example, and the examples fit`, () => {
    const { checked, problems } = checkExamples(document);
    assert.ok(checked > 100);
    assert.deepEqual(problems, []);
    const operations = (each: JsonObject) => operationsOf(each).map(({ id, method, path }) => `${id} ${method} ${path}`);
    assert.deepEqual(operations(document), operations(published));
    assert.deepEqual(namesIn(document), namesIn(published));
  });

/** The names of the properties of all schemas. */
function namesIn(document: JsonObject): readonly string[] {
  const names = new Set<string>();
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
      if (!key.startsWith('example')) look(value);
    }
  };
  look(document);
  return [...names].sort();
}

test('no reference is left in the document without references', () => {
  assert.ok(JSON.stringify(published).includes('"$ref":'));
  assert.ok(!JSON.stringify(flat).includes('"$ref":'));
  assert.deepEqual(Object.keys(flat['components'] as object), ['securitySchemes']);
});

test('what is beside a reference wins over its target, and a schema that contains itself is refused', () => {
  const named = { type: 'object', description: 'A name.', properties: {} };
  const opened = dereferenced({
    paths: { a: { $ref: '#/components/schemas/Name', description: 'Yours.' } },
    components: { schemas: { Name: named } },
  });
  assert.deepEqual(opened.paths, { a: { ...named, description: 'Yours.' } });
  const tree = { properties: { branch: { $ref: '#/components/schemas/Tree' } } };
  assert.throws(
    () => dereferenced({ paths: { $ref: '#/components/schemas/Tree' }, components: { schemas: { Tree: tree } } }),
    /Tree contains itself/,
  );
});

test('OpenAPI 3.0.3 gets its own words for null, constants, examples, webhooks and scopes', () => {
  const inOlder = (...keys: readonly string[]) => at(older, older, ...keys);
  assert.equal(inOlder('openapi'), '3.0.3');
  const outcome = inOlder('components', 'schemas', 'Call', 'properties', 'outcome');
  assert.deepEqual([at(older, outcome, 'type'), at(older, outcome, 'nullable')], ['string', true]);
  assert.deepEqual(Object.keys(inOlder('x-webhooks') as object), Object.keys(published['webhooks'] as object));
  assert.deepEqual(inOlder('paths', '/calls', 'post', 'security'), [{ bearerAuth: [] }]);
  assert.deepEqual(inOlder('paths', '/calls', 'post', 'x-scopes'), ['calls:place']);
});

const schemaAs30 = (schema: object): unknown =>
  (openApi30({ components: { schemas: { One: schema } } }).components as { schemas: { One: unknown } }).schemas.One;

test('each keyword that 3.0 lacks has its counterpart, at every depth', () => {
  assert.deepEqual(
    schemaAs30({ type: 'object', properties: { type: { const: 'a', examples: ['a', 'b'] } }, propertyNames: { maxLength: 2 } }),
    {
      type: 'object',
      properties: { type: { enum: ['a'], example: 'a' } },
    },
  );
  assert.deepEqual(schemaAs30({ type: 'array', items: { $ref: '#/components/schemas/One', description: 'Another.' } }), {
    type: 'array',
    items: { description: 'Another.', allOf: [{ $ref: '#/components/schemas/One' }] },
  });
  assert.deepEqual(schemaAs30({ oneOf: [{ type: 'null' }] }), { oneOf: [{ type: 'string', nullable: true, enum: [null] }] });
  assert.throws(() => schemaAs30({ type: ['string', 'integer'] }), /no type that is string or integer/);
});
