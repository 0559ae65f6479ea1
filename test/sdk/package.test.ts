import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { build } from 'esbuild';
import ts from 'typescript';
import { responses } from '../../sdk/generated/fixtures.ts';
import { listen } from '../support/api.ts';
import { folderFor } from '../support/folder.ts';
import { compileAndEdit } from './editor-texts.ts';
import { asksForPackages, checkProgram, checkSimulator, followLinks, startOnce } from './installed-program.ts';
import {
  broughtBy,
  emptyProject,
  install,
  type Manifest,
  manifestIn,
  type Packed,
  packAll,
  packageOf,
  root,
  run,
  workspaces,
} from './packed.ts';

/** This Node, and those of PACKAGE_TEST_NODES (paths separated by colons), where CI names the other supported major versions. */
const promisedNodes: readonly string[] = [process.execPath, ...(process.env['PACKAGE_TEST_NODES'] ?? '').split(':').filter(Boolean)];

/**
 * What somebody gets who installs the packages: built and packed once, put into empty projects, started, compiled against with nothing
 * skipped, and run on each Node that they are for.
 */

const folder = folderFor({ after });
let packed: ReadonlyMap<string, Packed> = new Map();

before(async () => {
  packed = await packAll(folder);
});

const fileOf = (name: string): string => packageOf(packed, name).file;

/** What each may weigh in KB, packed and unpacked, and how many other packages it may bring. */
const limits = {
  '@ringpost/sdk': { packed: 250, unpacked: 1_500, packages: 0 },
  '@ringpost/testing': { packed: 710, unpacked: 3_450, packages: 115 },
  '@ringpost/simulator': { packed: 600, unpacked: 2_600, packages: 110 },
  ringpost: { packed: 5_800, unpacked: 24_000, packages: 185 },
};

test('each package is of one version, says what it needs and nothing else, and can be published with provenance', async () => {
  const ringpost = await manifestIn('.');
  const versions: Readonly<Record<string, string>> = { ...ringpost.devDependencies, ...ringpost.dependencies };
  assert.equal(ringpost['private'], undefined);
  for (const folder of workspaces) {
    const manifest = await manifestIn(folder);
    for (const same of ['version', 'license', 'type', 'engines', 'publishConfig']) assert.deepEqual(manifest[same], ringpost[same], same);
    assert.deepEqual(manifest['repository'], { ...(ringpost['repository'] as object), directory: folder });
    assert.match(String((manifest['scripts'] as { prepack: string }).prepack), new RegExp(`build\\.ts ${folder}$`));
    for (const [name, version] of Object.entries(manifest.dependencies ?? {})) assert.equal(version, versions[name], name);
    for (const [name, range] of Object.entries(manifest.peerDependencies ?? {})) assert.equal(range, `^${versions[name]}`, name);
    assert.ok(
      packageOf(packed, manifest.name).files.some(({ path }) => path === 'LICENSE'),
      `${manifest.name} comes without its licence.`,
    );
    assert.deepEqual(
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).sort(),
      importedBy(join(root, folder, 'dist')),
    );
  }
  assert.deepEqual(ringpost['publishConfig'], { access: 'public', provenance: true });
});

test('the declarations name no type as TypeScript 5.7 or ES2022 brought it', () => {
  const declarations = workspaces.flatMap((folder) =>
    filesIn(join(root, folder, 'dist'), /\.d\.c?ts$/).map((name) => join(root, folder, 'dist', name)),
  );
  assert.ok(declarations.length > 100);
  const newer = declarations.filter((file) =>
    /\b((\w+Array|ArrayBufferView|DataView|Buffer)<ArrayBuffer|ErrorOptions)\b/.test(ts.sys.readFile(file) ?? ''),
  );
  assert.deepEqual(newer, []);
});

const filesIn = (folder: string, names: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => names.test(name));

/** Returns the names of the packages that the modules and declarations in a folder import. */
function importedBy(built: string): readonly string[] {
  const imported = filesIn(built, /\.(c?js|d\.c?ts)$/)
    .filter((name) => !name.includes('console/generated'))
    .flatMap((name) => ts.preProcessFile(ts.sys.readFile(join(built, name)) ?? '', true, true).importedFiles)
    .map(({ fileName }) => /^(?!\.|node:)(@[^/]+\/)?[^/]+/.exec(fileName)?.[0] ?? '');
  return [...new Set(imported)].filter(Boolean).sort();
}

test('the packages together type-check, and run the programs and READMEs', async (t) => {
  const project = await emptyProject(t);
  const { devDependencies = {} } = await manifestIn('.');
  // These and our compiler are what the project compiles with.
  await install(project, [...Object.keys(limits).map(fileOf), `@types/node@${devDependencies['@types/node']}`]);

  const exported = (await Promise.all(Object.keys(limits).map((name) => exportedBy(project, name)))).flat();
  const readmes = ['README.md', 'sdk/README.md', 'sdk/testing/README.md'];
  const snippets = (await Promise.all(readmes.map((file) => snippetsOf(join(root, file))))).flat();
  assert.ok(snippets.length >= 4);
  // These need a service that the simulator stands beside.
  const notRun = await snippetsOf(join(root, 'simulator', 'README.md'));
  assert.ok(notRun.length >= 3);
  await writeFile(join(project, 'imports.ts'), importsOf(exported));
  const ofSdk = modulesOf(exported.filter((path) => path.startsWith('@ringpost/sdk')));
  await writeFile(join(project, 'required.cts'), requiresOf([...ofSdk, '@ringpost/testing/matchers', '@ringpost/testing/fixtures']));
  await writeFile(join(project, 'matched.cts'), matches);
  const mocked = await readFile(join(import.meta.dirname, 'ten-mocked-calls.ts'), 'utf8');
  const installed = mocked
    .replace('../../sdk/client.ts', '@ringpost/sdk/client')
    .replace('../../sdk/testing/msw.ts', '@ringpost/testing/msw');
  await writeFile(join(project, 'ten-mocked-calls.ts'), installed);
  await weigh(t, project);
  await bundleSdk(project, ofSdk);
  await loadSdkAlone(t, project, ofSdk);
  const written = [...snippets, ...notRun];
  for (const [place, snippet] of written.entries()) await writeFile(join(project, `snippet-${place}.ts`), snippet);
  await followLinks(join(project, 'node_modules', 'ringpost'));
  await asksForPackages(project);
  compileAndEdit(
    project,
    ['imports.ts', 'required.cts', 'matched.cts', 'ten-mocked-calls.ts', ...written.map((_, place) => `snippet-${place}.ts`)],
    compilerOptions,
  );
  findTypesWithoutExports(project);
  // Each part ends before the first failure is told: the servers of a part that still ran would be left behind.
  const parts = [startOnce(project), checkSimulator(t, project), checkProgram(project), runAll(t, project, snippets)];
  await Promise.allSettled(parts);
  await Promise.all(parts);
});

async function weigh(t: TestContext, project: string): Promise<void> {
  for (const [name, limit] of Object.entries(limits)) {
    const { size, unpackedSize } = packageOf(packed, name);
    const brought = await broughtBy(project, name);
    const measured = { packed: Math.ceil(size / 1000), unpacked: Math.ceil(unpackedSize / 1000), packages: brought.length };
    t.diagnostic(`${name}: ${JSON.stringify(measured)}`);
    for (const [what, most] of Object.entries(limit)) {
      const value = measured[what as keyof typeof measured];
      // A limit that is more than twice the value holds nothing.
      assert.ok(value <= most && value >= most / 2, `${name}: ${what} is ${value}, and the limit ${most}`);
    }
  }
}

/** The SDK needs no Node where it says so, and leaves nothing of what is not used. */
async function bundleSdk(project: string, paths: readonly string[]): Promise<void> {
  const bundled = async (contents: string, platform: 'node' | 'browser'): Promise<string> => {
    const stdin = { contents, resolveDir: project };
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', platform, logLevel: 'silent' });
    return outputFiles.map(({ text }) => text.trim()).join('');
  };
  assert.equal(await bundled(paths.map((path) => `import '${path}';`).join('\n'), 'node'), '');
  // Without Node's own modules, which esbuild does not find for a browser.
  const forTheWeb = ['client', 'webhooks/web', 'webhooks/fetch', 'webhooks/hono'].map((path) => `export * from '@ringpost/sdk/${path}';`);
  assert.match(await bundled(forTheWeb.join('\n'), 'browser'), /createClient/);
  await assert.rejects(bundled("export * from '@ringpost/sdk/webhooks';", 'browser'), /node:crypto/);
}

/** The SDK is imported and required where no other package is around, on each Node. */
async function loadSdkAlone(t: TestContext, project: string, paths: readonly string[]): Promise<void> {
  const alone = await emptyProject(t);
  const folder = join('node_modules', '@ringpost', 'sdk');
  await cp(join(project, folder), join(alone, folder), { recursive: true });
  await writeFile(join(alone, 'imported.mjs'), paths.map((path) => `import '${path}';`).join('\n'));
  const required = paths.map((path) => `if (!Object.keys(require('${path}')).length) throw new Error();`);
  await writeFile(join(alone, 'required.cjs'), required.join('\n'));
  for (const node of promisedNodes)
    for (const file of ['required.cjs', 'imported.mjs']) await run(node, [commonJsAlone, file], { cwd: alone });
}

/** Has `require` take nothing but CommonJS, as Jest does. Node itself would load an ES module too. */
const commonJsAlone = '--no-experimental-require-module';

/** Uses the matcher as a test does that Jest runs. */
const matches = `
import fixtures = require('@ringpost/testing/fixtures');
import matchers = require('@ringpost/testing/matchers');
import webhooks = require('@ringpost/sdk/webhooks');
const secret = 'a'.repeat(64);
const request = webhooks.sign(fixtures.events.interested, { secret });
const matched: boolean = matchers.ringpostMatchers.toBeSignedDelivery(request, secret, 'call.completed').pass;
const forged: boolean = matchers.ringpostMatchers.toBeSignedDelivery(request, 'b'.repeat(64)).pass;
if (!matched || forged) throw new Error(JSON.stringify({ matched, forged }));
`;

/** Each import, each `require` of the SDK and of what tests require, and the snippets, one after the other, on each Node. */
async function runAll(t: TestContext, project: string, snippets: readonly string[]): Promise<void> {
  const service = await documentedAnswers();
  t.after(service.close);
  const env = {
    ...process.env,
    RINGPOST_URL: service.origin,
    RINGPOST_API_KEY: 'rp_test_key',
    RINGPOST_SIGNING_SECRET: 'a'.repeat(64),
    PORT: '0',
  };
  const imports = snippets.map((_, place) => `await import('./snippet-${place}.js');`);
  for (const node of promisedNodes) {
    for (const file of ['imports.js', 'required.cjs', 'matched.cjs']) await run(node, [commonJsAlone, file], { cwd: project, env });
    const { stderr } = await run(node, ['--input-type=module', '-e', `${imports.join('\n')} process.exit()`], { cwd: project, env });
    assert.equal(stderr, '');
    const { stdout } = await run(node, ['ten-mocked-calls.js'], { cwd: project });
    assert.equal(stdout, '0', 'milliseconds that the event loop slept in ten calls on the mock');
  }
}

async function exportedBy(project: string, name: string): Promise<readonly string[]> {
  const { exports }: Manifest = JSON.parse(await readFile(join(project, 'node_modules', name, 'package.json'), 'utf8'));
  // A pattern stands for a file of each event.
  return Object.keys(exports).map((path) => path.replace(/^\./, name).replace('*', 'call.completed'));
}

const modulesOf = (paths: readonly string[]): readonly string[] => paths.filter((path) => !/\.(json|yaml)$/.test(path));

/** What a CommonJS file is given has its types there too: TypeScript takes no ES module in it (`module` is `node18`). */
const requiresOf = (paths: readonly string[]): string =>
  paths
    .map(
      (path, place) =>
        `import module${place} = require('${path}');\nif (Object.keys(module${place}).length === 0) throw new Error('${path} is empty.');\n`,
    )
    .join('');

/** TypeScript finds the types of what can be required where it does not read `exports` either: before its version 7 with `module: commonjs`, by default. */
function findTypesWithoutExports(project: string): void {
  const options = {
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  };
  const found = ts.getPreEmitDiagnostics(ts.createProgram([join(project, 'required.cts')], { ...options, types: [] }));
  assert.deepEqual(
    found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    [],
  );
}

/** Each is there and has something in it. The types of a document's JSON would take TypeScript as long as those of all modules. */
function importsOf(exported: readonly string[]): string {
  const modules = modulesOf(exported);
  const files = exported.filter((path) => !modules.includes(path));
  const imports = modules.map((path, place) => `import * as export${place} from '${path}';`);
  const checks = modules.map((path, place) => `if (Object.keys(export${place}).length === 0) throw new Error('${path} is empty.');`);
  const read = files.map(
    (path) => `if (!readFileSync(new URL(import.meta.resolve('${path}')), 'utf8')) throw new Error('${path} is empty.');`,
  );
  return ["import { readFileSync } from 'node:fs';", ...imports, ...checks, ...read, ''].join('\n');
}

const snippetsOf = async (file: string): Promise<readonly string[]> =>
  [...(await readFile(file, 'utf8')).matchAll(/```ts\n(.*?)```/gs)].map(([, snippet]) => snippet ?? '');

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node18,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  // TypeScript's own declarations of the language and the browser.
  skipDefaultLibCheck: true,
  types: ['node'],
};

/** Answers as the document's own examples do, which is all that the README's lines ask for. */
function documentedAnswers() {
  const [placed, read, calls, deliveries] = [
    responses.placeCall,
    responses.readCall,
    responses.listCalls,
    responses.listWebhookDeliveries,
  ].map((examples) => Object.values(examples));
  const ended = read?.find((example) => 'call' in example && example.call.status === 'completed');
  const answerTo = (method: string | undefined, path = '') => {
    if (method === 'POST') return [201, placed?.[0]] as const;
    if (path.startsWith('/calls/')) return [200, ended] as const;
    return [200, path.startsWith('/calls?') ? calls?.[0] : deliveries?.[0]] as const;
  };
  return listen(
    createServer((request, response) => {
      const [status, body] = answerTo(request.method, request.url);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    }),
  );
}
