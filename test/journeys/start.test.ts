import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../cli/ports.ts';
import type { Finding } from '../../tools/doctor/finding.ts';
import { runCli } from '../cli/cli.ts';
import { redisUrl } from '../support/redis.ts';
import { argumentsOf } from '../support/typescript.ts';
import { until } from '../support/until.ts';

/** `ringpost start`, in a data folder of its own. CI runs it as a newcomer does, by npm. */

const cli = fileURLToPath(new URL('../../cli/ringpost.ts', import.meta.url));

test('--once shows every webhook verified and exits 0; killed with SIGKILL, it starts again on the same data, until that is cleaned away', async (t) => {
  const place = await somewhere(t);
  const first = start(place, ['--once']);
  assert.equal(await first.code, 0, first.output());
  assert.equal(first.output().match(/The signature matches/g)?.length, 4, first.output());
  assert.match(first.output(), /4 of 4 webhooks arrived and verified\n$/);

  const file = join(place.folder, 'start.json');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const before = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual(Object.keys(before.scopedKeys).sort(), ['calls:place', 'calls:read', 'read', 'webhooks', 'write']);

  const killed = start(place, []);
  t.after(() => killed.child.kill('SIGKILL'));
  await until('it runs', async () => killed.output().includes('Running.'));
  await doctorFindsNothing(place);
  const second = start({ ...(await somewhere(t)), folder: place.folder }, []);
  assert.equal(await second.code, 2);
  assert.match(second.output(), new RegExp(`runs in this folder already: console http://127.0.0.1:${place.simulatorPort}`));
  const env = { RINGPOST_DATA_FOLDER: place.folder };
  const refused = await runCli(['clean', '--yes'], { env });
  assert.equal(refused.code, 2, refused.stdout);
  assert.match(refused.stderr, /is in use by process/);
  const { demo } = before;
  const rotate = ['endpoint', 'rotate-secret', demo.tenantId, demo.webhookEndpointId, '--yes'];
  assert.equal((await runCli(rotate, { env })).code, 0);
  killed.child.kill('SIGKILL');
  await killed.code;
  await until('its simulator has gone with it', async () => !(await isTaken(place.simulatorPort)));

  const third = start(place, ['--once']);
  assert.equal(await third.code, 0, third.output());
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).demo.apiKey, before.demo.apiKey, 'the demo tenant is the same');

  const database = realpathSync(join(place.folder, 'postgres'));
  const asked = await runCli(['clean'], { env });
  assert.match(asked.stderr, new RegExp(`would be removed[^]*${place.folder}`));
  assert.ok(existsSync(file), 'it only tells what it would remove');
  assert.equal((await runCli(['clean', '--yes'], { env })).code, 0);
  assert.deepEqual([existsSync(place.folder), existsSync(database)], [false, false]);
  assert.match((await runCli(['clean', '--yes'], { env })).stderr, /nothing is to be removed/);
});

test('a taken port is named, with the option that chooses another, and nothing is started', async (t) => {
  const place = await somewhere(t);
  const other = createServer().listen(place.port, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const refused = start(place, ['--once']);
  assert.equal(await refused.code, 2);
  assert.match(refused.output(), new RegExp(`Port ${place.port} is taken.*--port`));
});

/** In a sandbox whose clock was advanced, on ports of its own: what the environment does not say, `.ringpost/` does. */
async function doctorFindsNothing({ folder }: Place): Promise<void> {
  const env = { RINGPOST_DATA_FOLDER: folder };
  assert.equal((await runCli(['clock', 'advance', '5m'], { env })).code, 0);
  const { code, stdout } = await runCli(['doctor', '--json'], { env });
  const findings: readonly Finding[] = JSON.parse(stdout).findings;
  assert.deepEqual(
    findings.filter(({ state }) => state === 'fault'),
    [],
  );
  assert.equal(code, 0);
  const seen = new Map(findings.map(({ check, state }) => [check, state]));
  for (const check of ['database', 'clocks', 'queue', 'voice provider', 'text provider', 'public URL', ...(redisUrl ? ['Redis'] : [])])
    assert.equal(seen.get(check), 'good', check);
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly operatorPort: number;
  readonly simulatorPort: number;
}

async function somewhere(t: TestContext): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-start-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return { folder, port: await freePort(), operatorPort: await freePort(), simulatorPort: await freePort() };
}

function start(
  { folder, port, operatorPort, simulatorPort }: Place,
  more: readonly string[],
): { child: ChildProcess; code: Promise<number | null>; output(): string } {
  const ports = ['--port', String(port), '--operator-port', String(operatorPort), '--simulator-port', String(simulatorPort)];
  const child = spawn(process.execPath, [...argumentsOf(cli), 'start', ...ports, ...more], {
    env: { ...process.env, RINGPOST_DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  return { child, code: once(child, 'close').then(([code]) => code), output: () => said.join('') };
}

const isTaken = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );
