import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { badName, type SandboxProviders } from '../../cli/service/sandbox/sandbox.ts';
import { startSimulatorProcess } from '../../cli/service/start/simulator-process.ts';
import { readConfig } from '../../src/process/config.ts';
import { startNginx } from '../cluster/proxies.ts';
import { api, listen } from '../support/api.ts';
import { endpoint, trigger } from '../support/fixtures.ts';
import { folderFor } from '../support/folder.ts';
import { type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';
import { type Ran, runCli } from './cli.ts';
import { runHere } from './here.ts';

/** Sandboxes beside a live installation, with the router of `deploy/` before both. */

const withoutNginx = spawnSync('nginx', ['-v']).status !== 0 && 'needs nginx';

// biome-ignore lint/suspicious/noExplicitAny: the test asserts what it reads.
type Printed = any;

test('one tenant has live and test keys on one address, and two sandboxes with times of their own', { skip: withoutNginx }, async (t) => {
  const live = await liveInstallation(t);
  const tenant = await readyTenant(live);
  const scopes = ['calls:place', 'read'];
  const { apiKey } = (await live.operator.post(`/tenants/${tenant.tenantId}/api-keys`, { name: 'Production', scopes })).body;
  // It is a key for an hour of the time that the command goes by, and no copy is made of it.
  live.clock.setReal(new Date());
  assert.equal((await live.operator.post(`/tenants/${tenant.tenantId}/portal-links`, { scopes: ['read'] })).status, 201);
  const beside = await besides(t, live);
  const [alpha, beta] = [await beside.create('alpha'), await beside.create('beta')];
  const operatorOf = ({ operatorUrl, operatorToken }: Printed) => ['--operator-url', operatorUrl, '--operator-token', operatorToken];
  const copyOf = (name: string): Promise<Ran> =>
    beside.ran(['sandbox', 'copy-tenant', name, tenant.tenantId, '--json', ...operatorOf({ ...live, operatorToken })]);
  const copy = async (name: string): Promise<Printed> => JSON.parse((await copyOf(name)).stdout);
  const [inAlpha, inBeta] = [await copy('alpha'), await copy('beta')];

  const port = Number(new URL(live.publicUrl).port);
  const cell = { publicPorts: [port, port, port], operatorPorts: [port] };
  const nginx = await startNginx(beside.folder, [cell, { ...cell, publicPorts: [port] }], { sandboxes: beside.sandboxes });
  t.after(() => nginx.stop());
  const keyOf = ({ keys }: Printed): string => keys.find(({ name }: Printed) => name === 'Production').apiKey;
  const [alphaKey, betaKey] = [keyOf(inAlpha), keyOf(inBeta)];
  const agentsOf = async (apiKey: string): Promise<readonly string[]> =>
    (await api(nginx.publicUrl, apiKey).get('/agents')).body.agents.map(({ id }: { id: string }) => id);
  assert.match(apiKey, /^rp_live_c1_/);
  assert.match(alphaKey, /^rp_test_alpha_/);
  assert.deepEqual(await agentsOf(apiKey), [tenant.agentId]);
  assert.deepEqual(await agentsOf(alphaKey), [inAlpha.agents[0].id]);
  assert.deepEqual(await agentsOf(betaKey), [inBeta.agents[0].id]);
  assert.equal(inAlpha.agents[0].live, tenant.agentId);
  assert.deepEqual([inAlpha.endpoints.length, inAlpha.triggers, inAlpha.refused], [1, 2, []]);
  assert.notEqual(inAlpha.endpoints[0].signingSecret, inBeta.endpoints[0].signingSecret);

  const call = { agentId: inAlpha.agents[0].id, phoneNumber: '+15550010001', variables: {} };
  const placed = await api(nginx.publicUrl, alphaKey).post('/calls', call);
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  const dialled = async ({ simulatorUrl, simulatorToken }: Printed): Promise<Printed> =>
    (await fetch(`${simulatorUrl}/calls`, { headers: { authorization: `Bearer ${simulatorToken}` } })).json();
  assert.equal((await dialled(alpha)).calls.length, 1);
  assert.equal((await dialled(beta)).calls.length, 0);
  assert.equal(live.simulator.ledger.read().totals.dials, 0, 'the live installation’s provider is not asked');
  assert.deepEqual(beside.asked, [], 'nobody asks the provider that the environment names, nor has its key');
  assert.equal((await fetch(`${alpha.simulatorUrl}/calls`)).status, 401);
  const ofAlpha = { RINGPOST_DATA_FOLDER: join(beside.sandboxes, 'alpha') };
  await beside.run(['time', 'freeze', '--json'], ofAlpha);
  await beside.run(['clock', 'advance', '2d', '--json'], ofAlpha);
  const { sandboxes } = await beside.run(['sandbox', 'list', '--json']);
  const [at, other] = sandboxes.map(({ time }: { time: string }) => Date.parse(time));
  assert.ok(at - other > 47 * 3_600_000, `${at - other} ms apart`);

  const inside = (await endpoint(live.context, tenant.tenantId, { url: 'https://10.1.2.3/hooks' })).id;
  await trigger(live.context, tenant.tenantId, inside);
  await live.context.db.knex('phone_numbers').where({ tenant_id: tenant.tenantId }).update({ health: 40, is_active: false });
  // A sandbox has one tenant of a name.
  await live.operator.request('PATCH', `/tenants/${tenant.tenantId}`, { body: { name: 'Renamed' } });
  const notAll = await copyOf('beta');
  assert.equal(notAll.code, 1, 'what was not copied is a failure');
  const copied = JSON.parse(notAll.stdout);
  assert.deepEqual([copied.keys.length, copied.endpoints.length, copied.triggers], [2, 1, 2]);
  assert.deepEqual(
    copied.refused.map((why: string) => /^(endpoint|trigger) "/.exec(why)?.[1]),
    ['endpoint', 'trigger'],
  );
  const { phoneNumbers } = await beside.run(['number', 'list', copied.tenantId, '--json', ...operatorOf(beta)]);
  assert.deepEqual(
    phoneNumbers.map(({ health, isActive }: Printed) => [health, isActive]),
    [[40, false]],
  );

  await live.operator.request('PATCH', `/tenants/${tenant.tenantId}`, { body: { name: 'Renamed again' } });
  const told = await beside.ran(['sandbox', 'copy-tenant', 'beta', tenant.tenantId, ...operatorOf({ ...live, operatorToken })]);
  assert.match(told.stderr, /where `ringpost sandbox create --allow-private-webhooks` names them\.\n$/);

  await beside.run(['sandbox', 'remove', 'alpha', '--yes']);
  assert.equal(existsSync(join(beside.sandboxes, 'alpha')), false);
  assert.doesNotMatch(readFileSync(join(beside.sandboxes, 'router.map'), 'utf8'), /alpha/);
  assert.deepEqual(await agentsOf(betaKey), [inBeta.agents[0].id]);
  assert.deepEqual(await agentsOf(apiKey), [tenant.agentId]);
});

test('no sandbox is told of a real provider: its type has no room for one, and the service refuses to start', () => {
  // @ts-expect-error: only a simulator on this machine fits.
  const providers: SandboxProviders = { VAPI_BASE_URL: 'https://api.vapi.ai/vapi', TWILIO_BASE_URL: 'http://127.0.0.1:1/twilio' };
  assert.throws(() => readConfig({ RINGPOST_ENV: 'sandbox', ...providers }), /^ConfigError: VAPI_BASE_URL names a real provider/);
  assert.throws(
    () => readConfig({ RINGPOST_ENV: 'sandbox', TWILIO_BASE_URL: 'https://api.dublin.ie1.twilio.com' }),
    /^ConfigError: TWILIO_BASE_URL names a real provider/,
  );
});

test('the simulator of a sandbox is told of no service that the environment names', async (t) => {
  const folder = folderFor(t);
  const live = { RINGPOST_URL: 'http://127.0.0.1:1', RINGPOST_API_KEY: 'rp_live_c1_x' };
  Object.assign(process.env, live);
  t.after(() => Object.keys(live).forEach((name) => void delete process.env[name]));
  const config = readConfig({ RINGPOST_ENV: 'sandbox', RINGPOST_DATA_FOLDER: folder });
  const simulator = await startSimulatorProcess(config, { port: await freePort(), speed: 1 });
  t.after(() => simulator.stop());
  const asked = await fetch(`${simulator.url}/service/api/v1/public/account`);
  assert.equal(((await asked.json()) as Printed).error.code, 'service_not_linked');
});

test('a sandbox’s name fits into keys and host names', async () => {
  for (const name of ['Team', '1st', 'team_1', 'a'.repeat(17), '../team'])
    assert.deepEqual([(await runHere(['sandbox', 'create', name])).code, badName(name).includes(name)], [2, true], name);
});

test('a sandbox is not called like the cell of the service, whose test keys would go to it', async () => {
  const { code, stderr } = await runHere(['sandbox', 'create', 'c1']);
  assert.equal(code, 2);
  assert.match(stderr, /c1 is the cell of the service itself \(RINGPOST_CELL\)/);
});

const operatorToken = 'operator-token'.padEnd(32, 'x');

const liveInstallation = (t: TestContext): Promise<Ringpost> =>
  ringpost(t, {
    RINGPOST_ENV: 'production',
    DATABASE_URL: 'postgres://unused',
    REDIS_URL: 'redis://unused',
    RINGPOST_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    RINGPOST_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8',
    OPERATOR_TOKEN: operatorToken,
    VAPI_WEBHOOK_SECRET: 'vapi-secret'.padEnd(32, 'x'),
  });

interface Besides {
  readonly folder: string;
  readonly sandboxes: string;
  /** What came to the address that the environment names as the providers'. */
  readonly asked: readonly string[];
  create(name: string): Promise<Printed>;
  ran(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Runs a command that must succeed, and returns the JSON that it printed. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Printed>;
}

async function besides(t: TestContext, live: Ringpost): Promise<Besides> {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-sandboxes-'));
  const asked: string[] = [];
  const trap = await listen(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end();
    }),
  );
  const server = new URL(live.databaseUrl);
  server.pathname = '/postgres';
  const settings = {
    RINGPOST_DATA_FOLDER: folder,
    SANDBOX_DATABASE_URL: server.href,
    VAPI_BASE_URL: trap.origin,
    VAPI_API_KEY: 'the-real-key',
    TWILIO_BASE_URL: trap.origin,
    TWILIO_ACCOUNT_SID: 'AC-real',
    TWILIO_AUTH_TOKEN: 'the-real-token',
  };
  // What it leaves running is started as the command itself was, which only a process of its own can show.
  const runIn = (args: readonly string[]) => (args[1] === 'create' ? runCli : runHere);
  const ran: Besides['ran'] = (args, env = {}) => runIn(args)(args, { env: { ...settings, ...env } });
  const run: Besides['run'] = async (args, env) => {
    const { code, stdout, stderr } = await ran(args, env);
    assert.equal(code, 0, `ringpost ${args.join(' ')}: ${stderr}`);
    return stdout === '' ? null : JSON.parse(stdout);
  };
  const made: string[] = [];
  t.after(async () => {
    for (const name of made) await runHere(['sandbox', 'remove', name, '--yes'], { env: settings });
    await trap.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    sandboxes: join(folder, 'sandboxes'),
    asked,
    ran,
    run,
    async create(name) {
      made.push(name);
      return run(['sandbox', 'create', name, '--allow-private-webhooks', '127.0.0.0/8', '--json']);
    },
  };
}
