import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../cli/parts/ports.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { testDatabase } from '../support/database.ts';
import { argumentsOf } from '../support/typescript.ts';
import { until } from '../support/until.ts';

/** The rehearsal of going live, typed as the page says, beside the simulator in strict mode. */

const root = join(import.meta.dirname, '..', '..');

test('the commands of the page about going live make a telephone of the strict simulator ring', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-going-live-'));
  const database = await testDatabase({ isOfToday: true });
  const [port, operatorPort, simulatorPort] = [await freePort(), await freePort(), await freePort()];
  const { OPERATOR_URL, ...kept } = process.env;
  const env = { ...kept, DATABASE_URL: database.url, PORT: String(port), OPERATOR_PORT: String(operatorPort) };
  const running: ChildProcess[] = [];
  t.after(async () => {
    for (const child of running.reverse()) {
      await endProcess(child);
    }
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const cli = [process.execPath, ...argumentsOf(join(root, 'cli/ringpost.ts'))].map((word) => `'${word}'`).join(' ');
  const text = await readFile(join(root, 'docs/going-live.md'), 'utf8');
  const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
    block
      .replaceAll(/npm run (--silent )?ringpost --/g, cli)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:8090', `127.0.0.1:${simulatorPort}`)
      .replace('simulate ', `simulate --port ${simulatorPort} `),
  );
  const [settings = '', simulate = '', serve = '', tenant = '', check = '', call = '', webhooks = '', ...others] = commands;
  assert.deepEqual(others, []);
  const shell = (command: string) => promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { cwd: folder, env });
  const start = (command: string): void => {
    // The shell becomes the program, so that a signal reaches it.
    running.push(spawn('bash', ['-c', command.replace('&& ', '&& exec ')], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] }));
  };
  const answers = async (url: string): Promise<boolean> => (await fetch(url).catch(() => null))?.ok === true;

  await shell(settings);
  start(simulate);
  start(serve);
  await until('both answer', async () => {
    assert.ok(
      running.every(({ exitCode }) => exitCode === null),
      'a program ended at once',
    );
    return (await answers(`http://127.0.0.1:${port}/healthz`)) && (await answers(`http://127.0.0.1:${simulatorPort}/healthz`));
  });
  await shell(tenant);
  assert.match((await shell(check)).stdout, /\n0 at fault, 0 to look at, 9 good\.\nNo step is at fault/);
  assert.match(
    (await shell(call)).stdout,
    /✓ its callbacks +\d+ came and were believed\n.*\nThe telephone rang, and its callbacks came\.\n$/s,
  );
  const list = webhooks.trimEnd().split('\n').at(-1) ?? '';
  assert.match((await shell(webhooks)).stdout, /signing secret +[0-9a-f]{64}[\s\S]*\noutcome +INTERESTED\n/);
  const listed = `${webhooks.split('\n').slice(0, 2).join('\n')}\n${list}`;
  await until('the webhook has arrived', async () => /call\.completed +success/.test((await shell(listed)).stdout));
  const wrong = await shell(check.replace('&& ', '&& VAPI_WEBHOOK_SECRET=another ')).catch((error: { stdout: string }) => error);
  assert.match(wrong.stdout, /✗ callbacks of calls .*\n +→ .*VAPI_WEBHOOK_SECRET[\s\S]*It stops at "callbacks of calls"/);
});
