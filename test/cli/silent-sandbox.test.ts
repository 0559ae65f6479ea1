import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Loopback, Sandbox } from '../../cli/clients/started.ts';
import { removeSandbox } from '../../cli/service/sandbox/remove-sandbox.ts';
import { pidFile } from '../../cli/service/sandbox/run-sandbox.ts';
import { claimSandbox, folderOf } from '../../cli/service/sandbox/sandbox.ts';
import { isAlive } from '../../tools/embedded/is-alive.ts';
import { listenFor } from '../support/api.ts';
import { timeLimit } from '../support/time-limit.ts';
import { ownDataFolder } from './data-folder.ts';
import { runHere } from './here.ts';

/** Claims a sandbox whose addresses all lead to a server that answers so. */
async function claimed(t: TestContext, answer: RequestListener): Promise<Sandbox> {
  ownDataFolder(t);
  const server = await listenFor(t, createServer(answer));
  const port = Number(new URL(server.origin).port);
  const at: Loopback = `http://127.0.0.1:${port}`;
  const urls = { publicUrl: at, operatorUrl: at, simulatorUrl: at };
  const rest = { operatorToken: 'x', simulatorToken: 'y', port, databaseUrl: null, allowPrivateWebhooks: '' };
  const sandbox = { name: 'alpha', ...urls, ...rest };
  claimSandbox(sandbox);
  writeFileSync(pidFile('alpha'), String(process.pid));
  return sandbox;
}

const refusal = new RegExp(`The sandbox alpha does not answer, and its process ${process.pid} runs\\.`);

test('a sandbox that runs and does not answer is not removed from under its process', async (t) => {
  const limit = timeLimit(t);
  const sandbox = await claimed(t, () => limit.end());
  await assert.rejects(removeSandbox(sandbox), refusal);
  assert.ok(existsSync(folderOf('alpha')));

  // The number of a process that is gone, as far as this machine gives numbers.
  writeFileSync(pidFile('alpha'), String(2 ** 30));
  await removeSandbox(sandbox);
  assert.equal(existsSync(folderOf('alpha')), false);

  // Another program has the port of one that never came up.
  claimSandbox(sandbox);
  await removeSandbox(sandbox);
  assert.equal(existsSync(folderOf('alpha')), false);
});

test('nor is one that is overloaded, or without its database', async (t) => {
  const sandbox = await claimed(
    t,
    (_request, response) => void response.writeHead(503).end('{"error":{"code":"overloaded","message":"Later."}}'),
  );
  await assert.rejects(removeSandbox(sandbox), refusal);
  assert.ok(existsSync(folderOf('alpha')));
});

test('one that answers is not removed from under its process where the file has the number of another one, which is not ended', async (t) => {
  const clock = { clock: { now: '2026-11-29T12:00:00.000Z' } };
  const sandbox = await claimed(t, (_request, response) => void response.end(JSON.stringify(clock)));
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'ignore' });
  t.after(() => stranger.kill('SIGKILL'));
  writeFileSync(pidFile('alpha'), String(stranger.pid));
  await assert.rejects(
    removeSandbox(sandbox),
    /The sandbox alpha runs in a process that is not known here\. Nothing was removed\. End it first\./,
  );
  assert.deepEqual([existsSync(folderOf('alpha')), isAlive(stranger.pid ?? 0)], [true, true]);
});

/** A process with the command line of one that starts the sandbox, which does not answer yet. */
function starting(t: TestContext): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)', 'sandbox', 'run', 'alpha'], { stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  writeFileSync(pidFile('alpha'), String(child.pid));
  return child;
}

test('one that is starting is stopped before it is removed', async (t) => {
  const sandbox = await claimed(t, (request) => void request.socket.destroy());
  const { pid = 0 } = starting(t);
  await removeSandbox(sandbox);
  assert.deepEqual([existsSync(folderOf('alpha')), isAlive(pid)], [false, false]);
});

test('one that is starting is not started once more', async (t) => {
  await claimed(t, (request) => void request.socket.destroy());
  const { pid } = starting(t);
  const { code, stderr } = await runHere(['sandbox', 'run', 'alpha'], {
    env: { RINGPOST_DATA_FOLDER: process.env['RINGPOST_DATA_FOLDER'] ?? '' },
  });
  assert.deepEqual([code, stderr], [2, `ringpost: The sandbox alpha runs already, or is starting: its process is ${pid}.\n`]);
  assert.equal(readFileSync(pidFile('alpha'), 'utf8'), String(pid));
});

test('one that runs and does not answer is not listed as one that stands still', async (t) => {
  await claimed(t, (request) => void request.socket.destroy());
  const { RINGPOST_DATA_FOLDER = '' } = process.env;
  const listed = async () => (await runHere(['sandbox', 'list'], { env: { RINGPOST_DATA_FOLDER } })).stdout.split('\n')[1] ?? '';
  assert.match(await listed(), /^alpha +stands still /);
  const { pid } = starting(t);
  assert.match(await listed(), new RegExp(`^alpha +does not answer, process ${pid} `));
});

test('the list does not wait long for one that is silent, and names its process', async (t) => {
  const limit = timeLimit(t);
  await claimed(t, () => limit.end());
  const { pid } = starting(t);
  const { RINGPOST_DATA_FOLDER = '' } = process.env;
  const { stdout } = await runHere(['sandbox', 'list'], { env: { RINGPOST_DATA_FOLDER } });
  assert.match(stdout.split('\n')[1] ?? '', new RegExp(`^alpha +does not answer, process ${pid} `));
  assert.deepEqual(limit.askedMs, [3_000]);
});
