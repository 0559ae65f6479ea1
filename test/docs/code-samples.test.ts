import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openApi } from '../../docs/site/documents.ts';
import { createPublicServer } from '../../src/http/server.ts';
import { listen, type TestServer } from '../support/api.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { runsTypeScript } from '../support/typescript.ts';

/** Runs the samples of the document, in every language, against a running service. */

let context: TestContext;
let server: TestServer;
let folder: string;
const answered: string[] = [];
before(async () => {
  context = await testContext();
  const http = createPublicServer(context);
  http.prependListener('request', ({ method, url }, response) =>
    response.on('finish', () => answered.push(`${method} ${url} ${response.statusCode}`)),
  );
  server = await listen(http);
  folder = await mkdtemp(join(tmpdir(), 'ringpost-samples-'));
});
after(async () => {
  await server.close();
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

/** Only the installed package has the client under its name. */
const client = pathToFileURL(join(import.meta.dirname, '..', '..', 'sdk', 'client.ts')).href;

const runners: Readonly<
  Record<string, { readonly file: string; readonly command: readonly [program: string, ...args: readonly string[]] }>
> = {
  curl: { file: 'sample.sh', command: ['bash', '-euo', 'pipefail'] },
  TypeScript: { file: 'sample.ts', command: [process.execPath, ...runsTypeScript] },
  Python: { file: 'sample.py', command: ['python3'] },
  PHP: { file: 'sample.php', command: ['php'] },
};

const operations = Object.entries(openApi('public').paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** Deletions come last, and a trigger's before that of its endpoint, which would take the trigger along. */
const isDeletion = ({ method }: { method: string }): boolean => method === 'DELETE';
const inOrder = [...operations.filter((each) => !isDeletion(each)), ...operations.filter(isDeletion).reverse()];

/** Makes a tenant with one thing of each kind, and returns its key and the ids under the names of the document's examples. */
async function owner(): Promise<{ id: string; key: string; ids: ReadonlyMap<string, string> }> {
  const { id } = await tenant(context);
  const { id: endpointId } = await endpoint(context, id, { url: 'http://127.0.0.1:9/hooks' });
  const triggerId = await trigger(context, id, endpointId);
  await phoneNumber(context, id);
  await publish(context, event(context, id));
  await context.db
    .knex('webhook_deliveries')
    .where({ tenant_id: id })
    .update({ status: 'failed', due_at: null, finished_at: context.clock.now(), failed_at: context.clock.now() });
  const delivery = await context.db.knex<{ tenant_id: string; id: string }>('webhook_deliveries').where({ tenant_id: id }).first();
  const ids = { agt: await agent(context, id), whe: endpointId, trg: triggerId, delivery: delivery?.id ?? '' };
  return { id, key: (await apiKey(context, id)).text, ids: new Map(Object.entries(ids)) };
}

const withIds = (source: string, ids: ReadonlyMap<string, string>): string =>
  source
    .replaceAll(/\b(agt|whe|trg|call)_[0-9a-z]{26}\b/g, (example, kind: string) => ids.get(kind) ?? example)
    .replaceAll('019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f', ids.get('delivery') ?? '')
    .replaceAll('https://crm.example.org', 'http://127.0.0.1:9');

for (const [label, { file, command }] of Object.entries(runners)) {
  const [program, ...args] = command;
  const skip = spawnSync(program, ['--version']).status === 0 ? false : `no ${program} on this machine`;

  test(`the ${label} sample of every operation does what it says`, { skip }, async () => {
    const { id: tenant_id, key, ids } = await owner();
    for (const { path, method, operation } of inOrder) {
      const { source } =
        operation['x-codeSamples']?.find((sample) => sample.label === label) ?? assert.fail(`${method} ${path} has no ${label}`);
      const call = await context.db.knex<{ tenant_id: string; id: string }>('calls').where({ tenant_id }).first();
      const written = join(folder, file);
      await writeFile(written, withIds(source, new Map([...ids, ['call', call?.id ?? '']])).replace('@ringpost/sdk/client', client));
      const env = { ...process.env, RINGPOST_URL: `${server.origin}/api/v1/public`, RINGPOST_API_KEY: key };
      answered.length = 0;
      const { stdout, stderr } = await promisify(execFile)(program, [...args, written], { env });
      assert.match(
        answered.join('\n'),
        new RegExp(`^${method} /api/v1/public${path.replace('{id}', '[^/]+')}(\\?\\S+)? 20[014]$`),
        stdout + stderr,
      );
      assert.equal(stdout.trim() === '', method === 'DELETE' && label !== 'Python', stdout);
    }
  });
}
