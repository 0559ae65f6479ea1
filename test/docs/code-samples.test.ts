import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openApi } from '../../docs/site/documents.ts';
import { createPublicServer } from '../../src/http/server.ts';
import { api, listenOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { folderFor } from '../support/folder.ts';
import { runsTypeScript } from '../support/typescript.ts';

/** Runs the samples of the document, in every language, against a running service. */

const answered: string[] = [];
const context = await contextOfFile();
const http = createPublicServer(context);
http.prependListener('request', ({ method, url }, response) =>
  response.on('finish', () => answered.push(`${method} ${url} ${response.statusCode}`)),
);
const server = await listenOfFile(http);
const folder = folderFor({ after });

/** Only the installed package has the client under its name. */
const client = pathToFileURL(join(import.meta.dirname, '..', '..', 'sdk', 'client.ts')).href;

/** Runs the files that it is given in one process, since a process for each would do little but start. Prints a line after each. */
const runners: Readonly<
  Record<string, { readonly ending: string; readonly command: readonly [program: string, ...args: readonly string[]] }>
> = {
  curl: { ending: 'sh', command: ['bash', '-euo', 'pipefail', '-c', 'for each; do bash -euo pipefail "$each"; echo; echo ran; done', '-'] },
  TypeScript: {
    ending: 'ts',
    command: [
      process.execPath,
      ...runsTypeScript,
      ...['--input-type=module', '-e', "for (const each of process.argv.slice(1)) { await import(each); console.log('\\nran'); }"],
    ],
  },
  Python: {
    ending: 'py',
    command: ['python3', '-c', 'import runpy, sys\nfor each in sys.argv[1:]: runpy.run_path(each); print("\\nran")'],
  },
  PHP: { ending: 'php', command: ['php', '-r', 'foreach (array_slice($argv, 1) as $each) { require $each; echo "\nran\n"; }', '--'] },
};

const operations = Object.entries(openApi('public').paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** Deletions come last, and a trigger's before that of its endpoint, which would take the trigger along. */
const isDeletion = ({ method }: { method: string }): boolean => method === 'DELETE';
const inOrder = [...operations.filter((each) => !isDeletion(each)), ...operations.filter(isDeletion).reverse()];

/** Makes a tenant with one thing of each kind, and returns its key and the ids under the names of the document's examples. */
async function owner(): Promise<{ key: string; ids: ReadonlyMap<string, string> }> {
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
  const [agentId, key] = [await agent(context, id), (await apiKey(context, id)).text];
  const { call } = (await api(server.origin, key).post('/calls', { agentId, phoneNumber: '+14155550123' })).body;
  const ids = { agt: agentId, whe: endpointId, trg: triggerId, call: call.id, delivery: delivery?.id ?? '' };
  return { key, ids: new Map(Object.entries(ids)) };
}

const withIds = (source: string, ids: ReadonlyMap<string, string>): string =>
  source
    .replaceAll(/\b(agt|whe|trg|call)_[0-9a-z]{26}\b/g, (example, kind: string) => ids.get(kind) ?? example)
    .replaceAll('019a9dfa-1b2c-8d3e-9f40-5a6b7c8d9e0f', ids.get('delivery') ?? '')
    .replaceAll('https://crm.example.org', 'http://127.0.0.1:9');

for (const [label, { ending, command }] of Object.entries(runners)) {
  const [program, ...args] = command;
  const skip = spawnSync(program, ['--version']).status === 0 ? false : `no ${program} on this machine`;

  test(`the ${label} sample of every operation does what it says`, { skip }, async () => {
    const { key, ids } = await owner();
    const files = inOrder.map(({ path, method, operation }) => {
      const sample =
        operation['x-codeSamples']?.find((sample) => sample.label === label) ?? assert.fail(`${method} ${path} has no ${label}`);
      const file = join(folder, `${operation.operationId}.${ending}`);
      writeFileSync(file, withIds(sample.source, ids).replace('@ringpost/sdk/client', client));
      return file;
    });
    const env = { ...process.env, RINGPOST_URL: `${server.origin}/api/v1/public`, RINGPOST_API_KEY: key };
    answered.length = 0;
    const { stdout, stderr } = await promisify(execFile)(program, [...args, ...files], { env });
    const printed = stdout.split(/^ran$/m);
    assert.deepEqual([answered.length, printed.length], [files.length, files.length + 1], stdout + stderr);
    for (const [place, { path, method }] of inOrder.entries()) {
      assert.match(answered[place] ?? '', new RegExp(`^${method} /api/v1/public${path.replace('{id}', '[^/]+')}(\\?\\S+)? 20[014]$`));
      assert.equal(printed[place]?.trim() === '', method === 'DELETE' && label !== 'Python', `${method} ${path}: ${printed[place]}`);
    }
  });
}
