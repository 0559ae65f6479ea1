import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refTo } from '../../src/contract/references.ts';
import { folderFor } from '../support/folder.ts';
import { compile } from './compile.ts';
import { generate } from './generate.ts';
import { type Generator, modelsIn } from './generators.ts';
import { addCaller } from './place-call.ts';
import { membersOf, propertyCounts } from './property-names.ts';

/** A gauntlet that lets everything pass proves nothing: it is shown what generators get wrong, by some that are made up. */

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

test('what a generator loses, invents or refuses is told, and what does not compile', async (t) => {
  const folder = folderFor(t, process.env['TEST_FOLDER'] ?? '');
  const schemas = {
    Call: { properties: { id: {}, secret: {}, owner: { $ref: refTo('Owner') } } },
    Owner: { properties: { secret: {} } },
  };
  const openapi = { paths: { '/calls': { get: { $ref: refTo('Call') } } }, components: { schemas } };
  const models = 'export interface Owner { secret: string }\nexport interface Call { id: string; secret: string; owner: Owner }\n';
  const reply = 'Promise<{ data: { call?: { id: string; phoneNumber: string } } }>';
  const which = [
    writing('whole', { 'models.ts': models }),
    writing('loses-one-of-two', { 'models.ts': models.replace('id: string; secret: string', 'id: string') }),
    { ...writing('writes-out', { 'calls.ts': models.replaceAll('secret', 'other') }), schemas: [], reads: ({ paths }) => paths },
    writing('invents', { 'models.ts': `${models}export interface AnonymousSchema_1 {}\n` }),
    // A program that calls places uses what has this name.
    writing('hey-api', {
      'models.ts': models,
      'client.gen.ts': 'export declare const client: { setConfig(settings: object): void };\n',
      'sdk.gen.ts': ['placeCall', 'readCall'].map((name) => `export declare const ${name}: (input: object) => ${reply};\n`).join(''),
    }),
    { ...writing('refuses', {}), command: () => ['node', '-e', "console.error('Unsupported'); process.exit(1)"] },
  ] satisfies readonly Generator[];
  const found = await generate(folder, { openapi, asyncapi: {} }, which);
  await addCaller(folder, 'hey-api');
  const objections = await compile(folder);
  const told = Object.fromEntries([...found].map(([{ name }, { problems }]) => [name, [...problems, ...objections(name)].join('\n')]));
  assert.equal(told['whole'], '');
  assert.match(told['loses-one-of-two'] ?? '', /^loses-one-of-two\/members-0\.ts.*Property 'secret' does not exist/);
  assert.equal(told['writes-out'], 'The property secret is lost.');
  assert.equal(told['invents'], 'AnonymousSchema_1 is an invented name.');
  assert.match(told['hey-api'] ?? '', /^hey-api\/place-call\.ts.*'placed\.data\.call' is possibly 'undefined'/);
  assert.match(told['refuses'] ?? '', /Unsupported/);
});

/** A generator that writes these files, and has the schemas in `models.ts`. */
function writing(name: string, files: Readonly<Record<string, string>>): Generator {
  const write = (output: string) =>
    `for (const [file, text] of Object.entries(${JSON.stringify(files)})) require('node:fs').writeFileSync(${JSON.stringify(`${output}/`)} + file, text);`;
  return { name, document: 'openapi', command: (_, output) => ['node', '-e', write(output)], schemas: [modelsIn('./models')] };
}
