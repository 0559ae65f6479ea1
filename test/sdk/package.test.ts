import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { responses } from '../../sdk/generated/fixtures.ts';
import { localAddress, publication } from '../../src/contract/publication.ts';
import { listen } from '../support/api.ts';
import { promisedNodes } from '../support/nodes.ts';
import { freePort } from '../support/ringpost.ts';
import { checkEditorTexts } from './editor-texts.ts';

/**
 * What somebody gets who installs the package: packed, put into an empty project, started, compiled against with nothing skipped, and
 * run on each Node that the package is for.
 */
const root = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

test('the package installs into an empty project, type-checks, and runs its program and its README there', async (t) => {
  const project = await mkdtemp(join(tmpdir(), 'ringpost-package-'));
  t.after(() => rm(project, { recursive: true, force: true }));
  // As root PostgreSQL runs as another user, who must get in.
  await chmod(project, 0o755);
  await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: root });
  const tarball = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? assert.fail('Nothing was packed.');
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  await install(project, `./${tarball}`);

  const exported = await exportsOf(project);
  const snippets = (await Promise.all(['README.md', 'sdk/README.md'].map((file) => snippetsOf(join(root, file))))).flat();
  assert.ok(snippets.length >= 3);
  await writeFile(join(project, 'imports.ts'), importsOf(exported));
  for (const [place, snippet] of snippets.entries()) await writeFile(join(project, `snippet-${place}.ts`), snippet);
  await followLinks(join(project, 'node_modules', 'ringpost'));
  await asksForPackages(project);
  checkEditorTexts(project);
  await Promise.all([startOnce(project), checkProgram(project), compile(project).then(() => runAll(t, project, snippets))]);
});

/** From the README on: what a page in the package links to is in the package, but for sources, folders of the repository, and pages of the built documentation (`site:`). */
async function followLinks(folder: string): Promise<void> {
  const pages = ['README.md'];
  const lost: string[] = [];
  for (const page of pages) {
    const text = await readFile(join(folder, page), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|site:|#)([^)#]+)[^)]*\)/g)) {
      const path = join(dirname(page), target);
      if (!existsSync(join(folder, path))) {
        const isSource = existsSync(join(root, path)) && !/\.(md|png|svg)$/.test(path);
        if (!isSource) lost.push(`${page} -> ${target}`);
      } else if (path.endsWith('.md') && !pages.includes(path)) pages.push(path);
    }
  }
  assert.deepEqual(lost, []);
  assert.ok(pages.includes(join('deploy', 'README.md')));
}

/** The command itself, and the documentation with this service's address. */
async function checkProgram(project: string): Promise<void> {
  const { stdout } = await run('npx', ['--no-install', 'ringpost', '--version'], { cwd: project });
  assert.match(stdout, /^ringpost \d+\.\d+\.\d+\n$/);
  const { documentationSite }: typeof import('../../src/http/documentation/site.ts') = await import(
    join(project, 'node_modules/ringpost/dist/src/http/documentation/site.js')
  );
  const site = await documentationSite({ publicUrl: 'https://ringpost.test', dataFolder: project })();
  for (const path of ['index.html', 'errors/placement_failed.html', 'assets/search-index.js', 'reference/webhooks.html'])
    assert.ok(site?.has(path), path);
  assert.ok(site?.get('reference/api.html')?.text.includes('https://ringpost.test/api/v1/public'));
  const { openapi, asyncapi } = await contractOf(project);
  assert.deepEqual(openapi, JSON.parse(published.openapi.json().text));
  assert.deepEqual(asyncapi, JSON.parse(published.asyncapi.json().text));
  for (const [path, { text }] of site ?? []) assert.ok(!text.includes('address-of-this-service'), path);
}

/** What the package exports is the published form of the documents. */
const published = publication(localAddress);

async function contractOf(project: string): Promise<{ readonly openapi: unknown; readonly asyncapi: unknown }> {
  const read = async (name: string) =>
    JSON.parse(await readFile(createRequire(join(project, 'package.json')).resolve(`ringpost/${name}.json`), 'utf8'));
  return { openapi: await read('openapi'), asyncapi: await read('asyncapi') };
}

/** Each import and each snippet, on each Node. */
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
  for (const node of promisedNodes) {
    await run(node, ['imports.js'], { cwd: project, env });
    for (const place of snippets.keys()) {
      const { stderr } = await run(node, ['--input-type=module', '-e', `await import('./snippet-${place}.js'); process.exit()`], {
        cwd: project,
        env,
      });
      assert.equal(stderr, '', snippets[place]);
    }
  }
}

/** With the database's binaries, but without running anybody's scripts, and only where each package takes this Node. TypeScript and Node's types are what the project compiles with. */
async function install(project: string, tarball: string): Promise<void> {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const tools = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  const flags = ['--prefer-offline', '--engine-strict', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...flags, tarball, ...tools], { cwd: project });
}

/** Everything on this machine, out of the package and the folder alone: its own PostgreSQL, the service, the simulator, three calls. */
async function startOnce(project: string): Promise<void> {
  const [port, operatorPort, simulatorPort] = [await freePort(), await freePort(), await freePort()];
  const ports = ['--port', port, '--operator-port', operatorPort, '--simulator-port', simulatorPort].map(String);
  const { PATH, HOME } = process.env;
  const { stdout } = await run('npx', ['--no-install', 'ringpost', 'start', '--once', ...ports], { cwd: project, env: { PATH, HOME } });
  assert.match(stdout, /PostgreSQL, service and simulator are up/);
  assert.match(stdout, /webhook call\.completed INTERESTED, attempt 1: The signature matches/);
}

/** What only a setting or a command loads is not installed along, and the program names the command that installs it. */
async function asksForPackages(project: string): Promise<void> {
  const { PATH, HOME } = process.env;
  const told = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
    run('npx', ['--no-install', 'ringpost', ...args], { cwd: project, env: { PATH, HOME, ...env } }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
    );
  const s3 = { RECORDING_STORE: 's3', S3_BUCKET: 'recordings', S3_REGION: 'us-east-1' };
  assert.match(await told(['conformance', '--list'], {}), /npm install fast-check json-schema-faker jsonpath-rfc9535\n/);
  const examined = await told(['doctor'], { ...s3, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  assert.match(examined, /npm install @aws-sdk\/client-s3 @aws-sdk\/s3-request-presigner/);
  assert.match(examined, /npm install .*@opentelemetry\/exporter-trace-otlp-http/);
}

async function exportsOf(project: string): Promise<readonly string[]> {
  const { exports }: { exports: Record<string, unknown> } = JSON.parse(
    await readFile(join(project, 'node_modules', 'ringpost', 'package.json'), 'utf8'),
  );
  // A pattern stands for a file of each event.
  return Object.keys(exports).map((path) => path.replace(/^\./, 'ringpost').replace('*', 'call.completed'));
}

/** Each is there and has something in it. */
function importsOf(exported: readonly string[]): string {
  // A module cannot import YAML; its place is resolved by the same exports.
  const files = exported.filter((path) => path.endsWith('.yaml'));
  const modules = exported.filter((path) => !files.includes(path));
  const attribute = (path: string): string => (path.endsWith('.json') ? " with { type: 'json' }" : '');
  const imports = modules.map((path, place) => `import * as export${place} from '${path}'${attribute(path)};`);
  const checks = modules.map((path, place) => `if (Object.keys(export${place}).length === 0) throw new Error('${path} is empty.');`);
  const read = files.map(
    (path) => `if (!readFileSync(new URL(import.meta.resolve('${path}')), 'utf8')) throw new Error('${path} is empty.');`,
  );
  return ["import { readFileSync } from 'node:fs';", ...imports, ...checks, ...read, ''].join('\n');
}

const snippetsOf = async (file: string): Promise<readonly string[]> =>
  [...(await readFile(file, 'utf8')).matchAll(/```ts\n(.*?)```/gs)].map(([, snippet]) => snippet ?? '');

async function compile(project: string): Promise<void> {
  const options = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    types: ['node'],
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  await run('npx', ['--no-install', 'tsc', '-p', '.'], { cwd: project }).catch((error: { stdout: string }) => assert.fail(error.stdout));
}

/** Answers as the document's own examples do, which is all that the README's lines ask for. */
function documentedAnswers() {
  const [placed, read, listed] = [responses.placeCall, responses.readCall, responses.listWebhookDeliveries].map((examples) =>
    Object.values(examples),
  );
  const ended = read?.find((example) => 'call' in example && example.call.status === 'completed');
  return listen(
    createServer((request, response) => {
      const [status, body] =
        request.method === 'POST' ? [201, placed?.[0]] : request.url?.startsWith('/calls/') ? [200, ended] : [200, listed?.[0]];
      response.writeHead(status ?? 500, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    }),
  );
}
