import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { parse } from 'yaml';
import { freePort } from '../../cli/parts/ports.ts';
import { isAlive } from '../../tools/embedded/is-alive.ts';
import { removeData } from '../../tools/embedded/remove-data.ts';
import { folderFor } from '../support/folder.ts';
import { argumentsOf } from '../support/typescript.ts';
import { until } from '../support/until.ts';

/** The action's steps and those of the workflow beside it, which the page on testing shows, run as a runner does: a shell for each, and files between them. */
const root = join(import.meta.dirname, '..', '..');
const bash = ['--noprofile', '--norc', '-eo', 'pipefail', '-c'];
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('the workflow of the page places a call, fails its webhook once, and skips to the retry', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-action-'));
  const files = { GITHUB_PATH: join(folder, 'path'), GITHUB_ENV: join(folder, 'env') };
  const { OPERATOR_URL, OPERATOR_TOKEN, RINGPOST_DATA_FOLDER, ...kept } = process.env;
  const command = [process.execPath, ...argumentsOf(join(root, 'cli/ringpost.ts'))].join(' ');
  const env = { ...kept, ...files, RUNNER_TEMP: folder, COMMAND: command, PORT: String(await freePort()) };
  let service = 0;
  t.after(async () => {
    if (service > 0) {
      process.kill(service, 'SIGTERM');
      await until('what the action started has ended', async () => !isAlive(service));
    }
    await removeData(join(folder, '.ringpost'));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const [action] = parse(read('deploy/github-action/action.yml')).runs.steps;
  // The last line is the test's own: it tells which process goes on.
  service = Number((await shell(`${action.run}\necho $!`, { cwd: folder, env })).trim());

  const steps: readonly { uses?: string; run?: string }[] = parse(read('deploy/github-action/workflow.yaml')).jobs.calls.steps;
  assert.match(steps[0]?.uses ?? '', /\/deploy\/github-action@/);
  const path = `${readFileSync(files.GITHUB_PATH, 'utf8').trim()}${delimiter}${process.env['PATH']}`;
  const set = Object.fromEntries(
    readFileSync(files.GITHUB_ENV, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  await shell(steps[1]?.run ?? '', { cwd: folder, env: { ...env, ...set, PATH: path } });
  const { deliveries } = JSON.parse(await shell('ringpost delivery list --json', { cwd: folder, env: { ...env, ...set, PATH: path } }));
  assert.deepEqual(
    deliveries.map(({ eventType, status, attempts }: Record<string, unknown>) => [eventType, status, attempts]),
    [['call.completed', 'success', 2]],
  );
});

test('the action gives up after five minutes', (t) => {
  const folder = folderFor(t);
  writeFileSync(join(folder, 'hangs.mjs'), 'setInterval(() => {}, 10_000);');
  // The process in the background makes it, which may come after the look at the clock.
  writeFileSync(join(folder, 'ringpost.log'), '');
  const files = { GITHUB_PATH: join(folder, 'path'), GITHUB_ENV: join(folder, 'env'), RUNNER_TEMP: folder };
  const [action] = parse(read('deploy/github-action/action.yml')).runs.steps;
  // The shell counts its seconds on from these.
  const env = { ...process.env, ...files, COMMAND: `${process.execPath} ${join(folder, 'hangs.mjs')}`, SECONDS: '300' };
  const script = `trap 'kill $! 2> /dev/null || true' EXIT\n${action.run}`;
  const { status, stdout } = spawnSync('bash', [...bash, script], { cwd: folder, env, encoding: 'utf8', timeout: 20_000 });
  assert.equal(status, 1);
  assert.equal(stdout, 'Ringpost has not started within five minutes.\n');
});

/** Runs a step as GitHub's runner runs `bash`, and returns what it printed. */
async function shell(script: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Promise<string> {
  const child = spawn('bash', [...bash, script], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.equal(await ended, 0, `${script}\n${out}${error}`);
  return out;
}
