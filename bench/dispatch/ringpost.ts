import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Pool } from 'pg';
import { assembleContext, type ContextParts } from '../../src/assemble-context.ts';
import { connect } from '../../src/db/connect.ts';
import { startDatabaseClock } from '../../src/db/database-clock.ts';
import { migrate, readInstallation } from '../../src/db/migrate.ts';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import type { HeldDelivery } from '../../src/dispatch/held-delivery.ts';
import { createWake, type Wake } from '../../src/dispatch/wake.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import { pacingWithFallback } from '../../src/pacing/fallback.ts';
import { memoryPacing } from '../../src/pacing/memory-pacing.ts';
import { readConfig } from '../../src/process/config.ts';
import { deliveryTimeoutMs } from '../../src/process/limits.ts';
import { createLog } from '../../src/process/log.ts';
import { logOutput } from '../../src/process/log-output.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import { startScheduler } from '../../src/scheduler.ts';
import { openTracing } from '../../src/tracing/open-telemetry.ts';
import type { NewSpan } from '../../src/tracing/tracing.ts';
import { insertTenants } from '../stage/tenants.ts';
import { dataOf } from './body.ts';
import { fail, type Place, serveContender } from './contender.ts';

/**
 * Runs Ringpost as a service in one process: events are published, rows handed over in memory, attempts made and
 * outcomes written. The go-at time of every delivery is reserved, the address of every connection judged, and every
 * attempt logged. The service's scheduler runs beside it with all its chores.
 */
serveContender(async (place, recorded) => {
  const { context, close } = await openService(place, recorded);
  const { tracing, clock, publisher } = context;
  const urls = place.receiverPorts.map((port) => `http://127.0.0.1:${port}/hook`);
  const tenants = await insertTenants(context, place.tenants, { callsEach: 0, hook: { eventType: 'sms.received', urls } });
  const dispatcher = startDispatcher(context);
  dispatcher.run();
  const scheduler = startScheduler(context);
  return {
    async publish(number) {
      const tenantId = tenants[number % tenants.length]?.id ?? '';
      const request = tracing?.beginTrace(publishing, undefined);
      const event = {
        tenantId,
        eventType: 'sms.received' as const,
        dedupeKey: `sms.received:bench-${number}`,
        occurredAt: clock.now(),
        outcome: null,
        data: dataOf(number),
        trace: request?.context ?? null,
      };
      await publisher.publish(tenantId, [event]);
      request?.end({ 'http.response.status_code': 200 });
    },
    async close() {
      await Promise.all([dispatcher.stop(5_000), scheduler.stop(5_000)]);
      await close();
    },
  };
});

/** Opens what the service's parts need. `recorded` hears of each delivery once its outcome is written. */
async function openService({ databaseUrl, redisPort, logLevel, ...place }: Place, recorded: (number: number) => void) {
  await migrate(databaseUrl);
  const log = createLog(logLevel, logOutput(openSync(devNull, 'w')));
  const metrics = createMetrics();
  const db = connect({ url: databaseUrl, poolSize: 10, prepared: true, log, metrics });
  const clock = await startDatabaseClock(db.knex);
  const config = readConfig({ RINGPOST_ENV: 'sandbox', ...place.tracing });
  const tracing = config.tracing && openTracing(config.tracing, { log, metrics });
  const pacing = redisPort === null ? memoryPacing() : await pacingWithFallback({ url: `redis://127.0.0.1:${redisPort}`, log, metrics });
  const watched = watch();
  const settling = watchRecording(db.settling, (endOfId) => recorded(watched.numberOf(endOfId)));
  const context = assembleContext({
    ...{ config, clock, log, metrics, tracing, pacing },
    db: { ...db, settling },
    secrets: aesSecrets(randomBytes(32)),
    random: Math.random,
    guard: new AddressGuard({ allowedPrivate: ['127.0.0.0/8'], clock, connectTimeoutMs: deliveryTimeoutMs }),
    wake: watched.wake(createWake(pacing)),
    // Voice and text providers and recordings are absent: their chores find nothing due.
    installation: await readInstallation(db.knex),
  } as unknown as ContextParts);
  const close = async (): Promise<void> => {
    await tracing?.close(5_000);
    await pacing.close();
    clock.stop();
    await db.close();
  };
  return { context, close };
}

/** Describes the span of a request that reports an event. */
const publishing: NewSpan = { name: 'POST', kind: 'server', attributes: { 'http.request.method': 'POST', 'url.scheme': 'http' } };

/** Tells which event a delivery belongs to, by watching the hand-over. A delivery is known by the last 48 bits of its id. */
function watch() {
  const numbers = new Map<number, number>();
  const remember = (handed: readonly HeldDelivery[]): void => {
    for (const { id, body } of handed) numbers.set(Number.parseInt(id.slice(24), 16), numberIn(body));
  };
  return {
    numberOf(endOfId: number): number {
      const number = numbers.get(endOfId);
      if (number === undefined) fail(new Error('a delivery was claimed that should have been handed over: did this machine stand still?'));
      numbers.delete(endOfId);
      return number;
    },
    wake: (wake: Wake): Wake => ({
      deliveries: () => wake.deliveries(),
      get dispatcher() {
        return wake.dispatcher;
      },
      attach: (dispatcher) =>
        wake.attach({
          worker: dispatcher.worker,
          hasRoom: (rows) => dispatcher.hasRoom(rows),
          look: () => dispatcher.look(),
          accept(handed) {
            remember(handed);
            dispatcher.accept(handed);
          },
        }),
    }),
  };
}

/** Reads the event's number, which stands at the same place in each body. */
function numberIn(body: Buffer): number {
  if (numberAt < 0) numberAt = body.indexOf('"bench-') + '"bench-'.length;
  return Number(body.toString('latin1', numberAt, numberAt + 8));
}

let numberAt = -1;

/** Reports deliveries once they are written: the first of the statement's values holds their ids, in PostgreSQL's form. */
function watchRecording(pool: Pool, written: (endOfId: number) => void): Pool {
  return new Proxy(pool, {
    get(target, name, self) {
      if (name !== 'query') return Reflect.get(target, name, self);
      return async (query: { values: readonly [Buffer] }) => {
        const result = await Reflect.apply(target.query, target, [query]);
        const [ids] = query.values;
        for (let end = arrayHeader + 20; end <= ids.length; end += 20) written(ids.readUIntBE(end - 6, 6));
        return result;
      };
    },
  });
}

const arrayHeader = 20;
