import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../../cli/parts/ports.ts';
import { testCall } from '../../../cli/service/provider-call.ts';
import { readConfig } from '../../../src/process/config.ts';
import { inboundUrl } from '../../../src/texts/twilio/callbacks.ts';
import type { Finding } from '../../../tools/doctor/finding.ts';
import { walkProviderSteps } from '../../../tools/doctor/provider-steps.ts';
import { testDatabase } from '../../support/database.ts';
import { folderFor } from '../../support/folder.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../../support/ringpost.ts';
import { until } from '../../support/until.ts';

/** The steps of going live, beside the simulator in strict mode. */

interface Live {
  readonly system: Ringpost;
  readonly owner: ReadyTenant;
  readonly env: Readonly<Record<string, string>>;
  walk(changed?: Readonly<Record<string, string>>): ReturnType<typeof walkProviderSteps>;
  /** Sets what a column of the tenant's number holds. */
  number(columns: Readonly<Record<string, unknown>>): Promise<void>;
}

const sound = { id: 'number-1', number: '+14155550100' };
const account = { numbers: [sound, { id: 'number-2', number: '+14155550199' }], credentialId: 'credential-1' };

/** A service and its account at the providers, in which everything is right. */
async function live(t: { after(clean: () => Promise<void>): void }, env: Record<string, string> = {}): Promise<Live> {
  const credential = { VAPI_CREDENTIAL_ID: 'credential-1', ...env };
  const system = await ringpost(t, credential, { simulated: { account } });
  const owner = await readyTenant(system);
  const number = async (columns: Readonly<Record<string, unknown>>): Promise<void> => {
    await system.context.db.knex('phone_numbers').where({ tenant_id: owner.tenantId }).update(columns);
  };
  await number({ phone_number: sound.number, provider_number_id: sound.id });
  system.simulator.setTextInboundUrl(inboundUrl(system.publicUrl));
  const settings = {
    RINGPOST_ENV: 'sandbox',
    OPERATOR_TOKEN: 'operator-token-of-the-tests',
    DATABASE_URL: system.databaseUrl,
    PUBLIC_URL: system.publicUrl,
    OPERATOR_PORT: new URL(system.operatorUrl).port,
    VAPI_BASE_URL: system.simulator.vapiUrl,
    VAPI_API_KEY: 'vapi-key',
    VAPI_WEBHOOK_SECRET: 'vapi-secret',
    TWILIO_BASE_URL: system.simulator.twilioUrl,
    TWILIO_ACCOUNT_SID: 'twilio-account',
    TWILIO_AUTH_TOKEN: 'twilio-token',
    ...credential,
  };
  const walk = (changed = {}) =>
    walkProviderSteps({ readConfig: () => readConfig({ ...settings, ...changed }), machineNow: () => system.clock.realNow() });
  return { system, owner, env: settings, walk, number };
}

const lineOf = ({ check, state, found, advice }: Finding): string => `${check}: ${state}: ${found} → ${advice}`;

test('every step is good where everything is right, and nobody is called', async (t) => {
  const { walk, system } = await live(t);
  const { stoppedAt, findings } = await walk();
  assert.equal(stoppedAt, null, findings.map(lineOf).join('\n'));
  assert.deepEqual(
    findings.map(({ check, state }) => `${check} ${state}`),
    [
      'settings good',
      'voice provider good',
      'numbers good',
      'public URL good',
      'callbacks of calls good',
      'text provider good',
      'incoming texts good',
      'callbacks of texts good',
      'refused callbacks good',
    ],
  );
  const { totals } = system.simulator.ledger.read();
  assert.deepEqual([totals.dials, totals.texts], [0, 0]);
});

test('each wrong setting stops the walk at its step, with the name of the setting, and the later steps are not examined', async (t) => {
  const { walk, env } = await live(t);
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const wrong: readonly (readonly [Readonly<Record<string, string>>, string, RegExp])[] = [
    [{ VAPI_API_KEY: 'public-key' }, 'voice provider', /refuses the credentials.*Correct VAPI_API_KEY/],
    [{ VAPI_BASE_URL: nowhere }, 'voice provider', /does not answer/],
    [{ VAPI_BASE_URL: `${env['VAPI_BASE_URL']}/v2` }, 'voice provider', /answers HTTP 404.*correct VAPI_BASE_URL/],
    [{ VAPI_BASE_URL: 'https://api.vapi.ai' }, 'configuration', /names a real provider, and a sandbox/],
    [{ VAPI_BASE_URL: 'https://api.vapi.ai', RINGPOST_ENV: 'development' }, 'settings', /which no provider reaches.*Set PUBLIC_URL/],
    [{ PUBLIC_URL: nowhere }, 'public URL', /does not answer/],
    [{ PUBLIC_URL: env['VAPI_BASE_URL']?.replace('/vapi', '') ?? '' }, 'public URL', /Another deployment answers there/],
    [{ VAPI_WEBHOOK_SECRET: 'another' }, 'callbacks of calls', /refuses what this machine signs.*VAPI_WEBHOOK_SECRET/],
    [{ TWILIO_ACCOUNT_SID: 'another' }, 'text provider', /Correct TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN/],
    [{ TWILIO_AUTH_TOKEN: 'another' }, 'text provider', /Correct TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'database', /DATABASE_URL cannot be used/],
    [{ TWILIO_BASE_URL: 'nonsense' }, 'configuration', /TWILIO_BASE_URL/],
  ];
  for (const [changed, step, words] of wrong) {
    const { stoppedAt, findings } = await walk(changed);
    const told = `${JSON.stringify(changed)}\n${findings.map(lineOf).join('\n')}`;
    assert.equal(stoppedAt, step, told);
    const faults = findings.filter(({ state }) => state === 'fault');
    assert.deepEqual([faults.length, faults[0]?.check], [1, step], told);
    assert.match(lineOf(faults[0] ?? assert.fail()), words);
    const index = findings.findIndex(({ state }) => state === 'fault');
    assert.ok(
      findings.slice(index + 1).every(({ state }) => state === 'not examined'),
      told,
    );
  }
});

test('another deployment at PUBLIC_URL is told from this one, though it is well and has the same secrets', async (t) => {
  const [ours, other] = [await live(t), await live(t)];
  const { stoppedAt, findings } = await ours.walk({ PUBLIC_URL: other.system.publicUrl });
  assert.equal(stoppedAt, 'public URL', findings.map(lineOf).join('\n'));
  assert.match(
    findings.map(lineOf).join('\n'),
    /^public URL: fault: Another deployment answers at .*calls would be reported to the other one/m,
  );
});

test('before the service runs, or its database has a schema, the walk says so as the one fault', async (t) => {
  const { walk } = await live(t);
  const folder = folderFor(t);
  const empty = await testDatabase();
  t.after(() => empty.close());
  await empty.db.knex.raw('drop schema public cascade; create schema public');
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ DATABASE_URL: '', RINGPOST_DATA_FOLDER: folder }, /^database: fault: The embedded PostgreSQL does not run: start the service/],
    [{ DATABASE_URL: empty.url }, /^migrations: fault: No migration has run.* → Run `ringpost migrate`/],
  ];
  for (const [changed, words] of cases) {
    const { stoppedAt, findings } = await walk(changed);
    const [first, ...others] = findings.map((one) => [lineOf(one), one.state] as const);
    assert.match(first?.[0] ?? '', words);
    assert.ok(
      others.every(([, state]) => state === 'not examined'),
      String(others),
    );
    assert.equal(stoppedAt, findings[0]?.check);
  }
});

test('a number has to be in the account, under the id that the service has, and its texts have to come here', async (t) => {
  const { walk, number, system } = await live(t);
  const found = async (wanted: Finding['state']): Promise<string> => {
    const { findings } = await walk();
    return lineOf(findings.find(({ state }) => state === wanted) ?? assert.fail(`nothing is a ${wanted}`));
  };
  const faultOf = () => found('fault');
  await number({ provider_number_id: 'number-of-another-account' });
  assert.match(await faultOf(), /^numbers: .*no number with the id number-of-another-account.*--provider-number/);
  await number({ provider_number_id: 'number-2' });
  assert.match(await faultOf(), /^numbers: .*is \+14155550199, and here it is \+14155550100/);
  await number({ provider_number_id: sound.id, is_active: false });
  assert.match(await faultOf(), /^numbers: .*No tenant has an active phone number.*ringpost number add/);
  await number({ is_active: true });
  system.simulator.setTextInboundUrl('https://api.vapi.ai/twilio/sms');
  assert.match(
    await faultOf(),
    /^incoming texts: .*goes by POST to https:\/\/api\.vapi\.ai\/twilio\/sms: .*minutes late.*"A message comes in"/,
  );
  for (const [fragment, state] of [
    ['', 'warning'],
    ['#rc=5', 'warning'],
    ['#rc=5&rp=4xx,5xx', 'warning'],
    ['#rc=2&rp=5xx,ct,rt', 'good'],
    ['#rc=5&rp=all', 'good'],
  ] as const) {
    system.simulator.setTextInboundUrl(`${system.publicUrl}/callbacks/sms/twilio/inbound${fragment}`);
    const { findings } = await walk();
    assert.equal(findings.find(({ check }) => check === 'incoming texts')?.state, state, fragment);
  }
  system.simulator.setTextInboundUrl(`${system.publicUrl}/callbacks/sms/twilio/inbound`);
  assert.match(await found('warning'), /^incoming texts: .*\+14155550100 once: .*minutes late.*inbound#rc=5&rp=all, HTTP POST/);
});

test('refused callbacks stop the walk, however often the check has sent callbacks of its own', async (t) => {
  const { walk, system } = await live(t);
  const post = (signature: string) =>
    fetch(`${system.publicUrl}/callbacks/voice/vapi`, { method: 'POST', headers: { authorization: `Bearer ${signature}` }, body: '{}' });
  for (let n = 0; n < 3; n++) await walk();
  assert.equal((await post('another-secret')).status, 401);
  const { stoppedAt, findings } = await walk();
  assert.equal(stoppedAt, 'refused callbacks');
  assert.match(
    findings.map(lineOf).join('\n'),
    /^refused callbacks: fault: Callbacks of vapi .*: 1 since .*the last 1 in a row; 0 were accepted/m,
  );
});

test('without a credential at Vapi it warns, and the test call shows that the callbacks come unsigned', async (t) => {
  const { walk, system, owner, env } = await live(t, { VAPI_CREDENTIAL_ID: '' });
  const { stoppedAt, findings } = await walk();
  assert.equal(stoppedAt, null);
  assert.match(
    findings
      .filter(({ state }) => state === 'warning')
      .map(lineOf)
      .join(),
    /^settings: .*VAPI_CREDENTIAL_ID is not set/,
  );
  const called = await callThrough(system, owner, env);
  assert.match(
    called.map(lineOf).join('\n'),
    /^its callbacks: fault: .*bad_signature \d+; 0 were accepted.*VAPI_CREDENTIAL_ID is not set/m,
  );
});

test('the test call rings once, and says that the callbacks were believed', async (t) => {
  const { system, owner, env } = await live(t);
  const called = await callThrough(system, owner, env);
  assert.match(called.map(lineOf).join('\n'), /^test call: good: call_\w+: completed, INTERESTED.*\nits callbacks: good: \d+ came/);
  assert.equal(system.simulator.ledger.read().totals.dials, 1);
});

test('a test call that the provider refuses says so', async (t) => {
  const { system, owner, env, number } = await live(t);
  await number({ provider_number_id: 'number-of-another-account' });
  const called = await callThrough(system, owner, env);
  assert.match(called.map(lineOf).join('\n'), /^test call: fault: It was not placed: placement_failed.*not_dialled.*VAPI_CREDENTIAL_ID/);
});

/** Places the test call, and lets the simulated telephone play, and then time pass, while it waits. */
async function callThrough(system: Ringpost, { apiKey, agentId }: ReadyTenant, env: Readonly<Record<string, string>>) {
  const address = { baseUrl: `${system.publicUrl}/api/v1/public`, apiKey, profile: undefined };
  const variable = { first_name: 'Dana' };
  let isOver = false;
  const called = testCall({ call: '+15550010001', agent: agentId, variable, address, config: readConfig(env) }).finally(() => {
    isOver = true;
  });
  const isAnswered = async (): Promise<boolean> => (await system.context.db.knex('calls').whereNotNull('provider_call_id')).length > 0;
  await until('the call is placed, or refused', async () => isOver || (await isAnswered()));
  await system.play();
  await until('the test call is over', async () => {
    // The reconciler asks for a call whose callbacks are refused once it is silent for a minute.
    await system.pass(61);
    return isOver;
  });
  return called;
}
