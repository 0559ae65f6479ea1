import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Cluster } from 'ioredis';
import type { Log } from '../log.ts';
import { openBell } from './bell.ts';
import { stateOf, tokenReturnsMs } from './bucket-state.ts';
import { type Bucket, type Pacing, tenantBuckets } from './pacing.ts';
import { checkRedis, connected, openRedisClient, type RedisClient, readyOrLate } from './redis-client.ts';

/**
 * Pace kept in Redis, shared by all processes: one script and one round trip for each question. Every key carries the
 * tenant as its hash tag, so that a cluster can hold them and one tenant's lie together. Calls of one tick travel
 * together (auto-pipelining; in a cluster each by itself). When Redis is away, `fallback.ts` takes over.
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
      const calls = (client instanceof Cluster ? byOwner(groups) : [groups]).flatMap((asked) => chunks(asked, bucketsInACall));
      const answers = await Promise.all(calls.map((asked) => reserveAll(client, asked, at)));
      const slots = answers.flat();
      let next = 0;
      const queues = new Map(
        calls.flat().map(({ bucket, count }) => {
          next += count;
          return [groupOf(bucket), slots.slice(next - count, next).values()];
        }),
      );
      return buckets.map((bucket) => new Date(queues.get(groupOf(bucket))?.next().value ?? at));
    },

    ping: bell.ring,
    onPing: bell.listen,
    get health() {
      return client.status === 'ready' ? 'redis' : 'degraded';
    },
    check: () => checkRedis(client),
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

const tokenBucketScript = loadScript('token-bucket');
const reserveScript = loadScript('reserve');

const keyOf = ({ owner, key }: Pick<Bucket, 'owner' | 'key'>): string => `ringpost:{${owner}}:${key}`;

/** All that is kept of a tenant. */
export const keysOf = (tenantId: string): readonly string[] => tenantBuckets.map((key) => keyOf({ owner: tenantId, key }));

interface Script {
  readonly source: string;
  readonly sha: string;
}

function loadScript(name: string): Script {
  const source = readFileSync(new URL(`./${name}.lua`, import.meta.url), 'utf8');
  return { source, sha: createHash('sha1').update(source).digest('hex') };
}

/** By its hash; with its text where Redis has not seen it: a new server, another node, a flush. All answer numbers. */
async function run(client: RedisClient, script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<number[]> {
  try {
    return numbers(await connected(client).evalsha(script.sha, keys.length, ...keys, ...args));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return numbers(await connected(client).eval(script.source, keys.length, ...keys, ...args));
  }
}

const numbers = (reply: unknown): number[] => (Array.isArray(reply) ? reply.map(Number) : []);

const askBucket = (client: RedisClient, bucket: Bucket, at: Date, take: boolean): Promise<number[]> =>
  run(client, tokenBucketScript, [keyOf(bucket)], [bucket.limit, at.getTime(), tokenReturnsMs, take ? 1 : 0]);

const stateFrom = (bucket: Bucket, [count = 0, newest = 0, limitTh = 0]: readonly number[], at: Date) =>
  stateOf(bucket, { count, newest, limitTh }, at);

const bucketsInACall = 512;

function reserveAll(client: RedisClient, groups: readonly Group[], at: Date): Promise<number[]> {
  const keys = groups.map(({ bucket }) => keyOf(bucket));
  const wanted = groups.flatMap(({ bucket, count }) => [bucket.limit, count]);
  return run(client, reserveScript, keys, [at.getTime(), tokenReturnsMs, ...wanted]);
}

/** In a cluster the keys of one call lie in one slot: those of one tenant do. */
function byOwner(groups: readonly Group[]): readonly (readonly Group[])[] {
  const owners = new Map<string, Group[]>();
  for (const group of groups) {
    const others = owners.get(group.bucket.owner);
    if (others) others.push(group);
    else owners.set(group.bucket.owner, [group]);
  }
  return [...owners.values()];
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
