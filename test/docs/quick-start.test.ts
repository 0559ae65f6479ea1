import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../cli/parts/ports.ts';
import { createClient } from '../../sdk/client.ts';
import { nodeReceiver } from '../../sdk/receivers/node.ts';
import type { Demo } from '../../src/process/demo.ts';
import type { Finding } from '../../tools/doctor/finding.ts';
import { runCli } from '../cli/cli.ts';
import { runHere } from '../cli/here.ts';
import { api, listenFor } from '../support/api.ts';
import { exampleReceivers, startReceiver } from '../support/example-receivers.ts';
import { folderFor } from '../support/folder.ts';
import { npmStart } from '../support/npm-start.ts';
import { redisUrl } from '../support/redis.ts';
import { argumentsOf } from '../support/typescript.ts';
import { until } from '../support/until.ts';

/** What the documentation tells a newcomer to do, done with one `npm start`, which is killed at last. CI runs it by npm. */

const root = join(import.meta.dirname, '..', '..');

const running = await npmStart();
after(() => running.stop());
const started: { publicUrl: string; demo: { apiKey: string; agentId: string; webhookEndpointId: string } } = JSON.parse(
  await readFile(join(running.folder, 'start.json'), 'utf8'),
);
const client = createClient({ baseUrl: `${started.publicUrl}/api/v1/public`, apiKey: started.demo.apiKey });

test('the doctor finds nothing in a sandbox whose clock was advanced, of which it knows nothing but the folder', async () => {
  const env = { RINGPOST_DATA_FOLDER: running.folder };
  assert.equal((await runHere(['clock', 'advance', '5m'], { env })).code, 0);
  const { code, stdout } = await runHere(['doctor', '--json'], { env });
  const findings: readonly Finding[] = JSON.parse(stdout).findings;
  assert.deepEqual(
    findings.filter(({ state }) => state === 'fault'),
    [],
  );
  assert.equal(code, 0);
  const seen = new Map(findings.map(({ check, state }) => [check, state]));
  for (const check of ['database', 'clocks', 'queue', 'voice provider', 'text provider', 'public URL', ...(redisUrl ? ['Redis'] : [])])
    assert.equal(seen.get(check), 'good', check);
});

test('the commands of the quick start do what it says', async (t) => {
  const folder = folderFor(t);
  await symlink(running.folder, join(folder, '.ringpost'));
  const [first, ...commands] = await commandsOf('quick-start.md');
  assert.equal(first, 'npm start\n');
  const port = await freePort();
  const script = commands.join('echo\n').replaceAll(':3000/', `:${port}/`);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
  const [placed, listed, trigger] = stdout
    .trim()
    .split(/\n+/)
    .map((line) => JSON.parse(line));
  assert.equal(placed.call.status, 'queued');
  assert.equal(listed.deliveries.length, 1);
  assert.equal(trigger.trigger.eventType, 'call.completed');
  const { endpoints } = await client.listWebhookEndpoints();
  assert.ok(endpoints.some(({ url }) => url === `http://127.0.0.1:${port}/hooks`));
});

test('the commands of the page about testing do what it says', async (t) => {
  const folder = folderFor(t);
  await symlink(running.folder, join(folder, '.ringpost'));
  // The second sends one event (test/cli/event-send.test.ts), the third brings webhooks of a service elsewhere (test/cli/with-api-key.test.ts).
  const [, , , programme = '', moveTime = ''] = (await commandsOf('testing.md')).map(onThisMachine);
  const run = (command: string) => shell(command, { RINGPOST_DATA_FOLDER: running.folder });
  // The quick start's call may still be going, and its webhook would take the first answer.
  await run(moveTime);
  await shell(programme, {}, folder);
  await placeBusyCall('testing');
  await run(moveTime);
  const { deliveries } = await client.listWebhookDeliveries({});
  const delivery = deliveries.find(({ endpoint }) => endpoint?.id === started.demo.webhookEndpointId);
  assert.deepEqual([delivery?.status, delivery?.attempts], ['success', 3]);
});

test('the check of a receiver on the page about testing does what it says', async (t) => {
  const folder = folderFor(t);
  const secret = '4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d';
  const receiver = await listenFor(t, createServer(nodeReceiver({ secret, onDelivery: () => {}, onError: () => {} })));
  const [check = ''] = (await commandsOf('testing.md')).map(onThisMachine);
  const file = join(folder, 'receiver.html');
  const { stdout } = await shell(check.replace('http://127.0.0.1:3000', receiver.origin).replace('receiver.html', file), {
    RINGPOST_SIGNING_SECRET: secret,
  });
  assert.match(stdout, / 0 failed, 0 warned, 2 skipped\.$/m);
  assert.match(await readFile(file, 'utf8'), /<h1>The receiver does what it must<\/h1>/);
});

const onThisMachine = (command: string): string =>
  command.replaceAll(
    'npm run ringpost --',
    [process.execPath, ...argumentsOf(join(root, 'cli/ringpost.ts'))].map((word) => `'${word}'`).join(' '),
  );

const shell = (command: string, env: Readonly<Record<string, string>>, cwd = root): Promise<{ readonly stdout: string }> =>
  promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { cwd, env: { ...process.env, ...env } });

test("what the documentation's forms get of the demo succeeds", async () => {
  const answer = await fetch(`${started.publicUrl}/docs/demo`);
  const { apiKey, ids, bodies }: Demo = JSON.parse(await answer.text());
  assert.deepEqual([apiKey, ids['agt'], ids['whe']], [started.demo.apiKey, started.demo.agentId, started.demo.webhookEndpointId]);
  const client = api(started.publicUrl, apiKey);
  for (const [operationId, path] of Object.entries({ placeCall: '/calls', createWebhookEndpoint: '/webhooks' }))
    assert.equal((await client.post(path, bodies[operationId])).status, 201, operationId);
});

for (const receiver of exampleReceivers)
  test(`the ${receiver.language} receiver takes a delivery of the service`, { skip: receiver.skip }, async (t) => {
    const port = await freePort();
    const secret = await subscribe(`http://127.0.0.1:${port}/`, receiver.language);
    const server = await startReceiver(t, receiver, secret, port);
    await placeBusyCall(receiver.language);
    await server.printed(/call\.completed/);
  });

test('the TypeScript receiver takes a delivery of the service', async (t) => {
  const events = new EventEmitter();
  let secret = '';
  const server = await listenFor(
    t,
    createServer((request, response) =>
      nodeReceiver({
        secret,
        onDelivery: ({ event }) => void events.emit('taken', event.event),
        onRefused: ({ reason }) => void events.emit('error', new Error(reason)),
      })(request, response),
    ),
  );
  secret = await subscribe(server.origin, 'TypeScript');
  const taken = once(events, 'taken');
  await placeBusyCall('TypeScript');
  assert.deepEqual(await taken, ['call.completed']);
});

/** An endpoint, and a trigger for every call that nobody answers because the line is busy. */
async function subscribe(url: string, name: string): Promise<string> {
  const { endpoint } = await client.createWebhookEndpoint({ name, url });
  await client.createAutomationTrigger({
    name,
    eventType: 'call.completed',
    webhookEndpointId: endpoint.id,
    conditions: { outcome: ['BUSY'] },
  });
  return endpoint.signingSecret;
}

/** The shortest story. */
const placeBusyCall = (idempotencyKey: string) =>
  client.placeCall({
    agentId: started.demo.agentId,
    phoneNumber: '+15550110077',
    variables: { ownerName: 'Dana', propertyAddress: '12 Elm Street' },
    idempotencyKey,
  });

/** What a page says to type, block by block. */
async function commandsOf(page: string): Promise<readonly string[]> {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) => commands ?? '');
}

test('nothing else may use its folder; killed with SIGKILL, it starts again on the same data, until that is cleaned away', async () => {
  const env = { RINGPOST_DATA_FOLDER: running.folder };
  const file = join(running.folder, 'start.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { demo, scopedKeys } = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(Object.keys(scopedKeys).sort(), ['calls:place', 'calls:read', 'read', 'webhooks', 'write']);

  const second = await runHere(['start', ...running.ports], { env });
  assert.equal(second.code, 2);
  assert.match(second.stderr, new RegExp(`runs in this folder already: console ${running.consoleUrl}`));
  const refused = await runHere(['clean', '--yes'], { env });
  assert.equal(refused.code, 2, refused.stdout);
  assert.match(refused.stderr, /is in use by process/);
  const rotate = ['endpoint', 'rotate-secret', demo.tenantId, demo.webhookEndpointId, '--yes'];
  assert.equal((await runHere(rotate, { env })).code, 0);
  await running.kill();
  await until('its simulator has gone with it', () =>
    fetch(running.consoleUrl).then(
      () => false,
      () => true,
    ),
  );

  const { code, stdout, stderr } = await runCli(['start', '--once', ...running.ports], { env });
  assert.equal(code, 0, stdout + stderr);
  assert.equal(stdout.match(/The signature matches/g)?.length, 4, stdout);
  assert.match(stdout, /4 of 4 webhooks arrived and verified\n$/);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).demo.apiKey, demo.apiKey, 'the demo tenant is the same');

  const database = realpathSync(join(running.folder, 'postgres'));
  const asked = await runHere(['clean'], { env });
  assert.match(asked.stderr, new RegExp(`would be removed[^]*${running.folder}`));
  assert.ok(existsSync(file), 'it only tells what it would remove');
  assert.equal((await runHere(['clean', '--yes'], { env })).code, 0);
  assert.deepEqual([existsSync(running.folder), existsSync(database)], [false, false]);
  assert.match((await runHere(['clean', '--yes'], { env })).stderr, /nothing is to be removed/);
});
