import { randomBytes } from 'node:crypto';
import { addressRanges } from './address-ranges.ts';
import { dataFolderOf } from './data-folder.ts';
import {
  ConfigError,
  type Environment,
  hostNames,
  list,
  longEnough,
  nameServers,
  oneOf,
  onOff,
  origins,
  readUrl,
  wholeNumber,
} from './environment.ts';
import { deliveryRetentionDays, failedAuthenticationsPerMinute, longestRequestSeconds, requestSeconds } from './limits.ts';
import { readS3 } from './s3-settings.ts';
import { readTracing } from './tracing-settings.ts';

/**
 * The configuration, read from the environment and checked once at start. An unknown `RINGPOST_*` variable or a bad
 * value stops the start with a sentence that names it.
 */
export type Config = Readonly<ReturnType<typeof readConfig>>;

const roles = ['api', 'dispatcher', 'scheduler'] as const;
export type Role = (typeof roles)[number];

const known = new Set([
  'RINGPOST_ENV',
  'RINGPOST_SECRET_KEY',
  'RINGPOST_SECRET_KEY_OLD',
  'RINGPOST_ROLES',
  'RINGPOST_ALLOW_PRIVATE_WEBHOOKS',
  'RINGPOST_DNS_SERVERS',
  'RINGPOST_DATA_FOLDER',
  'RINGPOST_CELL',
  'RINGPOST_PRICE_MICROS_PER_MINUTE',
  'RINGPOST_ESTIMATED_MINUTES',
  'RINGPOST_MAX_RECORDING_BYTES',
  'RINGPOST_DELIVERY_RETENTION_DAYS',
  'RINGPOST_FAILED_AUTHENTICATIONS_PER_MINUTE',
  'RINGPOST_REQUEST_SECONDS',
  'RINGPOST_NOTICE_URL',
  'RINGPOST_NOTICE_SECRET',
]);

/** The documents tell callers to export these variables for their programs and commands, perhaps in the shell that starts the service. */
export const ofCallers: ReadonlySet<string> = new Set([
  'RINGPOST_URL',
  'RINGPOST_API_KEY',
  'RINGPOST_PROFILE',
  'RINGPOST_SIGNING_SECRET',
  'RINGPOST_SECOND_SIGNING_SECRET',
]);

export function readConfig(env: Environment = process.env) {
  refuseUnknown(env);
  const environment = oneOf(env, 'RINGPOST_ENV', ['production', 'development', 'sandbox'] as const, 'development');
  const production = environment === 'production';
  const need = (name: string, fallback: () => string): string => {
    const value = env[name];
    if (value) return value;
    if (production) throw new ConfigError(`${name} must be set in production.`);
    return fallback();
  };
  if (production && !env['DATABASE_URL']) throw new ConfigError('DATABASE_URL must be set in production: a postgres:// URL.');
  if (production && !env['REDIS_URL'])
    throw new ConfigError('REDIS_URL must be set in production: a redis:// URL, or a comma-separated list of cluster nodes.');
  if (environment === 'sandbox') refuseRealProviders(env);
  const secret = (name: string, fallback: () => string): string => longEnough(name, need(name, fallback), production);
  const operatorToken = secret('OPERATOR_TOKEN', () => randomBytes(32).toString('hex'));
  const port = wholeNumber(env, 'PORT', 8080, 0, 65_535);
  const host = env['HOST'] || '0.0.0.0';
  return {
    environment,
    roles: readRoles(env),
    host,
    port,
    operatorHost: env['OPERATOR_HOST'] || '127.0.0.1',
    /** Lists names that the operator listener answers to besides `operatorHost`, `localhost` and every IP address. */
    operatorAllowedHosts: hostNames(env, 'OPERATOR_ALLOWED_HOSTS'),
    operatorPort: wholeNumber(env, 'OPERATOR_PORT', 8081, 0, 65_535),
    /** Is true if the port was given: a process without the role `api` listens only then. */
    isOperatorPortSet: Boolean(env['OPERATOR_PORT']),
    operatorToken,
    /** Operators with tokens of their own. */
    namedOperators: readOperators(env, operatorToken, production),
    /** Is the address for callers; recording URLs and the callback address begin with it. It has no slash at its end. */
    publicUrl: readUrl(env, 'PUBLIC_URL', `http://127.0.0.1:${port}`),
    portal: {
      /** Lists the origins whose pages may embed the portal. */
      frameAncestors: origins(env, 'PORTAL_FRAME_ANCESTORS'),
      /** Names the operator's style sheet for the portal. */
      stylesheet: env['PORTAL_STYLESHEET'] || null,
    },
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    /** Names a streaming replica for reads that are only shown. */
    databaseReadUrl: readReplicaUrl(env),
    databasePrepared: onOff(env, 'DATABASE_PREPARED', true),
    databasePoolSize: wholeNumber(env, 'DATABASE_POOL_SIZE', 10, 2, 1_000),
    redisUrl: readRedisUrl(env),
    secretKey: readSecretKey(
      'RINGPOST_SECRET_KEY',
      need('RINGPOST_SECRET_KEY', () => randomBytes(32).toString('base64')),
    ),
    /**
     * Lists keys that open what was sealed with them and seal nothing: the last key while it is being replaced, or the
     * next one.
     */
    oldSecretKeys: list(env, 'RINGPOST_SECRET_KEY_OLD').map((text) => readSecretKey('RINGPOST_SECRET_KEY_OLD', text)),
    trustedProxies: addressRanges(env, 'TRUSTED_PROXIES'),
    allowedPrivateWebhooks:
      env['RINGPOST_ALLOW_PRIVATE_WEBHOOKS'] === undefined && !production
        ? ['127.0.0.0/8', '::1/128']
        : addressRanges(env, 'RINGPOST_ALLOW_PRIVATE_WEBHOOKS'),
    /** Lists name servers; an empty list means those of the system. */
    dnsServers: nameServers(env, 'RINGPOST_DNS_SERVERS'),
    logLevel: oneOf(env, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const, 'info'),
    shutdownDelaySeconds: wholeNumber(env, 'SHUTDOWN_DELAY_SECONDS', production ? 5 : 0, 0, 3_600),
    shutdownGraceSeconds: wholeNumber(env, 'SHUTDOWN_GRACE_SECONDS', 24, 0, 3_600),
    /** Holds embedded data, recordings and generated secrets. */
    dataFolder: dataFolderOf(env),
    cell: readCell(env),
    vapi: {
      baseUrl: readUrl(env, 'VAPI_BASE_URL', production ? 'https://api.vapi.ai' : 'http://127.0.0.1:8090/vapi'),
      apiKey: need('VAPI_API_KEY', () => 'simulated'),
      /** Signs Vapi's callbacks (HMAC credential). */
      webhookSecret: secret('VAPI_WEBHOOK_SECRET', () => 'simulated'),
      /** While the credential is replaced, callbacks may be signed with these too. */
      oldWebhookSecrets: oldSecrets(env, 'VAPI_WEBHOOK_SECRET_OLD', production),
      /**
       * Is Vapi's id of that credential, named in each call's `server`. Without it the assistant's or the account's own
       * applies.
       */
      credentialId: env['VAPI_CREDENTIAL_ID'] || null,
    },
    /** Is null if no texts are sent or received. Outside production the simulator is the provider. */
    twilio: readTwilio(env, production),
    pricing: {
      /** Is in integer micro-units of the currency. */
      microsPerMinute: wholeNumber(env, 'RINGPOST_PRICE_MICROS_PER_MINUTE', 150_000, 0, 1_000_000_000),
      estimatedMinutes: wholeNumber(env, 'RINGPOST_ESTIMATED_MINUTES', 3, 1, 120),
    },
    maxRecordingBytes: wholeNumber(env, 'RINGPOST_MAX_RECORDING_BYTES', 200 * 1024 * 1024, 1_024, 2_000_000_000),
    recordingStore:
      oneOf(env, 'RECORDING_STORE', ['local', 's3'] as const, 'local') === 's3'
        ? { kind: 's3' as const, s3: readS3(env) }
        : { kind: 'local' as const },
    /** Is null if no traces are made. */
    tracing: readTracing(env),
    /** Is the retention of finished deliveries in days. Text receipts have 30 days (`L-RETENTION-01`). */
    deliveryRetentionDays: wholeNumber(
      env,
      'RINGPOST_DELIVERY_RETENTION_DAYS',
      deliveryRetentionDays.default,
      deliveryRetentionDays.least,
      3_650,
    ),
    /** Limits failed authentications of one IP address in a minute. */
    failedAuthenticationsPerMinute: wholeNumber(
      env,
      'RINGPOST_FAILED_AUTHENTICATIONS_PER_MINUTE',
      failedAuthenticationsPerMinute,
      1,
      1_000_000,
    ),
    /** Limits a request's time in the service. */
    requestSeconds: wholeNumber(env, 'RINGPOST_REQUEST_SECONDS', requestSeconds, 1, longestRequestSeconds),
    /** Is where the operator is told of endpoints that keep failing; null where there is no such address. `secret` signs as text. */
    notices: readNotices(env, production),
  };
}

/** Refuses the real providers to a sandbox: its time is moved by hand, and nobody's telephone may ring for that. */
function refuseRealProviders(env: Environment): void {
  for (const name of ['VAPI_BASE_URL', 'TWILIO_BASE_URL'])
    if (/(^|\.)(vapi\.ai|twilio\.com)\.?$/.test(new URL(readUrl(env, name, 'http://127.0.0.1')).hostname))
      throw new ConfigError(`${name} names a real provider, and a sandbox must not reach one. Leave it out, or name a simulator.`);
}

/**
 * Reads Twilio's credentials. In production both or neither must be set: a service without texts is complete, half a
 * credential is a mistake.
 */
function readTwilio(env: Environment, production: boolean) {
  const accountSid = env['TWILIO_ACCOUNT_SID'] || (production ? '' : 'simulated');
  const authToken = env['TWILIO_AUTH_TOKEN'] || (production ? '' : 'simulated');
  const baseUrl = readUrl(env, 'TWILIO_BASE_URL', production ? 'https://api.twilio.com' : 'http://127.0.0.1:8090/twilio');
  if (!accountSid && !authToken) return null;
  if (!accountSid || !authToken) throw new ConfigError('TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must be set together.');
  return {
    baseUrl,
    accountSid,
    // The token also signs Twilio's callbacks.
    authToken: longEnough('TWILIO_AUTH_TOKEN', authToken, production),
    // While the token is replaced, callbacks may be signed with these too.
    oldAuthTokens: oldSecrets(env, 'TWILIO_AUTH_TOKEN_OLD', production),
  };
}

/** Reads the secrets that are believed beside the one that replaces them. */
const oldSecrets = (env: Environment, name: string, production: boolean): readonly string[] =>
  list(env, name).map((text) => longEnough(name, text, production));

/** Reads where the operator is told. An address without a secret would take anybody's word. */
function readNotices(env: Environment, production: boolean) {
  const [given, secret] = [env['RINGPOST_NOTICE_URL'], env['RINGPOST_NOTICE_SECRET']];
  if (!given && !secret) return null;
  if (!given || !secret) throw new ConfigError('RINGPOST_NOTICE_URL and RINGPOST_NOTICE_SECRET must be set together.');
  return { url: readUrl(env, 'RINGPOST_NOTICE_URL', ''), secret: longEnough('RINGPOST_NOTICE_SECRET', secret, production) };
}

function refuseUnknown(env: Environment): void {
  const unknown = Object.keys(env).find((name) => name.startsWith('RINGPOST_') && !known.has(name) && !ofCallers.has(name));
  if (unknown) throw new ConfigError(`${unknown} is not a setting. The settings that begin so are ${[...known].sort().join(', ')}.`);
}

function readDatabaseUrl(env: Environment, name: string): string | null {
  const text = env[name];
  if (!text) return null;
  if (!/^postgres(ql)?:\/\/./.test(text))
    throw new ConfigError(`${name} takes a postgres:// URL, such as postgres://user:password@host:5432/ringpost.`);
  return text;
}

function readReplicaUrl(env: Environment): string | null {
  const url = readDatabaseUrl(env, 'DATABASE_READ_URL');
  if (url !== null && !env['DATABASE_URL'])
    throw new ConfigError('DATABASE_READ_URL names a replica of the database in DATABASE_URL, which is not set.');
  return url;
}

function readRedisUrl(env: Environment): string | null {
  const text = env['REDIS_URL'];
  if (!text) return null;
  const nodes = text.split(',').map((node) => node.trim());
  if (!nodes.every((node) => /^(rediss?|unix):\/\/./.test(node)))
    throw new ConfigError('REDIS_URL takes a redis:// or rediss:// URL, or a comma-separated list of them for a cluster.');
  return text;
}

function readOperators(env: Environment, operatorToken: string, production: boolean) {
  const operators = list(env, 'OPERATOR_TOKENS').map((item) => {
    const [, name = '', token = ''] = /^([\w.-]{1,40}):(.+)$/.exec(item) ?? [];
    // The message does not repeat what may be a token.
    if (name === '') throw new ConfigError('OPERATOR_TOKENS takes a list of names with tokens, such as dana:TOKEN,lee:TOKEN.');
    return { name, token: longEnough('OPERATOR_TOKENS', token, production) };
  });
  if (new Set([operatorToken, ...operators.map(({ token }) => token)]).size <= operators.length)
    throw new ConfigError('OPERATOR_TOKENS takes a token of its own for each name, and another one than OPERATOR_TOKEN.');
  return operators;
}

function readRoles(env: Environment): ReadonlySet<Role> {
  const asked = list(env, 'RINGPOST_ROLES');
  const wrong = asked.find((role) => !roles.some((known) => known === role));
  if (wrong) throw new ConfigError(`RINGPOST_ROLES takes a list of ${roles.join(', ')}, not "${wrong}".`);
  return new Set(asked.length > 0 ? roles.filter((role) => asked.includes(role)) : roles);
}

/** Returns the cell that new keys name. */
export function readCell(env: Environment): string {
  const cell = env['RINGPOST_CELL'] || 'c1';
  if (!/^[a-z0-9]{1,16}$/.test(cell)) throw new ConfigError(`RINGPOST_CELL takes up to 16 lower-case letters and digits, not "${cell}".`);
  return cell;
}

function readSecretKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new ConfigError(`${name} takes 32 bytes in base64: openssl rand -base64 32.`);
  return key;
}
