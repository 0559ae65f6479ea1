import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Json, mapped, object } from '../../src/contract/json.ts';
import { localAddress, publication } from '../../src/contract/publication.ts';
import { refTo } from '../../src/contract/references.ts';
import { areInstalled } from '../support/tools.ts';
import { compile } from './compile.ts';
import { generate, type Served } from './generate.ts';
import { generators, toolsFolder } from './generators.ts';
import { addCaller } from './place-call.ts';
import { membersOf, propertyCounts } from './property-names.ts';

/** A gauntlet that lets everything pass proves nothing: it is shown documents that generators fail on. */

const withoutTools = areInstalled(toolsFolder) ? false : 'the generators are not installed: npm run generators';
const published = publication(localAddress);

test('the names of properties are found wherever a schema stands, and nowhere else', () => {
  const schemas = {
    Reached: { properties: { properties: { type: 'object', properties: { inner: {} } } }, examples: [{ properties: { example: 1 } }] },
    Unreached: { properties: { other: {} } },
  };
  const part = { content: { schema: { items: { $ref: refTo('Reached') } } }, 'x-data': { properties: { extension: {} } } };
  const document = { paths: part, components: { schemas } };
  assert.deepEqual(Object.fromEntries(propertyCounts(document, part)), { properties: 1, inner: 1 });
  assert.deepEqual(Object.fromEntries(propertyCounts(document)), { properties: 2, inner: 2, other: 1 });
  assert.deepEqual(membersOf(document), [['Reached', 'properties']]);
});

describe('a document with three faults that generators fail on', { skip: withoutTools }, () => {
  let lost: Outputs['lost'];
  let objections: Outputs['lost'];
  const cleanups: (() => Promise<void>)[] = [];
  after(async () => {
    for (const clean of cleanups) await clean();
  });
  before(async () => {
    const openapi = withSchemas({
      CreatedWebhookEndpoint: (flat) => ({ ...flat, allOf: [{ $ref: refTo('EndpointSummary') }] }),
      WebhookDeliveryWithPayload: (flat) => ({ ...flat, allOf: [{ $ref: refTo('WebhookDelivery') }] }),
      PlacedCallReply: (flat) => ({ ...flat, required: [] }),
    });
    const outputs = await outputsOf({ after: (clean) => void cleanups.push(clean) }, { openapi }, [
      'openapi-zod-client',
      'orval-zod',
      'openapi-typescript',
      'hey-api',
    ]);
    await addCaller(outputs.folder, 'hey-api');
    lost = outputs.lost;
    objections = await compile(outputs.folder);
  });

  test('a property beside an allOf, which Zod generators lose, is missed even where another schema has one of its name', () => {
    assert.match(objections('openapi-zod-client').join('\n'), /members-0\.ts.*Property 'signingSecret' does not exist/);
    assert.ok(lost('orval-zod').includes('The property signingSecret is lost.'));
    assert.deepEqual([lost('openapi-typescript'), objections('openapi-typescript')], [[], []]);
  });

  test('a property that a Zod generator loses altogether is missed by its name', () => {
    assert.deepEqual(lost('openapi-zod-client'), ['The property attemptLog is lost.', 'The property payload is lost.']);
  });

  test('a program that a generated client does not fit is an objection', () => {
    assert.match(objections('hey-api').join('\n'), /^hey-api\/place-call\.ts.*'placed\.data\.call' is possibly 'undefined'/m);
  });
});

test('a name that a generator has to invent is told', { skip: withoutTools }, async (t) => {
  const { components, ...document } = published.asyncapi.document();
  const untitled: Json = JSON.parse(JSON.stringify(components, (key, value) => (key === 'title' ? undefined : value)));
  const { lost } = await outputsOf(t, { asyncapi: { ...document, components: untitled } }, ['modelina']);
  assert.match(lost('modelina').join('\n'), /AnonymousSchema_\d+ is an invented name/);
});

test('a generator that takes no such document is told with what it said', { skip: withoutTools }, async (t) => {
  const { lost } = await outputsOf(t, { openapi: { openapi: '4.0.0' } }, ['openapi-typescript']);
  assert.match(lost('openapi-typescript').join(), /Unsupported/);
});

function withSchemas(changes: Readonly<Record<string, (schema: Json) => Json>>): Json {
  const document = published.openapi.document();
  const { schemas, ...components } = object(document.components);
  const changed = mapped(object(schemas), (schema, each) => changes[each]?.(object(schema)) ?? schema);
  return { ...document, components: { ...components, schemas: changed } };
}

async function outputsOf(
  t: { after(clean: () => Promise<void>): void },
  documents: Partial<Served>,
  names: readonly string[],
): Promise<Outputs> {
  const folder = await mkdtemp(join(process.env['TEST_FOLDER'] ?? '', 'generators-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const which = generators.filter(({ name }) => names.includes(name));
  const found = await generate(folder, { openapi: {}, asyncapi: {}, ...documents }, which);
  const lost = (name: string) => [...found].flatMap(([generator, { problems }]) => (generator.name === name ? problems : []));
  return { folder, lost };
}

interface Outputs {
  readonly folder: string;
  readonly lost: (generator: string) => readonly string[];
}
