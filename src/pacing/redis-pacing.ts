import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import type { Log } from '../log.ts';
import { stateOf, tokenReturnsMs } from './bucket-state.ts';
import type { Bucket, Pacing } from './pacing.ts';

/**
 * Pace kept in Redis, shared by all processes: one script and one round trip for each question. Every key carries the
 * tenant as its hash tag, so that a cluster can hold them and one tenant's lie together. Calls of one tick travel
 * together (auto-pipelining; in a cluster, those of one slot). Nothing waits for a Redis that is away: a command fails
 * at once or after its timeout, and `fallback.ts` takes over.
 */
export async function redisPacing({ url, log }: { url: string; log: Log }): Promise<RedisPacing> {
  const client = openRedisClient(url);
  client.on('error', (error: Error) => log.debug({ error: error.message }, 'redis'));
  const bell = openBell(client, log);
  await readyOrLate(client);

  return {
    async take(bucket, at) {
      const [taken, ...out] = await askBucket(client, bucket, at, true);
      return { taken: taken === 1, ...stateFrom(bucket, out, at) };
    },

    async look(bucket, at) {
      const [, ...out] = await askBucket(client, bucket, at, false);
      return stateFrom(bucket, out, at);
    },

    async reserve(buckets, at) {
      const groups = [...countByBucket(buckets).values()];
      const calls = chunks(groups, client instanceof Cluster ? 1 : bucketsInACall);
      const answers = await Promise.all(calls.map((asked) => reserveAll(client, asked, at)));
      const slots = answers.flat();
      let next = 0;
      const queues = new Map(
        groups.map(({ bucket, count }) => {
          next += count;
          return [groupOf(bucket), slots.slice(next - count, next).values()];
        }),
      );
      return buckets.map((bucket) => new Date(queues.get(groupOf(bucket))?.next().value ?? at));
    },

    async acquireLease({ tenantId, holder, expiresAt }, limit, at) {
      const [acquired, active = 0] = await run(
        client,
        leaseScript,
        [leasesOf(tenantId)],
        [limit, at.getTime(), holder, expiresAt.getTime()],
      );
      return { acquired: acquired === 1, active };
    },

    async releaseLease({ tenantId, holder }) {
      await client.zrem(leasesOf(tenantId), holder);
    },

    ping: bell.ring,
    onPing: bell.listen,
    get health() {
      return client.status === 'ready' ? 'redis' : 'degraded';
    },
    async check() {
      await client.get('ringpost:check');
    },
    onConnected(listener) {
      client.on('ready', listener);
    },
    async close() {
      bell.close();
      client.disconnect();
    },
  };
}

export interface RedisPacing extends Pacing {
  /** Rejects while Redis does not answer. */
  check(): Promise<void>;
  /** Called at every connection after the first too: what was there may be gone. */
  onConnected(listener: () => void): void;
}

type Client = Redis | Cluster;

/** A tenth of what a caller would notice; past it, memory paces. */
const commandTimeoutMs = 500;
const connectTimeoutMs = 2_000;
const pingEveryMs = 50;
const channel = 'ringpost:due';

const tokenBucketScript = loadScript('token-bucket');
const reserveScript = loadScript('reserve');
const leaseScript = loadScript('lease');

const keyOf = (bucket: Bucket): string => `ringpost:{${bucket.owner}}:${bucket.key}`;
const leasesOf = (tenantId: string): string => `ringpost:{${tenantId}}:calls`;

export function openRedisClient(url: string): Client {
  const options: RedisOptions = {
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    // A reservation that was sent and not answered may have been made: it is not made again.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 50, 1_000),
  };
  const nodes = url.split(',').map((node) => node.trim());
  if (nodes.length > 1) {
    const { enableAutoPipelining, enableOfflineQueue, ...redisOptions } = options;
    const cluster: ClusterOptions = {
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      redisOptions,
      clusterRetryStrategy: (times) => Math.min(times * 50, 1_000),
    };
    return new Cluster(nodes, cluster);
  }
  return url.startsWith('unix://') ? new Redis({ ...options, path: url.slice('unix://'.length) }) : new Redis(url, options);
}

/** Goes on after a while even so: a service starts without its Redis, degraded. */
const readyOrLate = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, connectTimeoutMs);
    client.once('ready', () => {
      clearTimeout(late);
      resolve();
    });
  });

interface Script {
  readonly source: string;
  readonly sha: string;
}

function loadScript(name: string): Script {
  const source = readFileSync(new URL(`./${name}.lua`, import.meta.url), 'utf8');
  return { source, sha: createHash('sha1').update(source).digest('hex') };
}

/** By its hash; with its text where Redis has not seen it: a new server, another node, a flush. All answer numbers. */
async function run(client: Client, script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<number[]> {
  try {
    return numbers(await client.evalsha(script.sha, keys.length, ...keys, ...args));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return numbers(await client.eval(script.source, keys.length, ...keys, ...args));
  }
}

const numbers = (reply: unknown): number[] => (Array.isArray(reply) ? reply.map(Number) : []);

const askBucket = (client: Client, bucket: Bucket, at: Date, take: boolean): Promise<number[]> =>
  run(client, tokenBucketScript, [keyOf(bucket)], [bucket.limit, at.getTime(), tokenReturnsMs, take ? 1 : 0]);

const stateFrom = (bucket: Bucket, [count = 0, newest = 0, limitTh = 0]: readonly number[], at: Date) =>
  stateOf(bucket, { count, newest, limitTh }, at);

/** The keys of one call lie together only where there is one server: in a cluster each bucket is asked by itself. */
const bucketsInACall = 512;

function reserveAll(client: Client, groups: readonly Group[], at: Date): Promise<number[]> {
  const keys = groups.map(({ bucket }) => keyOf(bucket));
  const wanted = groups.flatMap(({ bucket, count }) => [bucket.limit, count]);
  return run(client, reserveScript, keys, [at.getTime(), tokenReturnsMs, ...wanted]);
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
}

interface Group {
  readonly bucket: Bucket;
  count: number;
}

const groupOf = (bucket: Bucket): string => `${keyOf(bucket)} ${bucket.limit}`;

function countByBucket(buckets: readonly Bucket[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const bucket of buckets) {
    const group = groups.get(groupOf(bucket));
    if (group) group.count += 1;
    else groups.set(groupOf(bucket), { bucket, count: 1 });
  }
  return groups;
}

/** Tells the other processes, at once and then at most every 50 ms, and listens to them on a connection of its own. */
function openBell(client: Client, log: Log) {
  const ourselves = randomUUID();
  const listeners: (() => void)[] = [];
  let resting: NodeJS.Timeout | undefined;
  let again = false;

  // We subscribe at every connection ourselves: what ioredis repeats by itself it does not catch, and a connection lost
  // at that moment would be an unhandled rejection, which ends the process.
  const subscriber =
    client instanceof Cluster ? client.duplicate([], { enableOfflineQueue: true }) : client.duplicate({ autoResubscribe: false });
  subscriber.on('error', (error: Error) => log.debug({ error: error.message }, 'redis subscriber'));
  subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => {}));
  subscriber.on('message', (_channel: string, from: string) => {
    if (from !== ourselves) for (const listener of listeners) listener();
  });

  const ring = (): void => {
    if (resting) {
      again = true;
      return;
    }
    client.publish(channel, ourselves).catch(() => {});
    resting = setTimeout(() => {
      resting = undefined;
      if (again) ring();
    }, pingEveryMs).unref();
    again = false;
  };
  return {
    ring,
    listen: (listener: () => void): void => {
      listeners.push(listener);
    },
    close: (): void => {
      clearTimeout(resting);
      subscriber.disconnect();
    },
  };
}
