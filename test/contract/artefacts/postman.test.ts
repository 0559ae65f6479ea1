import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { operationsOf } from '../../../tools/contract/document.ts';
import { address, jsonOf } from './published.ts';

const collection = (await jsonOf('postman.json')) as unknown as Collection;
const published = await jsonOf('openapi.json');
const requests = collection.item.flatMap(({ item }) => item);

interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly auth: object;
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: { readonly path: readonly string[]; readonly variable: readonly { readonly key: string; readonly value: string }[] };
    readonly body?: { readonly raw: string };
  };
  readonly response: readonly { readonly code: number; readonly name: string; readonly body: string }[];
}

/** The part of the format 2.1 that importers rely on. */
const text = { type: 'string' };
const listOf = (items: object) => ({ type: 'array', items });
const form = (required: readonly string[], properties: object) => ({ type: 'object', required, properties, additionalProperties: false });
const entry = form(['key', 'value'], { key: text, value: text, type: text, description: text, disabled: { type: 'boolean' } });
const url = form(['raw', 'host', 'path'], {
  raw: text,
  host: listOf(text),
  path: listOf(text),
  query: listOf(entry),
  variable: listOf(entry),
});
const body = form(['mode', 'raw'], { mode: { const: 'raw' }, raw: text, options: { type: 'object' } });
const request = form(['method', 'header', 'url'], { method: text, header: listOf(entry), url, body, description: text });
const response = form(['name', 'originalRequest', 'code', 'status', 'header', 'body'], {
  name: text,
  originalRequest: request,
  code: { type: 'integer' },
  status: { type: 'string', minLength: 1 },
  header: listOf(entry),
  body: text,
  _postman_previewlanguage: text,
});
const folder = form(['name', 'item'], {
  name: text,
  description: text,
  item: listOf(form(['name', 'request', 'response'], { name: text, request, response: listOf(response) })),
});
const whole = form(['info', 'item'], {
  info: form(['name', 'schema'], {
    name: text,
    description: text,
    schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  }),
  auth: form(['type', 'bearer'], { type: { const: 'bearer' }, bearer: listOf(entry) }),
  variable: listOf(entry),
  item: listOf(folder),
});

test('the Postman collection has the form of version 2.1', () => {
  const validate = new Ajv().compile(whole);
  assert.ok(validate(collection), JSON.stringify(validate.errors));
});

test('it has each operation once, with values for its place, a body that can be sent, and every answer', () => {
  const told = requests.map(({ request: { method, url } }) => `${method.toLowerCase()} /${url.path.join('/')}`);
  assert.deepEqual(
    told.sort(),
    operationsOf(published)
      .map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
      .sort(),
  );
  for (const { name, request: sent, response: answers } of requests) {
    if (sent.method === 'POST' && sent.body) assert.ok(Object.keys(JSON.parse(sent.body.raw)).length > 0, name);
    assert.deepEqual(
      sent.url.path.filter((step) => step.startsWith(':')).map((step) => step.slice(1)),
      sent.url.variable.map(({ key }) => key),
    );
    for (const { value } of sent.url.variable) assert.notEqual(value, '', name);
    assert.ok(answers.some(({ code }) => code < 300) && answers.some(({ code }) => code === 401), name);
    for (const { code, body: said } of answers) if (code !== 204) assert.ok(JSON.parse(said), name);
  }
});

test('its variables are the address of this service and the key', () => {
  assert.deepEqual(collection.variable, [
    { key: 'baseUrl', value: `${address}/api/v1/public` },
    { key: 'apiKey', value: '' },
  ]);
  assert.match(JSON.stringify(collection.auth), /\{\{apiKey\}\}/);
});
