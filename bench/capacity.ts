import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import type { Knex } from 'knex';
import type { Context } from '../src/context.ts';
import { startService } from '../src/main.ts';
import { redisPacing } from '../src/pacing/redis-pacing.ts';
import { readConfig } from '../src/process/config.ts';
import { defaultTenantLimits } from '../src/process/limits.ts';
import { createLog } from '../src/process/log.ts';
import { machine } from '../tools/load/machine.ts';
import { dataOf } from './dispatch/body.ts';
import { benchOptions } from './stage/bench-options.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { insertTenants } from './stage/tenants.ts';

/**
 * `npm run bench:capacity` measures the disk space of a delivery and the memory of a tenant in Redis, for the capacity
 * table in deploy/README.md. A whole service publishes to a receiver on loopback and everything succeeds at the first
 * attempt. The tables are vacuumed as autovacuum would leave them, never rewritten. Options: `--deliveries 20000
 * --tenants 1000`. Not measured: retries (each adds an attempt's row), and calls (D-214 has what was counted).
 */
const options = benchOptions('capacity', {
  deliveries: { type: 'string', default: '20000' },
  tenants: { type: 'string', default: '1000' },
});
const wanted = { deliveries: Number(options.deliveries), tenants: Number(options.tenants) };
const atOnce = 100;

console.log(machine());
console.log(`${wanted.deliveries} deliveries with bodies of 1.5 KB; ${wanted.tenants} tenants in Redis\n`);
await onStage(async (stage) => {
  await onDisk(stage);
  await inRedis(stage);
});

async function onDisk(stage: Stage): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200).end());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  const service = await startService(
    readConfig({
      RINGPOST_ENV: 'sandbox',
      RINGPOST_DATA_FOLDER: stage.folder,
      RINGPOST_SECRET_KEY: stage.secretKey.toString('base64'),
      RINGPOST_ROLES: 'dispatcher',
      DATABASE_URL: stage.databaseUrl,
      REDIS_URL: `redis://127.0.0.1:${stage.redis.port}`,
    }),
    { log: createLog('error') },
  );
  try {
    const { context } = service;
    const { knex } = context.db;
    const urls = [`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`];
    const [tenant] = await insertTenants(context, 1, { callsEach: 0, hook: { eventType: 'sms.received', urls } });
    const tenantId = tenant?.id ?? '';
    const walBefore = await walPosition(knex);
    for (let sent = 0; sent < wanted.deliveries; sent += atOnce) {
      await context.publisher.publish(tenantId, events(context, tenantId, sent));
      await allOut(knex, sent + atOnce - 2_000);
    }
    await allOut(knex, wanted.deliveries);
    const wal = (await walPosition(knex)) - walBefore;
    await knex.raw('vacuum analyze');
    await tellSizes(knex, wal);
  } finally {
    await service.stop();
    receiver.close();
    receiver.closeAllConnections();
  }
}

function events({ clock }: Context, tenantId: string, from: number) {
  return Array.from({ length: atOnce }, (_event, n) => ({
    tenantId,
    eventType: 'sms.received' as const,
    dedupeKey: `bench:${from + n}`,
    occurredAt: clock.now(),
    outcome: null,
    data: dataOf(from + n),
  }));
}

/** Waits until this many have gone out. Publishing stays a little ahead, so that the queue is as short as in production. */
async function allOut(knex: Knex, count: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { rows } = await knex.raw<{ rows: { done: number }[] }>(
      'select count(*)::integer as done from webhook_deliveries where finished_at is not null',
    );
    if ((rows[0]?.done ?? 0) >= count) return;
    if (Date.now() > deadline) throw new Error(`Only ${rows[0]?.done} of ${count} deliveries went out within two minutes.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function walPosition(knex: Knex): Promise<number> {
  const { rows } = await knex.raw<{ rows: { bytes: number }[] }>("select (pg_current_wal_lsn() - '0/0')::float8 as bytes");
  return rows[0]?.bytes ?? 0;
}

async function tellSizes(knex: Knex, wal: number): Promise<void> {
  const { rows } = await knex.raw<{ rows: { name: string; heap: number; indexes: number }[] }>(
    `select regexp_replace(relname, '_(\\d{4}_\\d\\d_\\d\\d|default)$', '') as name,
            sum(pg_table_size(oid))::float8 as heap, sum(pg_indexes_size(oid))::float8 as indexes
       from pg_class
      where relkind = 'r'
        and relname ~ '^(webhook_(events|deliveries|attempts)|event_keys)'
      group by 1
      order by 2 desc`,
  );
  const gb = (bytes: number): string => ((bytes / wanted.deliveries) * 1e6 * 1e-9).toFixed(2);
  console.log('GB per million deliveries     rows   indexes');
  for (const { name, heap, indexes } of rows) console.log(`${name.padEnd(24)} ${gb(heap).padStart(9)} ${gb(indexes).padStart(9)}`);
  const total = rows.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0);
  console.log(`${'together'.padEnd(24)} ${gb(total).padStart(9)}`);
  console.log(`${'write-ahead log'.padEnd(24)} ${gb(wal).padStart(9)}\n`);
}

/** Measures a tenant with little traffic, and one that is at all its default limits. */
async function inRedis({ redis }: Stage): Promise<void> {
  const url = `redis://127.0.0.1:${redis.port}`;
  const client = new Redis(url);
  const pacing = await redisPacing({ url, log: createLog('silent') });
  const usedBytes = async (): Promise<number> => Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1] ?? 0);
  const buckets = [
    { key: 'read', limit: defaultTenantLimits.readsPerMinute },
    { key: 'write', limit: defaultTenantLimits.writesPerMinute },
    { key: 'call-events', limit: defaultTenantLimits.callEventsPerMinute },
    { key: 'text-events', limit: defaultTenantLimits.textEventsPerMinute },
  ] as const;
  const fill = async (name: string, share: (limit: number) => number): Promise<void> => {
    await client.flushall();
    const before = await usedBytes();
    const at = new Date();
    for (let n = 0; n < wanted.tenants; n++) {
      const owner = `ten_${String(n).padStart(26, '0')}`;
      for (const { key, limit } of buckets) await pacing.reserve(Array(share(limit)).fill({ owner, key, limit }), at);
    }
    console.log(`${name.padEnd(34)} ${(((await usedBytes()) - before) / wanted.tenants / 1_000).toFixed(1).padStart(6)}`);
  };
  console.log('KB of Redis per tenant');
  await fill('one of everything in a minute', () => 1);
  await fill('at all its limits', (limit) => limit);
  await pacing.close();
  client.disconnect();
}
