import type { Config } from '../../src/process/config.ts';

/**
 * What each environment variable is for. The names, the defaults given as functions and the values that a variable takes come from the
 * configuration itself (`settings-page.ts`), so only the purpose is written here.
 */
export interface Setting {
  /** What applies where the variable is not set: words, or what a development process's configuration says. */
  readonly unset: string | ((config: Config) => unknown);
  readonly about: string;
}

export const settingGroups: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'The process': {
    RINGPOST_ENV: {
      unset: ({ environment }) => environment,
      about:
        'A `sandbox` has a clock that can be advanced; `npm start` runs one. `production` requires `DATABASE_URL`, `REDIS_URL`, both secrets and the voice provider’s keys, and refuses short secrets.',
    },
    RINGPOST_ROLES: {
      unset: 'all three',
      about:
        'What this process does. A process without `api` serves only `/healthz`, `/readyz` and `/metrics`, and only where `OPERATOR_PORT` is set.',
    },
    RINGPOST_DATA_FOLDER: {
      unset: '`.ringpost` in the current folder',
      about: 'The folder for the embedded database, recordings and generated secrets.',
    },
    RINGPOST_CELL: {
      unset: ({ cell }) => cell,
      about: 'The cell that new API keys name ([cells](../deploy/README.md#cells)). It is the same for all processes of one database.',
    },
    LOG_LEVEL: {
      unset: ({ logLevel }) => logLevel,
      about:
        'The service writes one JSON line for each request, each step of a call and each attempt ([how to read them](../deploy/README.md#to-read-the-log)).',
    },
    SHUTDOWN_DELAY_SECONDS: {
      unset: '5 in production, else 0',
      about:
        'How long the process still serves everything after SIGTERM while `/readyz` answers 503, so that balancers notice ([a stop](../deploy/README.md#what-a-stop-does)).',
    },
    SHUTDOWN_GRACE_SECONDS: {
      unset: ({ shutdownGraceSeconds }) => shutdownGraceSeconds,
      about: 'How long work under way may then take to finish.',
    },
  },
  'Secrets and the operator': {
    RINGPOST_SECRET_KEY: {
      unset: 'generated once and kept in `.ringpost/secrets.json`',
      about: 'Encrypts stored secrets. The service refuses to start with a key that does not open the signing secrets in its database.',
    },
    RINGPOST_SECRET_KEY_OLD: {
      unset: 'none',
      about:
        'A comma-separated list of keys that decrypt and never encrypt. It is used while the secret key is replaced (`ringpost rotate-secrets`).',
    },
    OPERATOR_TOKEN: {
      unset: 'generated once and kept in `.ringpost/secrets.json`',
      about: 'The bearer token of the operator API. The command line reads it too.',
    },
    OPERATOR_TOKENS: {
      unset: 'none',
      about:
        'Further tokens of the operator API, each with the name of the operator who has it, who then stands in the audit log. In production each has at least 32 characters. A name may have two tokens while one is replaced.',
    },
    OPERATOR_URL: {
      unset: 'the address in `.ringpost/`, else `http://127.0.0.1:<OPERATOR_PORT>`',
      about: 'Only the command line reads it: the address of the operator API.',
    },
  },
  Notices: {
    RINGPOST_NOTICE_URL: {
      unset: 'nobody is told',
      about:
        'Where the operator is told of a tenant’s endpoint that keeps failing, and of its recovery ([notices](../deploy/README.md#notices-to-the-operator)). A private address has to be in `RINGPOST_ALLOW_PRIVATE_WEBHOOKS`.',
    },
    RINGPOST_NOTICE_SECRET: { unset: 'required with the address', about: 'Signs these notices, as a signing secret signs deliveries.' },
  },
  Listeners: {
    HOST: { unset: ({ host }) => host, about: 'The address on which the public API listens.' },
    PORT: { unset: ({ port }) => port, about: 'The port of the public API. 0 takes a free one.' },
    PORTAL_FRAME_ANCESTORS: {
      unset: 'nobody',
      about:
        'The origins whose pages may embed [the tenants’ portal](../deploy/README.md#the-tenants-portal). With them the portal’s cookie is `SameSite=None; Secure; Partitioned`, so `PUBLIC_URL` must be HTTPS.',
    },
    PORTAL_STYLESHEET: {
      unset: 'none',
      about: 'A file of CSS that the portal loads after its own, to set [its variables](../deploy/README.md#the-tenants-portal).',
    },
    OPERATOR_HOST: { unset: ({ operatorHost }) => operatorHost, about: 'The address on which the operator API listens.' },
    OPERATOR_PORT: { unset: ({ operatorPort }) => operatorPort, about: 'The port of the operator API.' },
    OPERATOR_ALLOWED_HOSTS: {
      unset: 'none',
      about:
        'Host names by which the operator listener may be reached besides `OPERATOR_HOST`, `localhost` and IP addresses, for example those of services in a cluster. The check covers `/metrics` and `/healthz`.',
    },
    PUBLIC_URL: {
      unset: ({ publicUrl }) => publicUrl,
      about: 'Where callers and providers reach the public API. The published documents name it as their server.',
    },
    TRUSTED_PROXIES: { unset: 'none', about: 'The proxies whose `X-Forwarded-For` the service believes.' },
    RINGPOST_REQUEST_SECONDS: {
      unset: ({ requestSeconds }) => requestSeconds,
      about:
        'How long the service may take for a request. A request that takes longer is undone and answered 503 `overloaded`. A statement that serves many requests together gets a third of the time, and a new session of the database a quarter, two seconds at least. The database ends any statement, and a session that waits in its transaction, after 30 s, or later where this is above 8: after 225 s at 60.',
    },
    RINGPOST_FAILED_AUTHENTICATIONS_PER_MINUTE: {
      unset: ({ failedAuthenticationsPerMinute }) => failedAuthenticationsPerMinute,
      about: 'Failed authentications that one address may make in a minute before it is answered `rate_limited`.',
    },
  },
  'Database and Redis': {
    DATABASE_URL: {
      unset: 'an embedded PostgreSQL in `.ringpost/`',
      about: "The primary database, of PostgreSQL 14 or newer, whose encoding is UTF8 and whose collation has ASCII's order, such as `C`.",
    },
    DATABASE_READ_URL: {
      unset: 'none',
      about:
        'A streaming replica: one server, not a balancer over several. Lists and reads go there when it has replayed everything that was committed before they came, and else to the primary.',
    },
    DATABASE_POOL_SIZE: {
      unset: ({ databasePoolSize }) => databasePoolSize,
      about: 'A process opens up to twice as many connections, and three more.',
    },
    DATABASE_PREPARED: {
      unset: ({ databasePrepared }) => (databasePrepared ? 'on' : 'off'),
      about: 'Whether prepared statements are used. `off` is for a pgbouncer that does not support them.',
    },
    REDIS_URL: {
      unset: 'a private `redis-server` if one is installed, else this process’s memory',
      about:
        'Keeps budgets and webhook buckets. For a Redis Cluster, name several of its nodes; the others are found, and the first URL’s user and password are used for all.',
    },
  },
  Providers: {
    VAPI_BASE_URL: {
      unset: ({ vapi }) => vapi.baseUrl,
      about: 'The voice provider. The default is the simulator; in production it is Vapi’s own address.',
    },
    VAPI_API_KEY: { unset: 'generated, for the simulator', about: 'The key for the voice provider’s API.' },
    VAPI_WEBHOOK_SECRET: { unset: 'generated, for the simulator', about: 'The secret with which the voice provider signs its callbacks.' },
    VAPI_WEBHOOK_SECRET_OLD: {
      unset: 'none',
      about:
        'A comma-separated list of secrets with which callbacks may be signed too, while the credential is replaced ([how](../deploy/README.md#to-replace-the-providers-secrets)).',
    },
    VAPI_CREDENTIAL_ID: {
      unset: 'none',
      about:
        'Vapi’s id of the credential that has this secret. Each call names it, and its callbacks are signed with it. Without it Vapi uses the credential of the assistant or of the organization; where there is none, callbacks come unsigned and are refused.',
    },
    TWILIO_BASE_URL: {
      unset: ({ twilio }) => twilio?.baseUrl,
      about: 'The text provider. The default is the simulator; in production it is Twilio’s own address.',
    },
    TWILIO_ACCOUNT_SID: {
      unset: 'the simulator’s; in production no texts are sent',
      about: 'Its numbers must send incoming messages to `<PUBLIC_URL>/callbacks/sms/twilio/inbound#rc=5&rp=all`.',
    },
    TWILIO_AUTH_TOKEN: {
      unset: 'generated, for the simulator',
      about: 'The Auth Token of Twilio’s console: it authenticates requests to Twilio and signs its callbacks.',
    },
    TWILIO_AUTH_TOKEN_OLD: {
      unset: 'none',
      about:
        'A comma-separated list of tokens with which callbacks may be signed too. Without the one that Twilio still signs with, or signs with already, texts that come in while the token is replaced are lost ([how](../deploy/README.md#to-replace-the-providers-secrets)).',
    },
    RINGPOST_PRICE_MICROS_PER_MINUTE: {
      unset: ({ pricing }) => pricing.microsPerMinute,
      about: 'What a minute of conversation costs, in millionths of the currency.',
    },
    RINGPOST_ESTIMATED_MINUTES: {
      unset: ({ pricing }) => pricing.estimatedMinutes,
      about: 'How many minutes are held in the wallet of a pay-as-you-go tenant for each call.',
    },
  },
  Webhooks: {
    RINGPOST_ALLOW_PRIVATE_WEBHOOKS: {
      unset: 'loopback; nothing in production',
      about: 'Private address ranges that webhooks may reach.',
    },
    RINGPOST_DNS_SERVERS: {
      unset: 'those of `/etc/resolv.conf`',
      about: 'The name servers that are asked for the addresses of endpoints.',
    },
    RINGPOST_DELIVERY_RETENTION_DAYS: {
      unset: ({ deliveryRetentionDays }) => deliveryRetentionDays,
      about: 'How many days finished deliveries are kept. `sms.delivered` and `sms.failed` are always kept for 30.',
    },
  },
  Recordings: {
    RECORDING_STORE: {
      unset: ({ recordingStore }) => recordingStore.kind,
      about: '`local` keeps recordings as files in the data folder, which suits one machine.',
    },
    RINGPOST_MAX_RECORDING_BYTES: {
      unset: ({ maxRecordingBytes }) => maxRecordingBytes,
      about: 'A recording that is larger is not fetched.',
    },
    S3_BUCKET: {
      unset: 'required with `s3`',
      about: 'The bucket for recordings. Give it a lifecycle rule that removes incomplete uploads.',
    },
    S3_REGION: { unset: 'required with `s3`; `us-east-1` with an endpoint', about: 'The region of the bucket.' },
    S3_ENDPOINT: { unset: 'Amazon’s', about: 'The address of an S3-compatible store. Such a store needs keys.' },
    S3_ACCESS_KEY_ID: { unset: 'the role of the machine', about: 'It is set together with the next one.' },
    S3_SECRET_ACCESS_KEY: { unset: 'the role of the machine', about: 'It is set together with the one before.' },
    S3_FORCE_PATH_STYLE: { unset: 'off', about: 'Whether the bucket stands in the path and not in the host name.' },
  },
  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      unset: 'no traces are made',
      about: 'A collector that takes OTLP over HTTP ([traces](../deploy/README.md#traces)).',
    },
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { unset: 'the one above, with `/v1/traces`', about: 'The whole address for traces.' },
    OTEL_SERVICE_NAME: { unset: ({ tracing }) => tracing?.resource['service.name'], about: 'The name of the service in its spans.' },
    OTEL_RESOURCE_ATTRIBUTES: { unset: 'none', about: 'More attributes of every span.' },
    OTEL_TRACES_SAMPLER: { unset: ({ tracing }) => tracing?.sampler, about: 'Which traces are kept.' },
    OTEL_TRACES_SAMPLER_ARG: { unset: ({ tracing }) => tracing?.samplerRatio, about: 'The share of traces that a sampler by ratio keeps.' },
    OTEL_TRACES_EXPORTER: { unset: '`otlp` where an endpoint is set', about: '`none` turns traces off.' },
    OTEL_SDK_DISABLED: { unset: 'false', about: '`true` turns traces off.' },
    OTEL_EXPORTER_OTLP_PROTOCOL: { unset: 'http/json', about: 'JSON is sent for `http/protobuf` too.' },
    OTEL_BSP_SCHEDULE_DELAY: {
      unset: ({ tracing }) => tracing?.batch.scheduledDelayMillis,
      about: 'Milliseconds between two batches of spans.',
    },
    OTEL_BSP_EXPORT_TIMEOUT: {
      unset: ({ tracing }) => tracing?.batch.exportTimeoutMillis,
      about: 'Milliseconds that sending a batch may take.',
    },
    OTEL_BSP_MAX_QUEUE_SIZE: { unset: ({ tracing }) => tracing?.batch.maxQueueSize, about: 'Spans that may wait to be sent.' },
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: { unset: ({ tracing }) => tracing?.batch.maxExportBatchSize, about: 'Spans in one batch.' },
  },
};
