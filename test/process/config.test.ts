import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { explainedSettings } from '../../docs/generate/settings-page.ts';
import { readConfig } from '../../src/process/config.ts';
import { ConfigError } from '../../src/process/environment.ts';
import { production } from '../support/production.ts';

test('an empty environment is a development one on embedded defaults', () => {
  const config = readConfig({});
  assert.deepEqual(
    [config.environment, config.databaseUrl, config.redisUrl, config.port, config.operatorPort, config.operatorHost],
    ['development', null, null, 8080, 8081, '127.0.0.1'],
  );
  assert.deepEqual([...config.roles], ['api', 'dispatcher', 'scheduler']);
  assert.deepEqual(config.allowedPrivateWebhooks, ['127.0.0.0/8', '::1/128']);
});

test('the data folder is absolute, because programs with another working folder are told of it', () => {
  assert.equal(readConfig({ RINGPOST_DATA_FOLDER: '.ringpost-live' }).dataFolder, join(process.cwd(), '.ringpost-live'));
});

test('production allows no private address unless it says so', () => {
  assert.deepEqual(readConfig(production).allowedPrivateWebhooks, []);
  assert.deepEqual(readConfig({ ...production, RINGPOST_ALLOW_PRIVATE_WEBHOOKS: '10.1.0.0/16, 10.0.0.1' }).allowedPrivateWebhooks, [
    '10.1.0.0/16',
    '10.0.0.1',
  ]);
});

for (const name of ['DATABASE_URL', 'REDIS_URL', 'RINGPOST_SECRET_KEY', 'OPERATOR_TOKEN', 'VAPI_API_KEY', 'VAPI_WEBHOOK_SECRET'] as const) {
  test(`production does not start without ${name}`, () => refuses({ ...production, [name]: undefined }, name));
}

for (const name of ['OPERATOR_TOKEN', 'VAPI_WEBHOOK_SECRET', 'TWILIO_AUTH_TOKEN']) {
  test(`production refuses a ${name} of less than 32 characters, which could be guessed`, () => {
    const given = { ...production, TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't'.repeat(32) };
    assert.equal(readConfig({ ...given, [name]: 'x'.repeat(32) }).environment, 'production');
    assert.throws(() => readConfig({ ...given, [name]: 'x'.repeat(31) }), {
      name: 'ConfigError',
      message: `${name} takes at least 32 characters in production: openssl rand -hex 32.`,
    });
    assert.equal(readConfig({ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', [name]: 'x' }).environment, 'development');
  });
}

test('older secrets of the voice provider are a list, and as long as the secret', () => {
  const [first, second] = ['y'.repeat(32), 'z'.repeat(32)];
  assert.deepEqual(readConfig({ ...production, VAPI_WEBHOOK_SECRET_OLD: `${first}, ${second}` }).vapi.oldWebhookSecrets, [first, second]);
  assert.throws(() => readConfig({ ...production, VAPI_WEBHOOK_SECRET_OLD: 'short' }), /VAPI_WEBHOOK_SECRET_OLD/);
});

test('operators may have tokens of their own, which no refusal repeats', () => {
  const [dana, lee] = ['d'.repeat(32), 'l'.repeat(32)];
  assert.deepEqual(readConfig({ ...production, OPERATOR_TOKENS: `dana:${dana}, lee:${lee}` }).namedOperators, [
    { name: 'dana', token: dana },
    { name: 'lee', token: lee },
  ]);
  for (const wrong of ['dana:short-token', 'short-token', `dana:${production.OPERATOR_TOKEN}`])
    assert.throws(
      () => readConfig({ ...production, OPERATOR_TOKENS: wrong }),
      (error: Error) => error.message.startsWith('OPERATOR_TOKENS') && !error.message.includes(wrong.slice(-11)),
    );
});

test('balancers get time to notice a stop in production, and nobody waits for that elsewhere', () => {
  assert.equal(readConfig(production).shutdownDelaySeconds, 5);
  assert.equal(readConfig({}).shutdownDelaySeconds, 0);
});

const bad: readonly (readonly [name: string, value: string])[] = [
  ['RINGPOST_TYPO', 'x'],
  ['RINGPOST_ENV', 'prod'],
  ['RINGPOST_ROLES', 'api,worker'],
  ['RINGPOST_SECRET_KEY', 'short'],
  ['RINGPOST_CELL', 'C_1'],
  ['RINGPOST_ALLOW_PRIVATE_WEBHOOKS', 'foo'],
  ['RINGPOST_DNS_SERVERS', 'dns.example.org'],
  ['RINGPOST_PRICE_MICROS_PER_MINUTE', '1.5'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['OPERATOR_ALLOWED_HOSTS', 'ringpost:8081'],
  ['OPERATOR_TOKENS', 'token-without-a-name'],
  ['OPERATOR_TOKENS', 'dana:one-token,lee:one-token'],
  ['DATABASE_URL', 'nonsense'],
  ['DATABASE_READ_URL', 'nonsense'],
  ['DATABASE_READ_URL', 'postgres://replica/of-what'],
  ['DATABASE_PREPARED', 'yes'],
  ['DATABASE_POOL_SIZE', '0'],
  ['REDIS_URL', 'foo'],
  ['PORT', '70000'],
  ['PORT', '80a'],
  ['PUBLIC_URL', 'ftp://x'],
  ['LOG_LEVEL', 'loud'],
  ['SHUTDOWN_GRACE_SECONDS', '-1'],
  ['SHUTDOWN_DELAY_SECONDS', 'soon'],
  ['OTEL_TRACES_EXPORTER', 'jaeger'],
];

for (const [name, value] of bad) {
  test(`${name}=${value} is refused by its name`, () => refuses({ [name]: value }, name));
}

function refuses(env: Record<string, string | undefined>, name: string): void {
  assert.throws(
    () => readConfig(env),
    (error) => error instanceof ConfigError && error.message.startsWith(name),
  );
}

test('what the documents have callers export does not stop a service in the same shell, a misspelt setting does', () => {
  const exported = ['RINGPOST_URL', 'RINGPOST_API_KEY', 'RINGPOST_PROFILE', 'RINGPOST_SIGNING_SECRET', 'RINGPOST_SECOND_SIGNING_SECRET'];
  assert.equal(readConfig(Object.fromEntries(exported.map((name) => [name, 'x']))).port, 8080);
  const named = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'command-line.md'), 'utf8').match(/\bRINGPOST_[A-Z_]+/g) ?? [];
  assert.deepEqual(
    [...new Set(named)].filter((name) => !exported.includes(name) && !explainedSettings.includes(name)),
    [],
  );
  assert.throws(() => readConfig({ RINGPOST_ROLE: 'api' }), ConfigError);
});

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test('traces are made where a collector is named or they are asked for, and nowhere else', () => {
  assert.equal(readConfig({}).tracing, null);
  assert.equal(readConfig(collector).tracing?.tracesUrl, 'http://collector:4318/v1/traces');
  assert.equal(readConfig({ OTEL_TRACES_EXPORTER: 'otlp' }).tracing?.tracesUrl, 'http://localhost:4318/v1/traces');
  const own = { ...collector, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.org/in' };
  assert.equal(readConfig(own).tracing?.tracesUrl, 'https://traces.example.org/in');
  assert.equal(readConfig({ ...collector, OTEL_SDK_DISABLED: 'true' }).tracing, null);
  assert.equal(readConfig({ ...collector, OTEL_TRACES_EXPORTER: 'none' }).tracing, null);
});

test('the name of the service and what else spans say of it are read as the standard writes them', () => {
  assert.deepEqual(readConfig(collector).tracing?.resource, { 'service.name': 'ringpost' });
  const attributes = { ...collector, OTEL_RESOURCE_ATTRIBUTES: 'service.name=a, deployment.environment.name=pre%2Cprod' };
  assert.deepEqual(readConfig(attributes).tracing?.resource, { 'service.name': 'a', 'deployment.environment.name': 'pre,prod' });
  assert.equal(readConfig({ ...attributes, OTEL_SERVICE_NAME: 'b' }).tracing?.resource['service.name'], 'b');
});

for (const [name, value] of [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'nothing'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0'],
] as const) {
  test(`${name}=${value} is refused by its name where traces are made`, () => refuses({ ...collector, [name]: value }, name));
}
