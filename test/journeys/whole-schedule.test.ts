import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../cli/ports.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { runCli } from '../cli/cli.ts';
import { control } from '../simulator/control.ts';
import { api } from '../support/api.ts';
import { manualClock } from '../support/clock.ts';
import { testContext } from '../support/context.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { argumentsOf } from '../support/typescript.ts';

/** The service, the simulator and the command line, each in a process of its own, by the code that runs in life. */

test('one command plays the whole schedule of a failing delivery, 1 m to 6 h, without waiting for it', async (t) => {
  const { publicApi, agentId, simulator } = await system(t);
  const placed = await publicApi.post('/calls', { agentId, phoneNumber: numberFor('answered-interested', 1) });
  assert.equal(placed.status, 201, placed.raw);

  const began = performance.now();
  const ran = await runCli(['time', 'run-until-idle', '--json', '--simulator-url', simulator.url]);
  const tookMs = performance.now() - began;

  assert.equal(ran.code, 0, ran.stderr);
  const { passed } = JSON.parse(ran.stdout);
  assert.equal(passed.stoppedBy, 'idle');
  // 1 m, 5 m, 30 m, 2 h and 6 h, each a quarter more or less.
  assert.ok(passed.seconds > 30_960 * 0.75 && passed.seconds < 30_960 * 1.25 + 120, `${passed.seconds} s`);
  const { deliveries } = (await control(simulator, 'GET', '/receivers/crm/deliveries')) as {
    deliveries: { attempt: number; verdict: { valid: boolean } }[];
  };
  assert.deepEqual(
    deliveries.map(({ attempt, verdict }) => [attempt, verdict.valid]),
    [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, true]),
  );
  const listed = await publicApi.get('/webhook-deliveries');
  assert.deepEqual([listed.body.deliveries[0].status, listed.body.deliveries[0].attempts], ['failed', 6]);
  t.diagnostic(`${passed.seconds} s of retries in ${(tookMs / 1_000).toFixed(1)} s`);
});

async function system(t: TestContext) {
  const secretKey = randomBytes(32);
  const base = await testContext();
  const context = { ...base, secrets: aesSecrets(secretKey), clock: manualClock(new Date()) };
  const dataFolder = await mkdtemp(join(tmpdir(), 'ringpost-schedule-'));
  const [port, operatorPort, simulatorPort] = [await freePort(), await freePort(), await freePort()];
  const simulator = { url: `http://127.0.0.1:${simulatorPort}` };
  const owner = await tenant(context, { balance: 10_000_000 });
  const key = await apiKey(context, owner.id);
  const agentId = await agent(context, owner.id);
  await phoneNumber(context, owner.id);
  const target = await endpoint(context, owner.id, { url: `${simulator.url}/receivers/crm` });
  await trigger(context, owner.id, target.id);

  const stopSimulator = await startSimulatorProcess(simulatorPort, operatorPort);
  const service = await startServiceProcess({
    RINGPOST_ENV: 'sandbox',
    RINGPOST_DATA_FOLDER: dataFolder,
    DATABASE_URL: base.databaseUrl,
    RINGPOST_SECRET_KEY: secretKey.toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    VAPI_BASE_URL: `${simulator.url}/vapi`,
    VAPI_API_KEY: 'simulated',
    VAPI_WEBHOOK_SECRET: 'simulated',
  });
  t.after(async () => {
    await service.kill();
    await stopSimulator();
    await base.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  await control(simulator, 'POST', '/receivers', { name: 'crm', secret: target.secret, programme: '500*' });
  await control(simulator, 'POST', '/time/freeze');
  return { publicApi: api(`http://127.0.0.1:${port}`, key.text), agentId, simulator };
}

const operatorToken = 'operator-token-of-this-test-alone';
const simulatorMain = join(import.meta.dirname, '../../simulator/main.ts');

async function startSimulatorProcess(port: number, operatorPort: number): Promise<() => Promise<void>> {
  const child = spawn(
    process.execPath,
    [...argumentsOf(simulatorMain), '--port', String(port), '--operator-url', `http://127.0.0.1:${operatorPort}`],
    { env: { ...process.env, OPERATOR_TOKEN: operatorToken }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(createInterface(child.stdout), 'line');
  return () => endProcess(child, 'SIGKILL');
}
