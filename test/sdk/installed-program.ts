import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { localAddress, publication } from '../../src/contract/publication.ts';
import { removeData } from '../../tools/embedded/remove-data.ts';
import { broughtBy, root, run } from './packed.ts';

/** From the README on: what a page in the package links to is in the package, but for sources, folders of the repository, and pages of the built documentation (`site:`). */
export async function followLinks(folder: string): Promise<void> {
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

/** The command as a package's scripts start it. `npx`, which reads its configuration for half a second, is tried once with each package. */
const program = (project: string): string => join(project, 'node_modules', '.bin', 'ringpost');

/** The command itself, and the documentation with this service's address. */
export async function checkProgram(project: string): Promise<void> {
  const { stdout } = await run('npx', ['--no-install', 'ringpost', '--version'], { cwd: project });
  assert.match(stdout, /^ringpost \d+\.\d+\.\d+\n$/);
  const { documentationSite }: typeof import('../../src/http/documentation/site.ts') = await import(
    join(project, 'node_modules/ringpost/dist/src/http/documentation/site.js')
  );
  const site = await documentationSite({ publicUrl: 'https://ringpost.test', dataFolder: project })();
  for (const path of ['index.html', 'errors/placement_failed.html', 'assets/search-index.js', 'reference/webhooks.html'])
    assert.ok(site?.has(path), path);
  assert.ok(site?.get('reference/api.html')?.content.includes('https://ringpost.test/api/v1/public'));
  const { openapi, asyncapi } = await contractOf(project);
  assert.deepEqual(openapi, JSON.parse(published.openapi.json().text));
  assert.deepEqual(asyncapi, JSON.parse(published.asyncapi.json().text));
  for (const [path, { content }] of site ?? []) assert.ok(!content.includes('address-of-this-service'), path);
}

/** What the package exports is the published form of the documents. */
const published = publication(localAddress);

async function contractOf(project: string): Promise<{ readonly openapi: unknown; readonly asyncapi: unknown }> {
  const read = async (name: string) =>
    JSON.parse(await readFile(createRequire(join(project, 'package.json')).resolve(`ringpost/${name}.json`), 'utf8'));
  return { openapi: await read('openapi'), asyncapi: await read('asyncapi') };
}

/** Everything on this machine, out of the package and the folder alone: its own PostgreSQL, the service, the simulator, three calls. */
export async function startOnce(project: string): Promise<void> {
  const [port, operatorPort, simulatorPort] = [await freePort(), await freePort(), await freePort()];
  const ports = ['--port', port, '--operator-port', operatorPort, '--simulator-port', simulatorPort].map(String);
  const { PATH, HOME, RINGPOST_REQUEST_SECONDS } = process.env;
  const env = { PATH, HOME, RINGPOST_REQUEST_SECONDS };
  const started = run(program(project), ['start', '--once', ...ports], { cwd: project, env });
  const { stdout } = await started.finally(() => removeData(join(project, '.ringpost')));
  assert.match(stdout, /PostgreSQL, service and simulator are up/);
  assert.match(stdout, /webhook call\.completed INTERESTED, attempt 1: The signature matches/);
}

/** What only a setting or a command loads is not installed along, and the program names the command that installs it. */
export async function asksForPackages(project: string): Promise<void> {
  const { PATH, HOME } = process.env;
  const told = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
    run(program(project), args, { cwd: project, env: { PATH, HOME, ...env } }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
    );
  const s3 = { RECORDING_STORE: 's3', S3_BUCKET: 'recordings', S3_REGION: 'us-east-1' };
  assert.match(await told(['conformance', '--list'], {}), /npm install fast-check json-schema-faker jsonpath-rfc9535\n/);
  const examined = await told(['doctor'], { ...s3, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  assert.match(examined, /npm install @aws-sdk\/client-s3 @aws-sdk\/s3-request-presigner/);
  assert.match(examined, /npm install .*@opentelemetry\/exporter-trace-otlp-http/);
}

/** The package of the simulator: its program with the console, its library, and no database. */
export async function checkSimulator(t: TestContext, project: string): Promise<void> {
  const brought = await broughtBy(project, '@ringpost/simulator');
  assert.deepEqual(
    brought.filter((name) => /postgres|^pg|knex|ioredis/.test(name)),
    [],
  );
  const program = ['--no-install', '@ringpost/simulator', '--port', '0'];
  const child = spawn('npx', program, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  t.after(() => process.kill(-(child.pid ?? assert.fail()), 'SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const [url = ''] = /http:\S+/.exec(line) ?? assert.fail(line);
  assert.match(await (await fetch(url)).text(), /<script/);
  assert.ok((await (await fetch(`${url}/console/console.js`)).text()).length > 10_000);
  const { scenarios } = (await (await fetch(`${url}/scenarios`)).json()) as { scenarios: readonly unknown[] };
  assert.ok(scenarios.length > 20);
  const script = "const { startSimulator } = await import('@ringpost/simulator'); const it = await startSimulator(); await it.stop();";
  await run(process.execPath, ['--input-type=module', '-e', script], { cwd: project });
}
