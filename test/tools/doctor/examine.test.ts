import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { readConfig } from '../../../src/process/config.ts';
import { openDatabase } from '../../../tools/doctor/database.ts';
import { type Finding, good } from '../../../tools/doctor/finding.ts';
import { redis } from '../../../tools/doctor/redis.ts';
import { runCli } from '../../cli/cli.ts';
import { runHere } from '../../cli/here.ts';
import { testContext } from '../../support/context.ts';
import { emptyDatabase } from '../../support/database.ts';
import { endpoint, tenant } from '../../support/fixtures.ts';
import { otlpCollector } from '../../support/otlp-collector.ts';
import { withoutRedis } from '../../support/redis.ts';
import { type Patient, patient } from './patient.ts';

const checksAtFault = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.filter(({ state }) => state === 'fault').map(({ check }) => check)),
];

test('finds nothing where nothing is wrong', { skip: withoutRedis }, async (t) => {
  const { isHealthy, findings } = await (await patient(t)).examined();
  assert.deepEqual(
    findings.filter(({ state }) => state !== 'good'),
    [],
  );
  assert.equal(isHealthy, true);
  assert.equal(new Set(findings.map(({ check }) => check)).size, 22);
});

test('a Redis that is busy for a while is not called away', { skip: withoutRedis }, async (t) => {
  const busy = await patient(t);
  await askRedis(busy, 'client', 'pause', '8000');
  assert.deepEqual(await redis(readConfig(busy.env)), [good('the scripts work')]);
});

test('where the service sets nothing for its sessions, what their role does not set is named', async (t) => {
  const pooled = await patient(t);
  const seen = async () =>
    (await pooled.examined({ DATABASE_PREPARED: 'off' })).findings.filter(({ check, state }) => check === 'database' && state !== 'good');
  const name = new URL(pooled.database.url).pathname.slice(1);
  await run(pooled, `alter database ${name} set jit = on`);
  const [warned, ...more] = await seen();
  assert.deepEqual([warned?.state, more], ['warning', []]);
  assert.match(warned?.found ?? '', /does not set idle_in_transaction_session_timeout, jit, statement_timeout\.$/);
  assert.match(warned?.advice ?? '', /ALTER ROLE/);
  for (const setting of ["jit = 'off'", "statement_timeout = '30s'", "idle_in_transaction_session_timeout = '30s'"])
    await run(pooled, `alter database ${name} set ${setting}`);
  assert.deepEqual(await seen(), []);
});

test('a table that the role may not write is named', async (t) => {
  const robbed = await patient(t);
  const role = `robbed_${process.pid}`;
  await run(robbed, `create role ${role} login; grant all on all tables in schema public to ${role}; revoke insert on calls from ${role}`);
  try {
    const url = new URL(robbed.database.url);
    url.username = role;
    const { findings } = await robbed.examined({ DATABASE_URL: url.href });
    const [found, ...more] = findings.filter(({ check, state }) => check === 'database' && state !== 'good');
    assert.deepEqual([found?.state, found?.found, more], ['fault', 'Its role may not read and write calls.', []]);
    assert.match(found?.advice ?? '', /^GRANT select, insert, update, delete/);
  } finally {
    await run(robbed, `drop owned by ${role}; drop role ${role}`);
  }
});

test('a database whose encoding or collation does not do is named', async () => {
  const czech = await emptyDatabase("encoding 'LATIN1' locale 'C' locale_provider icu icu_locale 'cs'");
  try {
    const { database, seen } = await openDatabase(readConfig({ RINGPOST_ENV: 'sandbox', DATABASE_URL: czech.url }));
    await database?.close();
    assert.deepEqual(
      seen.map(({ state }) => state),
      ['fault', 'fault'],
    );
    assert.match(seen[0]?.found ?? '', /^Its encoding is LATIN1/);
    assert.match(seen[1]?.found ?? '', /^Its collation does not sort ids/);
  } finally {
    await czech.close();
  }
});

test('what a pgbouncer refuses is advised upon', async (t) => {
  const advice = {
    'unsupported startup parameter: statement_timeout': /DATABASE_PREPARED=off/,
    'no more connections allowed (max_client_conn)': /^Raise max_client_conn/,
    'server login has been failing, try again later (server_login_retry)': /reaches no PostgreSQL/,
    'SASL authentication failed': /auth_file/,
  };
  let says = '';
  const pooler = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        const fields = Buffer.from(`SFATAL\0C08P01\0M${says}\0\0`);
        const head = Buffer.alloc(5, 'E');
        head.writeInt32BE(fields.length + 4, 1);
        socket.end(Buffer.concat([head, fields]));
      });
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  t.after(() => void pooler.close());
  const { port } = pooler.address() as AddressInfo;
  const config = readConfig({ RINGPOST_ENV: 'sandbox', DATABASE_URL: `postgres://ringpost@127.0.0.1:${port}/ringpost` });
  for (const [message, expected] of Object.entries(advice)) {
    says = message;
    const { seen } = await openDatabase(config);
    assert.match(seen[0]?.advice ?? '', expected, message);
  }
});

interface Planted {
  readonly fault: string;
  readonly check: string;
  /** What the operator reads, and in the advice. */
  readonly says: RegExp;
  readonly advises: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  readonly machineNow?: () => Date;
  plant?(patient: Patient): Promise<unknown>;
}

const run = ({ database }: Patient, sql: string) => database.db.knex.raw(sql);
const askRedis = async ({ redis }: Patient, command: string, ...args: readonly string[]): Promise<void> => {
  const client = new Redis({ path: redis?.url.slice('unix://'.length) ?? '' });
  await client.call(command, ...args);
  client.disconnect();
};

/** Faults of one patient: each is of another check. */
const planted: readonly (readonly Planted[])[] = [
  [
    {
      fault: 'a setting that does not exist',
      check: 'configuration',
      env: { RINGPOST_TYPO: '1' },
      says: /RINGPOST_TYPO is not a setting/,
      advises: /would not start/,
    },
  ],
  [
    {
      fault: 'a machine whose clock is ten minutes ahead',
      check: 'clocks',
      machineNow: () => new Date(Date.now() + 600_000),
      says: /600 s apart/,
      advises: /NTP/,
    },
    {
      fault: 'a migration that was not applied',
      check: 'migrations',
      plant: (patient) => run(patient, "delete from schema_migrations where name like '0079%'"),
      says: /0079_calls_ended_by_reconciler\.sql: not applied/,
      advises: /ringpost migrate/,
    },
    {
      fault: 'an index that somebody dropped',
      check: 'indexes',
      plant: (patient) => run(patient, 'drop index deliveries_due'),
      says: /deliveries_due is missing/,
      advises: /create index deliveries_due on webhook_deliveries \(due_at\)/,
    },
    {
      fault: 'a week that nobody has made',
      check: 'partitions',
      plant: async (patient) => {
        const { rows } = await run(
          patient,
          "select max(relname) as last from pg_class where relkind = 'r' and relname ~ '^webhook_events_[0-9]'",
        );
        await run(patient, `drop table ${rows[0].last}`);
      },
      says: /webhook_events_\d{4}_\d\d_\d\d: missing/,
      advises: /scheduler/,
    },
    {
      fault: 'a queue that nobody works on',
      check: 'queue',
      plant: (patient) =>
        run(
          patient,
          `insert into webhook_deliveries
             (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, created_at, due_at, endpoint_snapshot, trigger_snapshot)
           select gen_random_uuid(), 'ten', gen_random_uuid(), 'whe', 'trg', 'call.completed', 'pending', now(), now() - interval '22 minutes', '{}', '{}'`,
        ),
      says: /the oldest for 22 minutes/,
      advises: /role dispatcher/,
    },
    {
      fault: 'the wrong secret key',
      check: 'stored secrets',
      plant: async ({ database }) => {
        const context = await testContext();
        const there = { ...context, db: database.db };
        const owner = await tenant(there);
        await endpoint(there, owner.id, { url: 'https://crm.example.org/hook' });
        await context.close();
      },
      env: { RINGPOST_SECRET_KEY: randomBytes(32).toString('base64') },
      says: /does not open 1 of 1 signing secrets: whe_\w+ of ten_\w+\./,
      advises: /RINGPOST_SECRET_KEY_OLD/,
    },
    {
      fault: 'a read replica that is none',
      check: 'read replica',
      env: { DATABASE_READ_URL: otherDatabase() },
      says: /no replica/,
      advises: /DATABASE_READ_URL/,
    },
    {
      fault: 'callbacks that are refused since the last hundred',
      check: 'callbacks',
      plant: async ({ scraped }) => {
        scraped.text = [
          'provider_callbacks_total{provider="vapi",result="accepted"} 90000',
          'provider_callbacks_total{provider="vapi",result="bad_signature"} 100',
          'provider_callbacks_refused_in_a_row{provider="vapi"} 100',
        ].join('\n');
      },
      says: /vapi are refused: 100 .*bad_signature 100.* the last 100 in a row/,
      advises: /VAPI_WEBHOOK_SECRET/,
    },
    {
      fault: 'a Redis that is full',
      check: 'Redis',
      plant: (patient) => askRedis(patient, 'config', 'set', 'maxmemory', '1'),
      says: /scripts do not run: OOM/,
      advises: /full server/,
    },
    {
      fault: "a voice provider's key that is not its key",
      check: 'voice provider',
      env: { VAPI_API_KEY: 'wrong' },
      says: /refuses the credentials \(HTTP 401\)/,
      advises: /VAPI_API_KEY/,
    },
    {
      fault: "a text provider's token that is not its token",
      check: 'text provider',
      env: { TWILIO_AUTH_TOKEN: 'wrong' },
      says: /refuses the credentials \(HTTP 401\)/,
      advises: /TWILIO_AUTH_TOKEN/,
    },
    {
      fault: 'a data folder that cannot be written to',
      check: 'recordings',
      plant: async ({ env }) => {
        await rm(join(env['RINGPOST_DATA_FOLDER'] ?? '', 'recordings'), { recursive: true, force: true });
        await writeFile(join(env['RINGPOST_DATA_FOLDER'] ?? '', 'recordings'), 'a file');
      },
      says: /cannot be written to/,
      advises: /RINGPOST_DATA_FOLDER/,
    },
    {
      fault: 'a name server that does not answer',
      check: 'name servers',
      env: { RINGPOST_DNS_SERVERS: '127.0.0.1:9' },
      says: /127\.0\.0\.1:9 does not answer/,
      advises: /RINGPOST_DNS_SERVERS/,
    },
    {
      fault: 'webhooks that may reach the metadata of the cloud',
      check: 'address guard',
      env: { RINGPOST_ALLOW_PRIVATE_WEBHOOKS: '0.0.0.0/0' },
      says: /169\.254\.169\.254/,
      advises: /Narrow/,
    },
  ],
  [
    {
      fault: "a sandbox's database, used as a real one",
      check: 'clocks',
      plant: (patient) => run(patient, 'update installation set clock_offset_ms = 7200000'),
      says: /sandbox's, whose clock runs 2 h ahead/,
      advises: /database of its own/,
    },
    {
      fault: 'a schema that no process of this version may run on',
      check: 'migrations',
      plant: (patient) =>
        run(patient, "insert into schema_migrations (name, checksum, applied_at, runs_with) values ('9999_later.sql', '', now(), '9998')"),
      says: /newer Ringpost \(9999_later\.sql\), on whose schema no process may run that does not know migration 9998/,
      advises: /No process of this version/,
    },
    {
      fault: 'an index that is not whole',
      check: 'indexes',
      plant: (patient) => run(patient, "update pg_index set indisvalid = false where indexrelid = 'counts_by_age'::regclass"),
      says: /counts_by_age of webhook_delivery_counts is not valid/,
      advises: /reindex/,
    },
    {
      fault: 'a Redis that evicts',
      check: 'Redis',
      plant: (patient) => askRedis(patient, 'config', 'set', 'maxmemory-policy', 'allkeys-lru'),
      says: /maxmemory-policy is allkeys-lru/,
      advises: /noeviction/,
    },
    {
      fault: 'a stored answer that no key opens',
      check: 'stored secrets',
      plant: async ({ database }) => {
        const context = await testContext();
        const { id } = await tenant({ ...context, db: database.db });
        await context.close();
        const of = { api_key_id: 'key', operation: 'placeCall', key: 'one', tenant_id: id, request_hash: '', claim: randomUUID() };
        const at = new Date();
        await database.db
          .knex('idempotency_keys')
          .insert({ ...of, response: Buffer.alloc(40), response_status: 201, lease_until: at, created_at: at });
      },
      says: /does not open 1 of 1 stored answers\./,
      advises: /answered 500/,
    },
    {
      fault: 'a database that is read-only',
      check: 'database',
      plant: (patient) =>
        run(patient, `alter database ${new URL(patient.database.url).pathname.slice(1)} set default_transaction_read_only = on`),
      says: /read-only/,
      advises: /default_transaction_read_only/,
    },
  ],
  [
    {
      fault: 'a database that takes no connection',
      check: 'database',
      env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' },
      says: /cannot be used.*ECONNREFUSED/,
      advises: /PostgreSQL runs/,
    },
    {
      fault: 'a Redis that is not there',
      check: 'Redis',
      env: { REDIS_URL: 'redis://127.0.0.1:1' },
      says: /not answer/,
      advises: /REDIS_URL/,
    },
  ],
  [
    {
      fault: 'in production, a database that may forget what it has accepted',
      check: 'database',
      env: { RINGPOST_ENV: 'production', OPERATOR_TOKEN: 'operator-token'.padEnd(32, 'x') },
      says: /fsync is off/,
      advises: /lost with the power/,
    },
    {
      fault: 'a Redis that wants a password',
      check: 'Redis',
      plant: (patient) => askRedis(patient, 'config', 'set', 'requirepass', 'another'),
      says: /refuses the connection: NOAUTH/,
      advises: /password in REDIS_URL/,
    },
    {
      fault: 'a database that no migration has seen',
      check: 'migrations',
      plant: (patient) => run(patient, 'drop schema public cascade; create schema public'),
      says: /^No migration has run on this database\.$/,
      advises: /ringpost migrate/,
    },
  ],
];

describe('finds each planted fault, and nothing else at fault', { skip: withoutRedis }, () => {
  for (const together of planted)
    test(together.map(({ fault }) => fault).join('; '), async (t) => {
      const sick = await patient(t);
      for (const { plant } of together) await plant?.(sick);
      const env = Object.assign({}, ...together.map(({ env }) => env));
      const { isHealthy, findings } = await sick.examined(env, together.find(({ machineNow }) => machineNow)?.machineNow);
      assert.equal(isHealthy, false);
      assert.deepEqual(checksAtFault(findings).toSorted(), together.map(({ check }) => check).toSorted());
      for (const { check, says, advises } of together) {
        const found = findings.find((finding) => finding.state === 'fault' && finding.check === check);
        assert.match(found?.found ?? '', says);
        assert.match(found?.advice ?? '', advises);
      }
    });
});

test('warns of what works and may not for long', { skip: withoutRedis }, async (t) => {
  const frail = await patient(t);
  await run(frail, `insert into tenants select 'ten_a', 'A', true, 'invoice', 1, 1, 1, 1, 1, now(), now()`);
  const key = (id: string, cell: string, revokedAt: string) =>
    run(
      frail,
      `insert into api_keys (id, tenant_id, name, secret_hash, scopes, mode, cell, revoked_at, created_at)
       values ('${id}', 'ten_a', 'CRM', '', '{}', 'test', '${cell}', ${revokedAt}, now())`,
    );
  await key('key_a', 'c1', 'null');
  await key('key_b', 'c7', 'null');
  await key('key_c', 'c8', 'now()');
  await run(
    frail,
    `insert into webhook_attempts (tenant_id, delivery_id, n, started_at, duration_ms)
     values ('ten_a', '00000000-0000-8000-8000-000000000000', 1, now(), 1)`,
  );
  // Of two that were claimed twenty times, one has had an outcome each time.
  await run(
    frail,
    `insert into webhook_deliveries
       (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, created_at, due_at, endpoint_snapshot, trigger_snapshot, lease, attempts)
     select gen_random_uuid(), 'ten_a', gen_random_uuid(), 'whe', 'trg', 'call.completed', 'pending', now(), now() + interval '1 hour', '{}', '{}', 20, attempts
       from unnest(array[0, 20]) as attempts`,
  );
  await run(frail, "insert into schema_migrations (name, checksum, applied_at) values ('9999_later.sql', '', now())");
  const { isHealthy, findings } = await frail.examined({ PUBLIC_URL: 'http://127.0.0.1:1' });
  const warnings = findings.filter(({ state }) => state === 'warning').map(({ check, found }) => [check, found.split(':')[0]]);
  assert.deepEqual(warnings, [
    ['migrations', 'A newer Ringpost has applied 9999_later.sql, and processes of this version may run on that.'],
    ['partitions', 'Rows in a default partition'],
    ['queue', 'Deliveries claimed 20 times without an outcome'],
    ['cell', 'This is cell c1, and some living keys name another'],
    ['public URL', 'http'],
  ]);
  assert.equal(findings.find(({ check }) => check === 'queue')?.found.split(': ')[1], '1.');
  assert.equal(findings.find(({ check }) => check === 'cell')?.found.split(': ')[1], 'c7 (1).');
  assert.equal(isHealthy, true);
});

test('warns of another service at PUBLIC_URL, though it is well', async (t) => {
  const { env, examined } = await patient(t);
  const { findings } = await examined({ PUBLIC_URL: new URL(env['VAPI_BASE_URL'] ?? '').origin });
  const seen = findings.find(({ check }) => check === 'public URL');
  assert.equal(seen?.state, 'warning');
  assert.match(seen.found, /openapi\.json does not name http:\/\/127\.0\.0\.1:\d+ as its server/);
});

test('the command prints findings with advice, or JSON, and its exit code tells of faults', { skip: withoutRedis }, async (t) => {
  const { env } = await patient(t);
  const healthy = await runCli(['doctor'], { env });
  assert.equal(healthy.code, 0, healthy.stdout + healthy.stderr);
  assert.match(healthy.stdout, /^✓ migrations +all \d+ are applied$/m);
  assert.match(healthy.stdout, /^0 at fault, 0 to look at, \d+ good\.$/m);
  const sick = await runHere(['doctor', '--json'], { env: { ...env, VAPI_API_KEY: 'wrong' } });
  assert.equal(sick.code, 1);
  const { isHealthy, findings } = JSON.parse(sick.stdout);
  assert.deepEqual([isHealthy, checksAtFault(findings)], [false, ['voice provider']]);
  const unset = await runHere(['doctor'], { env: { ...env, PORT: 'ninety' } });
  assert.equal(unset.code, 1);
  assert.match(unset.stdout, /^✗ configuration +PORT takes a whole number.*\n +→ Correct/m);
});

test('a collector that takes traces is good, one that does not is a warning, since nothing else needs it', async (t) => {
  const [whole, collector] = [await patient(t), await otlpCollector(t)];
  const traces = async () => {
    const { findings } = await whole.examined({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    return findings.find(({ check }) => check === 'traces');
  };
  assert.equal((await traces())?.state, 'good');
  collector.answer(401);
  const refused = await traces();
  assert.equal(refused?.state, 'warning');
  assert.match(refused.found, /Unauthorized|401/);
  assert.match(refused.advice ?? '', /OTEL_EXPORTER_OTLP_HEADERS/);
});

/** Beside the template, on the same server. */
function otherDatabase(): string {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = '/postgres';
  return url.href;
}
