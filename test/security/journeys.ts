import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../cli/parts/ports.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { type Service, startService } from '../../src/main.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { runCli } from '../cli/cli.ts';
import { runHere } from '../cli/here.ts';
import { type ApiClient, api, operatorApi } from '../support/api.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

/** A service as an operator configures it, with secrets that can be told from anything else, and all that it said. */
export interface Scene {
  readonly service: Service;
  readonly simulator: Simulator;
  readonly env: Readonly<Record<string, string>>;
  readonly operator: ApiClient;
  readonly publicUrl: string;
  /** Added to as they are made. */
  readonly secrets: Record<string, string>;
  readonly logged: string[];
  /** Refusals, and what commands printed. */
  readonly said: Record<string, string>;
}

const shownInLists = 'a header that a tenant has us send';

const planted = {
  'the password of DATABASE_URL': 'database-password-7d1f0c',
  RINGPOST_SECRET_KEY: Buffer.alloc(32, 'secret-key!').toString('base64'),
  'the bytes of RINGPOST_SECRET_KEY': Buffer.alloc(32, 'secret-key!').toString('latin1'),
  OPERATOR_TOKEN: 'operator-token-93bc55a0e1',
  'a token of OPERATOR_TOKENS': 'token-of-dana-48d2be',
  VAPI_API_KEY: 'vapi-api-key-0b9d77',
  VAPI_WEBHOOK_SECRET: 'vapi-webhook-secret-51aa02',
  TWILIO_AUTH_TOKEN: 'twilio-auth-token-c40e18',
  [shownInLists]: 'crm-credential-2ef86d',
} as const;

export async function openScene(t: { after(clean: () => Promise<void>): void }): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-secrets-'));
  const database = await testDatabase({ isOfToday: true });
  const [port, operatorPort] = await Promise.all([freePort(), freePort()]);
  const publicUrl = `http://127.0.0.1:${port}`;
  const keys = { apiKey: planted.VAPI_API_KEY, webhookSecret: planted.VAPI_WEBHOOK_SECRET };
  const texts = { twilioAccountSid: 'twilio-account', twilioAuthToken: planted.TWILIO_AUTH_TOKEN };
  const simulator = await startSimulator({ speed: Number.POSITIVE_INFINITY, seed: 1, ...keys, ...texts });
  const databaseUrl = new URL(database.url);
  databaseUrl.password = planted['the password of DATABASE_URL'];
  const env = {
    RINGPOST_ENV: 'sandbox',
    RINGPOST_REQUEST_SECONDS: '60',
    RINGPOST_DATA_FOLDER: folder,
    RINGPOST_SECRET_KEY: planted.RINGPOST_SECRET_KEY,
    DATABASE_URL: databaseUrl.href,
    OPERATOR_TOKEN: planted.OPERATOR_TOKEN,
    OPERATOR_TOKENS: `dana:${planted['a token of OPERATOR_TOKENS']}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    PUBLIC_URL: publicUrl,
    VAPI_BASE_URL: simulator.vapiUrl,
    VAPI_API_KEY: planted.VAPI_API_KEY,
    VAPI_WEBHOOK_SECRET: planted.VAPI_WEBHOOK_SECRET,
    TWILIO_BASE_URL: simulator.twilioUrl,
    TWILIO_ACCOUNT_SID: texts.twilioAccountSid,
    TWILIO_AUTH_TOKEN: texts.twilioAuthToken,
  };
  const logged: string[] = [];
  const service = await startService(readConfig(env), {
    log: createLog('trace', { write: (line: string) => void logged.push(line) }),
  });
  t.after(async () => {
    await service.stop();
    await simulator.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const operator = operatorApi(`http://127.0.0.1:${operatorPort}`, planted.OPERATOR_TOKEN);
  return { service, simulator, env, operator, publicUrl, secrets: { ...planted }, logged, said: {} };
}

/** Everything that goes well and much that does not, with every secret taking part. */
export async function playJourneys(scene: Scene): Promise<void> {
  const { secrets, operator, publicUrl } = scene;
  const { tenant } = (await operator.post('/tenants', { name: 'Acme', billing: 'invoice' })).body;
  const ofTenant = `/tenants/${tenant.id}`;
  const made = await operator.post(`${ofTenant}/api-keys`, { name: 'CRM', scopes: ['calls:place', 'calls:read', 'read', 'webhooks'] });
  secrets['an API key'] = made.body.apiKey;
  secrets["an API key's secret"] = made.body.apiKey.split('_').at(-1);
  const client = api(publicUrl, made.body.apiKey);
  const { agent } = (await operator.post(`${ofTenant}/agents`, { name: 'A', systemPrompt: 'Ask.' })).body;
  await operator.post(`${ofTenant}/phone-numbers`, { phoneNumber: '+14155550100', providerNumberId: 'p' });
  const endpointId = await subscribe(scene, client);
  await placeCalls(scene, client, agent.id);
  await operator.post(`${ofTenant}/messages`, { to: '+14155550123', body: 'Hello' });
  await failInside(scene, client);
  await refuse(scene, client);
  await runCommands(scene, tenant.id, endpointId);
}

async function subscribe({ simulator, secrets, env }: Scene, client: ApiClient): Promise<string> {
  const headers = { 'X-Crm-Token': secrets[shownInLists] };
  const { endpoint } = (await client.post('/webhooks', { name: 'CRM', url: simulator.receiverUrl('crm'), headers })).body;
  secrets['a signing secret'] = endpoint.signingSecret;
  simulator.receivers.create('crm', { secret: endpoint.signingSecret, programme: '500,close,200' });
  // Nobody listens there: the attempt's own error is logged.
  const gone = (await client.post('/webhooks', { name: 'Gone', url: `http://127.0.0.1:${env['PORT'] === '9' ? 7 : 9}/`, headers })).body;
  secrets['another signing secret'] = gone.endpoint.signingSecret;
  for (const webhookEndpointId of [endpoint.id, gone.endpoint.id])
    await client.post('/automation-triggers', { name: 'All', eventType: 'call.completed', webhookEndpointId });
  return endpoint.id;
}

async function placeCalls({ simulator }: Scene, client: ApiClient, agentId: string): Promise<void> {
  const scenarios = { 'answered-interested': 201, 'provider-refuses': 500, 'provider-error-before-dialling': 500, 'carrier-error': 201 };
  for (const [scenario, status] of Object.entries(scenarios))
    assert.equal((await client.post('/calls', { agentId, phoneNumber: numberFor(scenario, 1) })).status, status, scenario);
  await until('webhooks have come', async () => (simulator.receivers.find('crm')?.received ?? 0) >= 2);
}

/** The database lacks a table for a moment: whatever its error quotes is logged. */
async function failInside({ service, said }: Scene, client: ApiClient): Promise<void> {
  const { knex } = service.context.db;
  await knex.raw('alter table webhook_endpoints rename to elsewhere');
  const body = { name: 'x', url: 'https://crm.example.org/', headers: { 'X-Crm-Token': planted[shownInLists] } };
  const failed = await client.post('/webhooks', body);
  await knex.raw('alter table elsewhere rename to webhook_endpoints');
  assert.equal(failed.status, 500);
  said['an answer to a failure of ours'] = failed.raw;
}

async function refuse({ said, secrets, publicUrl, operator }: Scene, client: ApiClient): Promise<void> {
  const key = secrets['an API key'] ?? '';
  const answers = [
    await client.with(`${key.slice(0, -1)}0`).get('/agents'),
    await client.with(key.toUpperCase()).get('/agents'),
    await client.get(`/agents/${key}`),
    await client.get(`/agents?api_key=${key}`),
    await client.request('POST', '/calls', { body: '{', headers: { cookie: key } }),
    await operator.with(`${planted.OPERATOR_TOKEN}x`).get('/tenants'),
    await operator.with(`${planted['a token of OPERATOR_TOKENS']}x`).get('/tenants'),
  ];
  const callback = { method: 'POST', body: '{"message":{}}' };
  const answered = await Promise.all([
    fetch(`${publicUrl}/callbacks/voice/vapi`, { ...callback, headers: { authorization: `Bearer ${planted.VAPI_WEBHOOK_SECRET}` } }),
    fetch(`${publicUrl}/callbacks/voice/vapi`, {
      ...callback,
      headers: { 'x-signature': planted.VAPI_WEBHOOK_SECRET, 'x-timestamp': '1' },
    }),
    fetch(`${publicUrl}/callbacks/sms/twilio`, { ...callback, headers: { 'x-twilio-signature': planted.TWILIO_AUTH_TOKEN } }),
    fetch(`${publicUrl}/${key}`),
  ]);
  said['refusals'] = [...answers.map(({ raw }) => raw), ...(await Promise.all(answered.map((answer) => answer.text())))].join('\n');
}

/** What a command prints. The one that is asked for a new secret must show it, and nothing else may show that one again. */
async function runCommands(scene: Scene, tenantId: string, endpointId: string): Promise<void> {
  const { env, said, secrets } = scene;
  const settings = { env: { ...env, OPERATOR_URL: `http://127.0.0.1:${env['OPERATOR_PORT']}` } };
  const rotated = await runHere(['endpoint', 'rotate-secret', tenantId, endpointId, '--yes', '--json'], settings);
  secrets['a new signing secret'] = JSON.parse(rotated.stdout).signingSecret ?? JSON.parse(rotated.stdout).endpoint.signingSecret;
  const commands = [
    ['tenant', 'show', tenantId],
    ['key', 'list', tenantId, '--json'],
    ['delivery', 'list', '--json'],
    ['stats', 'trouble'],
    ['doctor'],
    ['rotate-secrets'],
    ['tenant', 'show', secrets['an API key'] ?? ''],
    ['tenant', 'create'],
  ];
  // By the contract it shows the headers that a tenant has us send; of signing secrets the last four characters.
  const { [shownInLists]: _, ...hidden } = secrets;
  const listed = await runHere(['endpoint', 'list', tenantId, '--json'], settings);
  for (const [name, secret] of Object.entries(hidden)) assert.ok(!listed.stdout.includes(secret), name);
  const broken = {
    ...settings.env,
    DATABASE_URL: env['DATABASE_URL']?.replace(/\/test_\w+/, '/nothing') ?? '',
    REDIS_URL: 'redis://:p@127.0.0.1:9',
  };
  const ran = await Promise.all([
    ...commands.map((command) => runHere(command, settings)),
    runCli(['doctor'], { env: broken }),
    runCli(['migrate'], { env: broken }),
    runCli(['serve'], { env: { ...broken, PORT: 'x' } }),
  ]);
  said['what commands print'] = ran.map(({ stdout, stderr }) => stdout + stderr).join('\n');
}
