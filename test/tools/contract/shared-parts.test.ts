import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { redocly } from '../../../tools/contract/redocly.ts';
import { folderFor } from '../../support/folder.ts';

const root = `
openapi: 3.1.0
info: { title: Parts, version: 1.0.0 }
tags: [{ name: Second }, { name: First }]
x-shared-parts:
  folder: parts
  headers: { X-Id: { schema: { type: string } } }
  responses:
    everywhere: { '400': { $ref: common.yaml#/responses/Plain }, '500': { $ref: common.yaml#/responses/Broken } }
    withQuery: { '400': { $ref: common.yaml#/responses/Query } }
    withBody: { '413': { $ref: common.yaml#/responses/Large } }
    withIdempotencyKey: { '409': { $ref: common.yaml#/responses/Conflict } }
    withScope: { read: { '403': { $ref: common.yaml#/responses/ForbiddenRead } } }
components: { responses: {} }
`;
const common = `
responses:
  Plain: { description: Plain }
  Broken: { description: Broken, headers: { Retry-After: { schema: { type: integer } } } }
  Query: { description: Query }
  Large: { description: Large }
  Conflict: { description: Conflict }
  ForbiddenRead: { description: ForbiddenRead }
`;
const first = `
parameters: { Limit: { name: limit, in: query, schema: { type: integer } } }
schemas: { Thing: { type: object } }
paths:
  /things:
    get:
      operationId: listThings
      tags: [First]
      security: [{ key: [read] }]
      parameters: [{ $ref: '#/parameters/Limit' }]
      responses: { '200': { description: Things, content: { application/json: { schema: { $ref: '#/schemas/Thing' } } } } }
`;
const second = `
paths:
  /orders:
    post:
      operationId: order
      tags: [Second]
      x-idempotency: { kind: key }
      requestBody: { content: { application/json: { schema: { $ref: parts.yaml#/schemas/Thing } } } }
      responses: { '201': { description: Ordered }, '500': { description: Own } }
webhooks:
  told: { post: { tags: [Second], responses: { '200': { description: Heard } } } }
`;

test('bundling gathers the paths of a folder and puts the shared responses and headers into each operation', async (t) => {
  const folder = folderFor(t);
  await mkdir(join(folder, 'parts'));
  const files = { 'root.yaml': root, 'common.yaml': common, 'parts/parts.yaml': first, 'parts/second.yaml': second };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const bundle = JSON.parse(await redocly(['bundle', join(folder, 'root.yaml'), '--ext', 'json']));

  assert.equal(bundle['x-shared-parts'], undefined);
  assert.deepEqual(Object.keys(bundle.paths), ['/orders', '/things'], 'the files come in the order of the tags');
  const named = (responses: Record<string, { readonly $ref?: string; readonly description?: string }>) =>
    Object.entries(responses).map(([status, { $ref, description }]) => `${status} ${$ref?.split('/').at(-1) ?? description}`);
  const list = bundle.paths['/things'].get;
  assert.deepEqual(named(list.responses), ['200 Things', '400 Query', '403 ForbiddenRead', '500 Broken']);
  assert.deepEqual(list.parameters, [{ $ref: '#/components/parameters/Limit' }]);
  const order = bundle.paths['/orders'].post;
  assert.deepEqual(named(order.responses), ['201 Ordered', '400 Plain', '409 Conflict', '413 Large', '500 Own'], 'its own 500 stays');

  assert.deepEqual(Object.keys(order.responses['500'].headers), ['X-Id']);
  assert.deepEqual(Object.keys(bundle.components.responses.Broken.headers), ['X-Id', 'Retry-After']);
  assert.equal(bundle.webhooks.told.post.responses['200'].headers, undefined, 'a receiver of webhooks owes no headers');
});
