import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asyncApiDocument, publicContract } from '../../src/contract/documents.ts';
import { publishedForm } from '../../src/contract/published-form.ts';
import { checkExamples, checkMessages } from '../../tools/contract/check/examples.ts';
import { checkSchemas } from '../../tools/contract/check/schemas.ts';
import { compilerFor } from '../../tools/contract/check/validators.ts';
import { at, entries, type JsonObject, pointer, text } from '../../tools/contract/document.ts';

const written = publicContract().document as unknown as JsonObject;
const openapi = publishedForm(written);
const asyncapi = publishedForm(asyncApiDocument() as unknown as JsonObject);
const inOpenapi = (...keys: readonly string[]) => at(openapi, openapi, ...keys);
const schemaOf = (name: string, ...keys: readonly string[]) => inOpenapi('components', 'schemas', name, ...keys);

for (const [name, ...findings] of [
  ['OpenAPI', checkSchemas(openapi, '2020-12'), checkExamples(openapi)],
  ['AsyncAPI', checkSchemas(asyncapi, 'draft-07'), checkMessages(asyncapi)],
] as const)
  test(`the published ${name} document compiles strictly, and its examples fit`, () => {
    for (const { checked, problems } of findings) {
      assert.ok(checked > 0);
      assert.deepEqual(problems, []);
    }
  });

test('no property is lost', () => {
  const propertiesIn = (node: unknown): readonly string[] =>
    typeof node !== 'object' || node === null
      ? []
      : Object.entries(node).flatMap(([key, value]) => [
          ...(key === 'properties' ? Object.keys(value as object) : []),
          ...(key.startsWith('example') ? [] : propertiesIn(value)),
        ]);
  const names = (document: unknown) => [...new Set(propertiesIn(document))].sort();
  assert.ok(names(written).includes('signingSecret'));
  assert.deepEqual(names(openapi), names(written));
});

test('every property has a description, those of merged errors too', () => {
  const undescribed = (node: unknown, path: string): readonly string[] =>
    entries(node).flatMap(([key, value]) => [
      ...(key === 'properties' ? entries(value).filter(([, each]) => !at(openapi, each, 'description')) : []).map(
        ([name]) => `${path}/${name}`,
      ),
      ...(/^(x-|example)/.test(key) ? [] : undescribed(value, `${path}/${key}`)),
    ]);
  assert.deepEqual(undescribed(openapi, ''), []);
});

test('no schema takes members over from another, and every schema has a title', () => {
  for (const [name, schema] of entries(inOpenapi('components', 'schemas'))) {
    assert.equal(at(openapi, schema, 'allOf'), undefined, name);
    assert.equal(at(openapi, schema, 'title'), name);
  }
  assert.equal(entries(schemaOf('CreatedWebhookEndpoint', 'properties')).at(-1)?.[0], 'signingSecret');
});

test('an answer may have new members and new values, a request may not', () => {
  const compile = compilerFor(openapi, '2020-12', { strict: true });
  const fits = (schema: string, value: unknown) => compile(pointer('components', 'schemas', schema))(value);
  const examples = inOpenapi('paths', '/calls/{id}', 'get', 'responses', '200', 'content', 'application/json', 'examples');
  const call = at(openapi, entries(examples)[0]?.[1], 'value', 'call') as JsonObject;
  assert.ok(fits('Call', call));
  assert.ok(fits('Call', { ...call, language: 'en', status: 'transferred' }));
  assert.ok(!fits('Call', { ...call, durationSeconds: 'long' }));
  const endpoint = { name: 'CRM', url: 'https://crm.example.org/hooks' };
  assert.ok(fits('CreateWebhookEndpointRequest', endpoint));
  assert.ok(!fits('CreateWebhookEndpointRequest', { ...endpoint, colour: 'red' }));
  assert.ok(!fits('CreateWebhookEndpointRequest', { ...endpoint, method: 'PATCH' }));
  assert.deepEqual(schemaOf('EventType', 'x-extensible-enum'), schemaOf('EventTypeInput', 'enum'));
});

test('a body that is asked for has no default, and its description says what holds without the member', () => {
  assert.doesNotMatch(
    JSON.stringify(entries(inOpenapi('components', 'schemas')).filter(([name]) => name.endsWith('Request'))),
    /"default":/,
  );
  assert.match(text(schemaOf('CreateAutomationTriggerRequest', 'properties', 'isActive', 'description')), /Without it: `true`\.$/);
});

test('an answer of several errors is one object with the codes of all', () => {
  const inError = (path: string, ...keys: readonly string[]) =>
    inOpenapi(
      'paths',
      path,
      'post',
      'responses',
      '400',
      'content',
      'application/json',
      'schema',
      'properties',
      'error',
      'properties',
      ...keys,
    );
  const detailsOf = (path: string) => entries(inError(path, 'details', 'properties')).map(([name]) => name);
  assert.deepEqual(inError('/calls', 'code', 'x-extensible-enum'), ['invalid_request', 'invalid_phone_number', 'missing_variables']);
  assert.deepEqual(detailsOf('/calls'), ['errors', 'phoneNumber', 'missing']);
  // Here one of the errors refers to the schema of its details.
  assert.deepEqual(detailsOf('/webhooks'), ['errors', 'reason', 'limit']);
});

test('the leads have a discriminator in the notation of each document, and webhooks have an operationId', () => {
  assert.equal(schemaOf('LeadQualifiedData', 'discriminator', 'propertyName'), 'origin');
  assert.equal(schemaOf('LeadQualifiedData', 'discriminator', 'mapping', 'ai_call'), '#/components/schemas/LeadQualifiedByAiCall');
  assert.equal(at(asyncapi, asyncapi, 'components', 'schemas', 'LeadQualifiedData', 'discriminator'), 'origin');
  assert.equal(inOpenapi('webhooks', 'call.completed', 'post', 'operationId'), 'onCallCompleted');
});
