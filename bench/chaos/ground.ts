import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../cli/parts/ports.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/process/log.ts';
import { startPgbouncer } from '../../test/cluster/proxies.ts';
import { type ReplicatedDatabase, startReplicated } from '../../test/cluster/replicated.ts';
import { type Redis, startRedis } from '../../test/faults/matrix/redis.ts';
import { type Service, service } from '../../test/faults/matrix/service.ts';
import { startEmbeddedPostgres } from '../../tools/embedded/postgres.ts';
import { answer, letGo, startChild } from '../stage/child.ts';
import { type Ends, partOf } from '../stage/clean-end.ts';
import { insertTenantsOf } from '../stage/tenants.ts';
import { type ChaosLoad, startLoad } from './load.ts';

/** Two service processes under load, and the servers that they need. */
export interface Ground {
  /** Is the address of the PostgreSQL server itself, without the pooler before it. */
  readonly databaseUrl: string;
  readonly services: readonly [Service, Service];
  readonly redis: Redis;
  readonly receiver: Receiver;
  readonly load: ChaosLoad;
  /** Is a tenant whose only endpoint never answers. */
  readonly deadTenantId: string;
}

export interface Receiver {
  readonly url: string;
  /** Counts the deliveries that have arrived at any endpoint that answers. */
  count(): Promise<number>;
  answerAfter(ms: number): Promise<void>;
}

const tenants = 50;
const operatorToken = 'operator-token-of-the-chaos';

/** Opens a ground with an embedded PostgreSQL and its own settings, which restarts after a failure. */
export async function openGround(folder: string, ends: Ends): Promise<Ground> {
  await mkdir(folder, { mode: 0o711 });
  const starting = startEmbeddedPostgres({ dataFolder: folder, log: createLog('silent') });
  const postgres = await partOf(ends, starting, (started) => started.stop());
  await migrate(postgres.url);
  return furnish({ folder, databaseUrl: postgres.url, reachedBy: { DATABASE_URL: postgres.url } }, ends);
}

/** Opens a ground with a primary and a synchronous replica behind pgbouncer, as `deploy/README.md` describes. */
export async function openReplicatedGround(folder: string, ends: Ends): Promise<Ground & { failOver(): Promise<void> }> {
  await mkdir(folder, { mode: 0o711 });
  const cleanups = ends as (() => Promise<unknown>)[];
  const database: ReplicatedDatabase = await startReplicated(folder, cleanups);
  const pgbouncer = await partOf(ends, startPgbouncer(folder, database.primary), (started) => started.kill());
  await migrate(pgbouncer.url);
  const reachedBy = { DATABASE_URL: pgbouncer.url, DATABASE_PREPARED: 'off' };
  const ground = await furnish({ folder, databaseUrl: database.primary.url, reachedBy }, ends);
  return { ...ground, failOver: () => database.failOver(pgbouncer) };
}

interface Base {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly reachedBy: Readonly<Record<string, string>>;
}

async function furnish({ folder, databaseUrl, reachedBy }: Base, ends: Ends): Promise<Ground> {
  const redis = await partOf(ends, startRedis(folder), (started) => started?.stop());
  if (!redis) throw new Error('There is no redis-server on the PATH.');
  const receiver = await startReceiver(ends);
  const secretKey = randomBytes(32);
  const insert = (count: number, url: string) =>
    insertTenantsOf({ databaseUrl, secretKey }, count, { callsEach: 0, hook: { eventType: 'sms.delivered', urls: [url] } });
  const live = await insert(tenants, `${receiver.url}/live`);
  const [dead] = await insert(1, `${receiver.url}/dead`);
  const env = {
    RINGPOST_ENV: 'sandbox',
    RINGPOST_DATA_FOLDER: folder,
    RINGPOST_SECRET_KEY: secretKey.toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    HOST: '127.0.0.1',
    REDIS_URL: redis.url,
    ...reachedBy,
  };
  const open = async (name: string): Promise<Service> => {
    const logFile = join(folder, `${name}.log`);
    const made = service({ name, port: await freePort(), operatorPort: await freePort(), env, logFile });
    ends.push(() => made.end());
    return made;
  };
  const services = [await open('service-a'), await open('service-b')] as const;
  await Promise.all(services.map((each) => each.start()));
  const load = startLoad({ services, receiver, operatorToken, tenantIds: live.map(({ id }) => id) });
  ends.push(() => load.stop());
  return { databaseUrl, services, redis, receiver, load, deadTenantId: dead?.id ?? '' };
}

async function startReceiver(ends: Ends): Promise<Receiver> {
  const child = startChild(new URL('./receiver.ts', import.meta.url));
  ends.push(() => letGo(child));
  const { port } = await answer<{ port: number }>(child);
  let last: Promise<unknown> = Promise.resolve();
  /** Questions go one at a time, so that each answer belongs to its question. */
  const ask = (message: object): Promise<number> => {
    const asked = last.then(async () => {
      child.send(message);
      return (await answer<{ count: number }>(child)).count;
    });
    last = asked;
    return asked;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => ask({}),
    answerAfter: async (delayMs) => void (await ask({ delayMs })),
  };
}
