import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { asyncApiDocument } from '../../../src/contract/documents.ts';
import { RedoclyError, redocly } from '../../../tools/contract/redocly.ts';
import { folderFor } from '../../support/folder.ts';
import { address, files, jsonOf, textOf } from './published.ts';

const folder = folderFor({ after });
before(async () => {
  for (const path of linted) await writeFile(join(folder, path), await textOf(path));
});

const linted = ['openapi.json', 'openapi-3.0.json', 'openapi.dereferenced.json', 'asyncapi.json', 'workflows.yaml'];

for (const path of linted)
  test(`Redocly finds no error in ${path}`, async () => {
    const options = ['--extends=recommended', '--format=json', '--max-problems=1000'];
    const printed = await redocly(['lint', join(folder, path), ...options]).catch((error: unknown) => {
      if (error instanceof RedoclyError) return error.out;
      throw error;
    });
    const { problems } = JSON.parse(printed) as { problems: readonly Problem[] };
    const errors = problems.filter(({ severity, message }) => severity === 'error' && !mistaken.test(message));
    assert.deepEqual(
      errors.map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
      [],
    );
  });

interface Problem {
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer: string }[];
}

/** A discriminator is an object in OpenAPI and a property's name in AsyncAPI. Redocly expects the object in both. */
const mistaken = /^Expected type `Discriminator` \(object\) but got `string`$/;

test('everything names this service where it names one, and nothing names the machine of a reader', async () => {
  for (const path of Object.keys(files)) {
    const text = await textOf(path);
    assert.doesNotMatch(text, /127\.0\.0\.1:8080/, path);
    if (!/^(asyncapi|checksums)/.test(path)) assert.ok(text.includes(address), path);
  }
});

test('the checksums are those of all other files', async () => {
  const expected = await Promise.all(
    Object.keys(files)
      .filter((path) => path !== 'checksums.txt')
      .map(
        async (path) =>
          `${createHash('sha256')
            .update(await textOf(path))
            .digest('hex')}  ${path}`,
      ),
  );
  assert.deepEqual((await textOf('checksums.txt')).trimEnd().split('\n'), expected);
});

test('the workflows are introduced with those that place real calls', async () => {
  const { info, workflows } = parse(await textOf('workflows.yaml')) as { info: { description: string }; workflows: readonly Workflow[] };
  const placing = workflows.filter(({ steps }) =>
    steps.some(
      ({ operationId = '', successCriteria = [] }) =>
        operationId.endsWith('.placeCall') && successCriteria.some(({ condition }) => condition === '$statusCode == 201'),
    ),
  );
  const [sentence = ''] = /[^.]* place real calls/.exec(info.description) ?? [];
  assert.deepEqual(
    [...sentence.matchAll(/`(\w+)`/g)].map(([, id]) => id),
    placing.map(({ workflowId }) => workflowId),
  );
});

interface Workflow {
  readonly workflowId: string;
  readonly steps: readonly { readonly operationId?: string; readonly successCriteria?: readonly { readonly condition: string }[] }[];
}

test('the workflows refer to the documents that are published beside them', async () => {
  const { sourceDescriptions } = parse(await textOf('workflows.yaml')) as { sourceDescriptions: readonly { url: string }[] };
  assert.ok(sourceDescriptions.length > 0);
  for (const { url } of sourceDescriptions) assert.ok(url in files, url);
});

const messages = Object.values(asyncApiDocument().components.messages).filter(({ payload }) => payload !== undefined);

test('every event has a schema that a strict validator of draft-07 reads, which takes its examples and no body without data', async () => {
  assert.deepEqual(
    Object.keys(files)
      .filter((path) => path.startsWith('schemas/'))
      .sort(),
    messages.map(({ name }) => `schemas/${name}.json`).sort(),
  );
  for (const { name, examples = [] } of messages) {
    const schema = await jsonOf(`schemas/${name}.json`);
    assert.equal(schema['$id'], `${address}/schemas/${name}.json`);
    const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    assert.ok(examples.length > 0);
    for (const { payload } of examples) {
      assert.ok(validate(payload), JSON.stringify(validate.errors));
      assert.ok(validate({ ...(payload as object), added: 'later' }));
      assert.ok(!validate({ ...(payload as object), data: undefined }));
      assert.ok(!validate({ ...(payload as object), event: 'another.event' }));
    }
  }
});
