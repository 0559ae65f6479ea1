import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../../cli/parts/ports.ts';
import { runningEmbeddedPostgres } from '../../../tools/embedded/postgres.ts';
import { removeData } from '../../../tools/embedded/remove-data.ts';
import { runsTypeScript } from '../../support/typescript.ts';
import { until } from '../../support/until.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('start --watch starts the service and the simulator anew when a file changes, on a database that runs on, and ends all', async (t) => {
  const copy = await mkdtemp(join(tmpdir(), 'ringpost-watch-'));
  for (const name of ['package.json', 'src', 'cli', 'simulator', 'tools', 'sdk', 'openapi', 'asyncapi', 'docs'])
    await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const [port, operatorPort, simulatorPort] = [await freePort(), await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operatorPort), '--simulator-port', String(simulatorPort)];
  const dataFolder = join(copy, '.ringpost');
  const { PATH, HOME, RINGPOST_REQUEST_SECONDS } = process.env;
  const watching = spawn(process.execPath, [...runsTypeScript, join(copy, 'cli/ringpost.ts'), 'start', '--watch', '--no-calls', ...ports], {
    cwd: copy,
    env: { PATH, HOME, RINGPOST_REQUEST_SECONDS, RINGPOST_DATA_FOLDER: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [watching.stdout, watching.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(watching, 'close');
  t.after(async () => {
    watching.kill('SIGKILL');
    await ended;
    await removeData(dataFolder);
    await rm(copy, { recursive: true, force: true, maxRetries: 5 });
  });
  const starts = (): number => said.split('service and simulator are up').length - 1;
  const running = (count: number) =>
    until(`start ${count} is up`, async () => {
      assert.equal(watching.exitCode, null, said);
      return starts() === count;
    });
  const postmaster = async (): Promise<string | undefined> =>
    (await readFile(join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0];
  const answers = (at: number): Promise<boolean> =>
    fetch(`http://127.0.0.1:${at}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );

  await running(1);
  const shown = [`Console     http://127.0.0.1:${simulatorPort}  `, '"phoneNumber":"+15550010001"'];
  await until('it says where all is, and how to place a call', async () => shown.every((each) => said.includes(each)), 60_000);
  assert.doesNotMatch(said, /and read one/, 'no call was placed');
  const database = await postmaster();
  assert.match(database ?? '', /^\d+$/);
  assert.notEqual(await runningEmbeddedPostgres(dataFolder), null);
  const failures = (): number => said.split('It ended with code 1.').length - 1;
  for (const [file, text] of [
    ['cli/ringpost.ts', 'this is no TypeScript\n'],
    ['src/main.ts', '// changed\n'],
    ['simulator/simulator.ts', '// changed\n'],
  ] as const) {
    const before = failures();
    await appendFile(join(copy, file), text);
    await until(`it has started anew for ${file}, in vain, and says so`, async () => failures() > before);
  }
  assert.deepEqual([await answers(operatorPort), await answers(simulatorPort)], [false, false]);
  await cp(join(root, 'cli/ringpost.ts'), join(copy, 'cli/ringpost.ts'));
  await running(2);
  assert.equal(await postmaster(), database);
  assert.deepEqual([await answers(operatorPort), await answers(simulatorPort)], [true, true]);

  watching.kill('SIGINT');
  await ended;
  assert.deepEqual([await answers(operatorPort), await answers(simulatorPort)], [false, false]);
  assert.equal(await runningEmbeddedPostgres(dataFolder), null);
  assert.equal(await postmaster(), '');
});
