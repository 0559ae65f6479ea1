import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { runCli } from '../cli/cli.ts';
import { control } from '../simulator/control.ts';
import { api } from '../support/api.ts';
import { cellFor } from '../support/cell.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
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
  const cell = await cellFor(t);
  const { context } = cell;
  const simulatorPort = await freePort();
  const simulator = { url: `http://127.0.0.1:${simulatorPort}` };
  const owner = await tenant(context, { balance: 10_000_000 });
  const key = await apiKey(context, owner.id);
  const agentId = await agent(context, owner.id);
  await phoneNumber(context, owner.id);
  const target = await endpoint(context, owner.id, { url: `${simulator.url}/receivers/crm` });
  await trigger(context, owner.id, target.id);

  t.after(await startSimulatorProcess(simulatorPort, cell));
  await cell.start({ VAPI_BASE_URL: `${simulator.url}/vapi`, VAPI_API_KEY: 'simulated', VAPI_WEBHOOK_SECRET: 'simulated' });
  await control(simulator, 'POST', '/receivers', { name: 'crm', secret: target.secret, programme: '500*' });
  await control(simulator, 'POST', '/time/freeze');
  return { publicApi: api(cell.url, key.text), agentId, simulator };
}

const simulatorMain = join(import.meta.dirname, '../../simulator/main.ts');

async function startSimulatorProcess(port: number, service: { operatorUrl: string; operatorToken: string }): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [...argumentsOf(simulatorMain), '--port', String(port), '--operator-url', service.operatorUrl], {
    env: { ...process.env, OPERATOR_TOKEN: service.operatorToken },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(child.stdout), 'line');
  return () => endProcess(child, 'SIGKILL');
}
