import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { deliveryRetentionDays, failedAuthenticationsPerMinute } from './limits.ts';

/**
 * The environment, read and judged once at start. This is the only reader of `process.env`; everything else is given a
 * `Config`. An unknown `RINGPOST_*` variable or a bad value stops the start with a sentence that names it.
 */
export interface Config {
  readonly environment: 'production' | 'development' | 'sandbox';
  readonly roles: ReadonlySet<Role>;
  readonly host: string;
  readonly port: number;
  readonly operatorHost: string;
  readonly operatorPort: number;
  /** Given, and not the default: a process without the role `api` listens only then. */
  readonly isOperatorPortSet: boolean;
  readonly operatorToken: string;
  /** Where callers reach us: recording URLs and the callback address begin with it. No slash at the end. */
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  /** A streaming replica for what is only shown. */
  readonly databaseReadUrl: string | null;
  readonly databasePrepared: boolean;
  readonly databasePoolSize: number;
  readonly redisUrl: string | null;
  readonly secretKey: Buffer;
  /** They open what was sealed with them, and seal nothing: the last key while it is being replaced, or the next one. */
  readonly oldSecretKeys: readonly Buffer[];
  readonly trustedProxies: readonly string[];
  readonly allowedPrivateWebhooks: readonly string[];
  /** Empty: those of the system. */
  readonly dnsServers: readonly string[];
  readonly logLevel: string;
  readonly shutdownGraceSeconds: number;
  /** Embedded data, recordings, generated secrets. */
  readonly dataFolder: string;
  readonly cell: string;
  readonly vapi: {
    readonly baseUrl: string;
    readonly apiKey: string;
    /** Signs Vapi's callbacks to us (HMAC credential). */
    readonly webhookSecret: string;
    /** Vapi's id of that credential, named in each call's `server`; without it the assistant's or the account's own applies. */
    readonly credentialId: string | null;
  };
  /** Null: no texts are sent or received. Outside production the simulator stands in. */
  readonly twilio: {
    readonly baseUrl: string;
    readonly accountSid: string;
    /** Also signs Twilio's callbacks to us. */
    readonly authToken: string;
  } | null;
  readonly pricing: {
    /** Integer micro-units of the currency. */
    readonly microsPerMinute: number;
    readonly estimatedMinutes: number;
  };
  readonly maxRecordingBytes: number;
  readonly recordingStore: { readonly kind: 'local' } | { readonly kind: 's3'; readonly s3: S3Settings };
  /** Null: no traces are made. */
  readonly tracing: TracingSettings | null;
  /** How long deliveries are kept after they finish; text receipts have the specification's own 30 days. */
  readonly deliveryRetentionDays: number;
  /** Failed authentications that one address may make in a minute before it is told to slow down. */
  readonly failedAuthenticationsPerMinute: number;
}

export interface S3Settings {
  /** Of an S3-compatible store; null is Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Null: whatever credentials the machine has (an instance's or a pod's role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  readonly forcePathStyle: boolean;
}

/** By OpenTelemetry's own variables. */
export interface TracingSettings {
  /** Where a collector takes traces as OTLP over HTTP. */
  readonly tracesUrl: string;
  readonly sampler: (typeof samplers)[number];
  /** The share of traces that a sampler by ratio takes. */
  readonly samplerRatio: number;
  /** What every span says of who made it. */
  readonly resource: Readonly<Record<string, string>>;
  readonly batch: {
    readonly scheduledDelayMillis: number;
    readonly exportTimeoutMillis: number;
    readonly maxQueueSize: number;
    readonly maxExportBatchSize: number;
  };
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const roles = ['api', 'dispatcher', 'scheduler'] as const;
export type Role = (typeof roles)[number];

/** A setting that does not hold. The message names the variable and what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

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
]);

/** What the documents have callers export for their own programs, perhaps in the shell that starts the service. */
export const ofCallers: ReadonlySet<string> = new Set(['RINGPOST_URL', 'RINGPOST_API_KEY', 'RINGPOST_SIGNING_SECRET']);

type Environment = Readonly<Record<string, string | undefined>>;

/** Where this process keeps what it makes: embedded data, recordings, generated secrets. */
export const dataFolderOf = (env: Environment, folder = process.cwd()): string => env['RINGPOST_DATA_FOLDER'] || join(folder, '.ringpost');

export function readConfig(env: Environment = process.env): Config {
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
  const port = wholeNumber(env, 'PORT', 8080, 0, 65_535);
  const host = env['HOST'] || '0.0.0.0';
  return {
    environment,
    roles: readRoles(env),
    host,
    port,
    operatorHost: env['OPERATOR_HOST'] || '127.0.0.1',
    operatorPort: wholeNumber(env, 'OPERATOR_PORT', 8081, 0, 65_535),
    isOperatorPortSet: Boolean(env['OPERATOR_PORT']),
    operatorToken: need('OPERATOR_TOKEN', () => randomBytes(32).toString('hex')),
    publicUrl: readUrl(env, 'PUBLIC_URL', `http://127.0.0.1:${port}`),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseReadUrl: readReplicaUrl(env),
    databasePrepared: onOff(env, 'DATABASE_PREPARED', true),
    databasePoolSize: wholeNumber(env, 'DATABASE_POOL_SIZE', 10, 2, 1_000),
    redisUrl: readRedisUrl(env),
    secretKey: readSecretKey(
      'RINGPOST_SECRET_KEY',
      need('RINGPOST_SECRET_KEY', () => randomBytes(32).toString('base64')),
    ),
    oldSecretKeys: list(env, 'RINGPOST_SECRET_KEY_OLD').map((text) => readSecretKey('RINGPOST_SECRET_KEY_OLD', text)),
    trustedProxies: addressRanges(env, 'TRUSTED_PROXIES'),
    allowedPrivateWebhooks:
      env['RINGPOST_ALLOW_PRIVATE_WEBHOOKS'] === undefined && !production
        ? ['127.0.0.0/8', '::1/128']
        : addressRanges(env, 'RINGPOST_ALLOW_PRIVATE_WEBHOOKS'),
    dnsServers: nameServers(env, 'RINGPOST_DNS_SERVERS'),
    logLevel: oneOf(env, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const, 'info'),
    shutdownGraceSeconds: wholeNumber(env, 'SHUTDOWN_GRACE_SECONDS', 20, 0, 3_600),
    dataFolder: dataFolderOf(env),
    cell: readCell(env),
    vapi: {
      baseUrl: readUrl(env, 'VAPI_BASE_URL', production ? 'https://api.vapi.ai' : 'http://127.0.0.1:8090/vapi'),
      apiKey: need('VAPI_API_KEY', () => 'simulated'),
      webhookSecret: need('VAPI_WEBHOOK_SECRET', () => 'simulated'),
      credentialId: env['VAPI_CREDENTIAL_ID'] || null,
    },
    twilio: readTwilio(env, production),
    pricing: {
      microsPerMinute: wholeNumber(env, 'RINGPOST_PRICE_MICROS_PER_MINUTE', 150_000, 0, 1_000_000_000),
      estimatedMinutes: wholeNumber(env, 'RINGPOST_ESTIMATED_MINUTES', 3, 1, 120),
    },
    maxRecordingBytes: wholeNumber(env, 'RINGPOST_MAX_RECORDING_BYTES', 200 * 1024 * 1024, 1_024, 2_000_000_000),
    recordingStore:
      oneOf(env, 'RECORDING_STORE', ['local', 's3'] as const, 'local') === 's3' ? { kind: 's3', s3: readS3(env) } : { kind: 'local' },
    tracing: readTracing(env),
    deliveryRetentionDays: wholeNumber(
      env,
      'RINGPOST_DELIVERY_RETENTION_DAYS',
      deliveryRetentionDays.default,
      deliveryRetentionDays.least,
      3_650,
    ),
    failedAuthenticationsPerMinute: wholeNumber(
      env,
      'RINGPOST_FAILED_AUTHENTICATIONS_PER_MINUTE',
      failedAuthenticationsPerMinute,
      1,
      1_000_000,
    ),
  };
}

/** In production both or neither: a service without texts is whole, half a credential is a mistake. */
function readTwilio(env: Environment, production: boolean): Config['twilio'] {
  const accountSid = env['TWILIO_ACCOUNT_SID'] || (production ? '' : 'simulated');
  const authToken = env['TWILIO_AUTH_TOKEN'] || (production ? '' : 'simulated');
  const baseUrl = readUrl(env, 'TWILIO_BASE_URL', production ? 'https://api.twilio.com' : 'http://127.0.0.1:8090/twilio');
  if (!accountSid && !authToken) return null;
  if (!accountSid || !authToken) throw new ConfigError('TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must be set together.');
  return { baseUrl, accountSid, authToken };
}

function refuseUnknown(env: Environment): void {
  const unknown = Object.keys(env).find((name) => name.startsWith('RINGPOST_') && !known.has(name) && !ofCallers.has(name));
  if (unknown) throw new ConfigError(`${unknown} is not a setting. The settings that begin so are ${[...known].sort().join(', ')}.`);
}

function oneOf<const T extends string>(env: Environment, name: string, values: readonly T[], fallback: T): T {
  const value = env[name] || fallback;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new ConfigError(`${name} takes one of ${values.join(', ')}, not "${value}".`);
  return found;
}

function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} takes a whole number from ${min} to ${max}, not "${text}".`);
  return value;
}

function onOff(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} takes on or off, not "${text}".`);
  return text === 'on';
}

function list(env: Environment, name: string): readonly string[] {
  return (env[name] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

function addressRanges(env: Environment, name: string): readonly string[] {
  const ranges = list(env, name);
  const wrong = ranges.find((range) => !ipaddr.isValidCIDR(range) && !ipaddr.isValid(range));
  if (wrong !== undefined) throw new ConfigError(`${name} takes a list of addresses and ranges such as 10.0.0.0/8, not "${wrong}".`);
  return ranges;
}

/** Whoever will be given them says whether they are any good. */
function nameServers(env: Environment, name: string): readonly string[] {
  const servers = list(env, name);
  try {
    if (servers.length > 0) new Resolver().setServers(servers);
  } catch {
    throw new ConfigError(`${name} takes a list of addresses such as 192.0.2.53 or 192.0.2.53:5353, not "${servers.join(', ')}".`);
  }
  return servers;
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

function readUrl(env: Environment, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new ConfigError(`${name} takes an http or https URL, not "${text}".`);
  return text.replace(/\/+$/, '');
}

function readS3(env: Environment): S3Settings {
  const endpoint = env['S3_ENDPOINT'] ? readUrl(env, 'S3_ENDPOINT', '') : null;
  const bucket = env['S3_BUCKET'] ?? '';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(`S3_BUCKET takes the name of a bucket (3 to 63 lower-case letters, digits, dots and hyphens), not "${bucket}".`);
  // Compatible stores take any region; Amazon's does not.
  const region = env['S3_REGION'] || (endpoint === null ? '' : 'us-east-1');
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new ConfigError(`S3_REGION takes the bucket's region, such as eu-west-1, not "${region}".`);
  return {
    endpoint,
    region,
    bucket,
    credentials: readS3Credentials(env, endpoint),
    forcePathStyle: onOff(env, 'S3_FORCE_PATH_STYLE', false),
  };
}

function readS3Credentials(env: Environment, endpoint: string | null): S3Settings['credentials'] {
  const [accessKeyId, secretAccessKey] = [env['S3_ACCESS_KEY_ID'] || null, env['S3_SECRET_ACCESS_KEY'] || null];
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey };
  if (accessKeyId !== null || secretAccessKey !== null)
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set together, or neither.');
  if (endpoint !== null) throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set where S3_ENDPOINT is.');
  return null;
}

/** On where a collector is named, or traces are asked for by name: the standard's own default would send them to localhost unasked. */
function readTracing(env: Environment): TracingSettings | null {
  const exporter = oneOf(env, 'OTEL_TRACES_EXPORTER', ['', 'otlp', 'none'] as const, '');
  const isDisabled = oneOf(env, 'OTEL_SDK_DISABLED', ['true', 'false'] as const, 'false') === 'true';
  const isNamed = Boolean(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']);
  if (isDisabled || exporter === 'none' || (exporter === '' && !isNamed)) return null;
  oneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json', 'http/protobuf'] as const, 'http/json');
  const maxQueueSize = wholeNumber(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 2_048, 1, 1_000_000);
  return {
    tracesUrl: env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
      ? readUrl(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '')
      : `${readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318')}/v1/traces`,
    sampler: oneOf(env, 'OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on'),
    samplerRatio: ratio(env, 'OTEL_TRACES_SAMPLER_ARG', 1),
    resource: { 'service.name': env['OTEL_SERVICE_NAME'] || 'ringpost', ...resourceAttributes(env) },
    batch: {
      scheduledDelayMillis: wholeNumber(env, 'OTEL_BSP_SCHEDULE_DELAY', 5_000, 1, 600_000),
      exportTimeoutMillis: wholeNumber(env, 'OTEL_BSP_EXPORT_TIMEOUT', 30_000, 1, 600_000),
      maxQueueSize,
      maxExportBatchSize: wholeNumber(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', Math.min(512, maxQueueSize), 1, maxQueueSize),
    },
  };
}

/** `deployment.environment.name=staging,service.namespace=calls`; names and values may be percent-encoded. */
function resourceAttributes(env: Environment): Readonly<Record<string, string>> {
  const pairs = list(env, 'OTEL_RESOURCE_ATTRIBUTES').map((pair) => pair.split('='));
  if (!pairs.every((pair) => pair.length === 2 && pair.every((part) => part.trim() !== '' && isPercentEncoded(part))))
    throw new ConfigError(
      'OTEL_RESOURCE_ATTRIBUTES takes a list of names and values such as deployment.environment.name=staging,team=calls.',
    );
  const attributes = Object.fromEntries(pairs.map((pair) => pair.map((part) => decodeURIComponent(part.trim()))));
  // The variable that is for it alone goes before.
  if (env['OTEL_SERVICE_NAME']) delete attributes['service.name'];
  return attributes;
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function ratio(env: Environment, name: string, fallback: number): number {
  const value = Number(env[name] || fallback);
  if (!(value >= 0 && value <= 1)) throw new ConfigError(`${name} takes a number from 0 to 1, not "${env[name]}".`);
  return value;
}

function readRoles(env: Environment): ReadonlySet<Role> {
  const asked = list(env, 'RINGPOST_ROLES');
  const wrong = asked.find((role) => !roles.some((known) => known === role));
  if (wrong) throw new ConfigError(`RINGPOST_ROLES takes a list of ${roles.join(', ')}, not "${wrong}".`);
  return new Set(asked.length > 0 ? roles.filter((role) => asked.includes(role)) : roles);
}

function readCell(env: Environment): string {
  const cell = env['RINGPOST_CELL'] || 'c1';
  if (!/^[a-z0-9]{1,16}$/.test(cell)) throw new ConfigError(`RINGPOST_CELL takes up to 16 lower-case letters and digits, not "${cell}".`);
  return cell;
}

function readSecretKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new ConfigError(`${name} takes 32 bytes in base64: openssl rand -base64 32.`);
  return key;
}
