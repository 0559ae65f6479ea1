import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Loopback } from '../../cli/clients/started.ts';
import { freePort } from '../../cli/parts/ports.ts';
import { createDatabase, dropDatabase } from '../../cli/service/sandbox/own-database.ts';
import { claimSandbox } from '../../cli/service/sandbox/sandbox.ts';
import { argumentsOf, cli } from '../support/typescript.ts';
import { until } from '../support/until.ts';
import { settled, startCli } from './cli.ts';
import { ownDataFolder } from './data-folder.ts';
import { runHere } from './here.ts';

test('a sandbox comes up and goes on where the command that makes it was interrupted', async (t) => {
  const folder = ownDataFolder(t);
  const server = new URL(process.env['TEST_DATABASE_URL'] ?? assert.fail());
  server.pathname = '/postgres';
  const name = `x${randomBytes(4).toString('hex')}`;
  const databaseUrl = await createDatabase(server.href, name);
  t.after(() => dropDatabase(databaseUrl, name));
  const at = async (): Promise<Loopback> => `http://127.0.0.1:${await freePort()}`;
  const [publicUrl, operatorUrl, simulatorUrl] = [await at(), await at(), await at()];
  const tokens = { operatorToken: 'o'.repeat(32), simulatorToken: 's'.repeat(32) };
  const port = Number(new URL(publicUrl).port);
  claimSandbox({ name, publicUrl, operatorUrl, simulatorUrl, ...tokens, port, databaseUrl, allowPrivateWebhooks: '' });

  const { env } = settled({ env: { RINGPOST_DATA_FOLDER: folder } });
  const running = spawn(process.execPath, [...argumentsOf(cli), 'sandbox', 'run', name], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const [ended, said] = [once(running, 'exit'), text(running.stderr ?? assert.fail())];
  // What the end of the command that waits for it leaves.
  running.disconnect();
  const headers = { authorization: `Bearer ${tokens.operatorToken}` };
  await until('it answers or has ended', async () => {
    if (running.exitCode !== null) return true;
    const clock = `${operatorUrl}/api/v1/operator/clock`;
    return fetch(clock, { headers }).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  running.kill('SIGTERM');
  assert.deepEqual([await ended, await said], [[0, null], '']);
});

test('the command that makes a sandbox says what becomes of it where it is interrupted', async (t) => {
  const env = { RINGPOST_DATA_FOLDER: ownDataFolder(t) };
  const name = `x${randomBytes(4).toString('hex')}`;
  const { child, ended } = startCli(['sandbox', 'create', name], { env });
  try {
    const begun = join(env.RINGPOST_DATA_FOLDER, 'sandboxes', name, 'pid');
    await until('its process has begun', async () => existsSync(begun));
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    const said = `The sandbox ${name} goes on to start, as \`ringpost sandbox list\` shows. \`ringpost sandbox remove ${name} --yes\` removes it.\n`;
    assert.deepEqual([code, stdout, stderr], [130, '', said]);
  } finally {
    await runHere(['sandbox', 'remove', name, '--yes'], { env });
  }
});
