import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { publicAddress } from '../../cli/clients/public-address.ts';
import type { Sandbox } from '../../cli/clients/started.ts';
import { claimSandbox, folderOf, writeSandbox } from '../../cli/service/sandbox/sandbox.ts';
import { listenFor } from '../support/api.ts';
import { ownDataFolder } from './data-folder.ts';
import { runHere } from './here.ts';

/** What the other commands do in the folder of a sandbox that stands still. */

/** Claims a sandbox, and returns the environment in which commands work on it. */
function inSandbox(t: TestContext, databaseUrl: string | null) {
  const folder = ownDataFolder(t);
  const at = 'http://127.0.0.1:1';
  const tokens = { operatorToken: 'o'.repeat(32), simulatorToken: 's'.repeat(32) };
  const sandbox: Sandbox = {
    ...{ name: 'alpha', publicUrl: at, operatorUrl: at, simulatorUrl: at, port: 1, ...tokens },
    ...{ databaseUrl, allowPrivateWebhooks: '10.1.0.0/16' },
  };
  claimSandbox(sandbox);
  return { folder, sandbox, env: { RINGPOST_DATA_FOLDER: folderOf('alpha'), XDG_CONFIG_HOME: folder } };
}

test('start, serve and clean leave the folder of a sandbox as it is, and name the command that is meant', async (t) => {
  const { folder, env } = inSandbox(t, 'postgres://127.0.0.1:1/ringpost_sandbox_alpha');
  const file = join(folderOf('alpha'), 'start.json');
  const was = readFileSync(file, 'utf8');
  // Only a start that is not refused before would find its port taken.
  const taken = await listenFor(t, createServer());
  const port = new URL(taken.origin).port;
  for (const [args, meant] of [
    [['start', '--once', '--port', port], 'run'],
    [['serve'], 'run'],
    [['clean', '--yes'], 'remove'],
  ] as const) {
    const { code, stderr } = await runHere(args, { env: { ...env, PORT: port, OPERATOR_PORT: port } });
    const said = `ringpost: ${folderOf('alpha')} is the folder of the sandbox alpha: RINGPOST_DATA_FOLDER=${folder} ringpost sandbox ${meant} alpha\n`;
    assert.deepEqual([code, stderr], [2, said]);
    assert.equal(readFileSync(file, 'utf8'), was);
  }
});

test('a tenant’s command goes to the sandbox with the key of its tenant, and to nothing else while it has none', async (t) => {
  const { env, sandbox, folder } = inSandbox(t, null);
  const docs = () => runHere(['open', 'docs'], { env: { ...env, PATH: folder } });
  const { code, stderr } = await docs();
  assert.deepEqual([code, stderr], [2, 'ringpost: The sandbox alpha has no tenant: ringpost sandbox copy-tenant\n']);
  writeSandbox({ ...sandbox, publicUrl: 'https://alpha.example.org', console: { tenantId: 'ten_1', apiKey: 'rp_test_alpha_key' } });
  assert.equal((await docs()).stdout, 'https://alpha.example.org/docs\n');
});

test('a key that is given goes to the sandbox of the folder, with a tenant of its own or without one', (t) => {
  const { env, sandbox } = inSandbox(t, null);
  for (const tenant of [{}, { console: { tenantId: 'ten_1', apiKey: 'rp_test_alpha_console' } }]) {
    writeSandbox({ ...sandbox, ...tenant });
    const given = { baseUrl: 'http://127.0.0.1:1/api/v1/public', apiKey: 'rp_test_alpha_given' };
    assert.deepEqual(publicAddress({ apiKey: given.apiKey }, env), given);
  }
});

test('doctor examines the sandbox with its own settings, whatever the environment says', async (t) => {
  const { env } = inSandbox(t, 'postgres://127.0.0.1:1/ringpost_sandbox_alpha');
  const others = { DATABASE_URL: 'postgres://127.0.0.1:1/live', RINGPOST_ENV: 'production' };
  const { code, stdout, stderr } = await runHere(['doctor'], { env: { ...env, ...others } });
  assert.deepEqual([code, stderr], [1, 'Examined: the sandbox alpha.\n']);
  assert.match(stdout, /sandbox; roles/);
  assert.match(stdout, /webhooks reach public addresses alone/);
});

test('a sandbox that cannot be made is refused in a sentence, before anything is made', async (t) => {
  const { folder, env } = inSandbox(t, null);
  const port = new URL((await listenFor(t, createServer())).origin).port;
  const here = { RINGPOST_DATA_FOLDER: folder };
  const cases: readonly (readonly [Record<string, string>, readonly string[], RegExp])[] = [
    [env, [], new RegExp(`is the folder of the sandbox alpha: RINGPOST_DATA_FOLDER=${folder} ringpost sandbox create beta\n$`)],
    [here, ['--port', port], new RegExp(`^ringpost: Port ${port} is taken by another program\\. .* --port\\.\n$`)],
    [{ ...here, SANDBOX_DATABASE_URL: '' }, ['--port', port], /Port \d+ is taken/],
    [here, ['--allow-private-webhooks', 'nonsense'], /^ringpost: --allow-private-webhooks takes a list .* not "nonsense"\.\n$/],
    [here, ['--database-url', 'nonsense'], /^ringpost: --database-url takes postgres:.*\n$/],
    [{ ...here, SANDBOX_DATABASE_URL: 'nonsense' }, [], /^ringpost: SANDBOX_DATABASE_URL takes postgres:.*\n$/],
  ];
  for (const [settings, args, said] of cases) {
    const { code, stderr } = await runHere(['sandbox', 'create', 'beta', ...args], { env: settings });
    assert.deepEqual([code, said.test(stderr)], [2, true], stderr);
  }
  assert.deepEqual(readdirSync(join(folder, 'sandboxes')), ['alpha']);
});
