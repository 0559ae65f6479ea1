import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer, get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { Loopback } from '../../cli/clients/started.ts';
import { claimSandbox, writeRouterMap } from '../../cli/service/sandbox/sandbox.ts';
import { startNginx } from '../cluster/proxies.ts';
import { listenFor } from '../support/api.ts';
import { ownDataFolder } from './data-folder.ts';
import { runHere } from './here.ts';

/** The hosts that a sandbox takes at the router of `deploy/`, which stands before the live cells too. */

const withoutNginx = spawnSync('nginx', ['-v']).status !== 0 && 'needs nginx';

/** A server that answers with its name. Returns its port. */
async function named(t: TestContext, name: string): Promise<number> {
  const server = await listenFor(
    t,
    createServer((_request, response) => void response.end(name)),
  );
  return Number(new URL(server.origin).port);
}

test('a sandbox takes the hosts of its public URL and no other, whatever it is called', { skip: withoutNginx }, async (t) => {
  const folder = ownDataFolder(t);
  const sandbox = async (name: string, publicUrl?: string): Promise<void> => {
    const port = await named(t, `the sandbox ${name}`);
    const at: Loopback = `http://127.0.0.1:${port}`;
    const simulatorUrl: Loopback = `http://127.0.0.1:${await named(t, `the console of ${name}`)}`;
    const rest = { operatorToken: 'x', simulatorToken: 'y', databaseUrl: null, allowPrivateWebhooks: '' };
    claimSandbox({ name, port, publicUrl: publicUrl ?? at, operatorUrl: at, simulatorUrl, ...rest });
  };
  // The name and the host of a live cell, and how the live service's own host begins.
  await sandbox('c2', 'https://c2.calls.example.org');
  await sandbox('calls', 'https://calls.example.org');
  await sandbox('team1', 'https://team1.calls.example.org');
  writeRouterMap();
  const [one, two] = [await named(t, 'the live cell c1'), await named(t, 'the live cell c2')];
  const cells = [
    { publicPorts: [one, one, one], operatorPorts: [one] },
    { publicPorts: [two], operatorPorts: [two] },
  ] as const;
  const nginx = await startNginx(folder, cells, { sandboxes: join(folder, 'sandboxes') });
  t.after(() => nginx.stop());
  const askedWith = (headers: Readonly<Record<string, string>>): Promise<string> =>
    new Promise((resolve, reject) =>
      get(nginx.publicUrl, { headers }, (answer) => void text(answer).then(resolve, reject)).on('error', reject),
    );

  assert.equal(await askedWith({ host: 'c2.calls.example.org' }), 'the live cell c2');
  assert.equal(await askedWith({ host: 'calls.example.org' }), 'the live cell c1');
  assert.equal(await askedWith({ host: 'team1.calls.example.org' }), 'the sandbox team1');
  assert.equal(await askedWith({ host: 'console-team1.calls.example.org' }), 'the console of team1');
  const key = `rp_test_c2_${'0'.repeat(26)}_secret`;
  assert.equal(await askedWith({ host: 'calls.example.org', authorization: `Bearer ${key}` }), 'the sandbox c2');
});

test('a sandbox whose public URL has a host of somebody else is not made', async (t) => {
  const env = { RINGPOST_DATA_FOLDER: ownDataFolder(t), SANDBOX_DATABASE_URL: 'postgres://127.0.0.1:1/postgres' };
  for (const url of ['https://calls.example.org', 'https://team12.calls.example.org']) {
    const { code, stderr } = await runHere(['sandbox', 'create', 'team1', '--public-url', url], { env });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /--public-url must have a host of its own that begins with the sandbox's name, such as https:\/\/team1\./);
  }
});
