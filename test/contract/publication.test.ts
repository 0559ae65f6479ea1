import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { asyncApiDocument, publicContract } from '../../src/contract/documents.ts';
import { publication } from '../../src/contract/publication.ts';
import { publishedForm } from '../../src/contract/published-form.ts';

const { openapi, asyncapi } = publication('https://calls.example.net/ringpost');

test('the public document names this installation, as its server and in its examples, and is otherwise the published form of the written one', async () => {
  const published = JSON.parse(openapi.json().text);
  assert.deepEqual(published.servers, [{ url: 'https://calls.example.net/ringpost/api/v1/public', description: 'This service.' }]);
  assert.match(published.info.description, /RINGPOST_URL=https:\/\/calls\.example\.net\/ringpost\/api\/v1\/public /);
  assert.ok(!openapi.json().text.includes('127.0.0.1'));
  assert.deepEqual(parse((await openapi.yaml()).text), published);
  assert.equal(published.externalDocs.url, 'https://calls.example.net/ringpost/docs/');
  const withoutAddress = { info: 0, servers: 0, externalDocs: 0 };
  const form = JSON.stringify(publishedForm(publicContract().document)).replaceAll(
    'http://127.0.0.1:8080',
    'https://calls.example.net/ringpost',
  );
  assert.deepEqual({ ...published, ...withoutAddress }, { ...JSON.parse(form), ...withoutAddress });
});

test('the document of the webhooks is the published form of the written one', () => {
  assert.deepEqual(JSON.parse(asyncapi.json().text), publishedForm(asyncApiDocument()));
});

test('the page of the public document has every error code in a row of a table', () => {
  const { info, 'x-error-catalogue': catalogue } = JSON.parse(openapi.page());
  const rows = info.description
    .split('\n')
    .filter((line: string) => /^\| \[`([a-z_]+)`\]\(\.\.\/errors\/\1\.html\) \| [45]\d\d \| .+ \| .+ \| .+ \|$/.test(line));
  assert.equal(rows.length, Object.keys(catalogue).length);
});

test('the page of the webhooks has every test vector, whole', () => {
  const { description } = JSON.parse(asyncapi.page()).info;
  for (const vector of asyncApiDocument()['x-signature'].vectors)
    for (const part of [vector.secret, vector.timestamp, vector.header, vector.bodyBase64, vector.body])
      assert.ok(description.includes(part), part);
});
