import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { developmentSecrets } from '../../src/process/development-secrets.ts';
import { argumentsOf, cli } from '../support/typescript.ts';
import { runCli } from './cli.ts';

test('the simulator and a service in one folder have the same keys without being told, and it ends by SIGINT to its command alone', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-simulate-'));
  const { VAPI_API_KEY, VAPI_WEBHOOK_SECRET, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, ...kept } = process.env;
  const child = spawn(process.execPath, [...argumentsOf(cli), 'simulate', '--port', '0'], {
    env: { ...kept, RINGPOST_DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = /Simulator on (http:\S+)/.exec(line)?.[1];
  const calls = (key: string) => fetch(`${url}/vapi/call`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal((await calls(developmentSecrets(folder)['VAPI_API_KEY'] ?? '')).status, 200);
  assert.equal((await calls('simulated')).status, 401);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  await assert.rejects(calls('simulated'));
});

test('a value that begins with a dash stays a value', async () => {
  const { code, stderr } = await runCli(['simulate', '--seed=-5', '--port=-1']);
  assert.deepEqual([code, stderr], [2, '--port takes a port from 0 to 65535, not "-1".\n']);
});
