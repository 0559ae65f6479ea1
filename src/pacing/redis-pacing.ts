import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Cluster } from 'ioredis';
import type { Log } from '../process/log.ts';
import { answersInTime, type InTime } from './answer-in-time.ts';
import { type Bell, openBell } from './bell.ts';
import { stateOf, timesByBucket, tokenReturnsMs } from './bucket-state.ts';
import { keyTroubleOf, type OnKeyTrouble } from './key-trouble.ts';
import { type Bucket, type BucketState, type Slot, tenantBuckets } from './pacing.ts';
import { checkRedis, connected, connectTimeoutMs, openRedisClient, type RedisClient, readyOrLate, refusalOf } from './redis-client.ts';

/**
 * Pacing in Redis, shared by all processes, with one script and one round trip for each question. Every key carries the
 * tenant as its hash tag, so that a cluster keeps one tenant's keys together. Calls of one tick are sent together
 * (auto-pipelining), in a cluster separately. A question is rejected only if Redis as a whole cannot answer;
 * `fallback.ts` takes over then.
 */
export interface RedisPacing {
  /** Resolves to null, here and below, if Redis refused this key; `onKeyTrouble` was called. */
  take(bucket: Bucket, at: Date): Promise<(BucketState & { readonly taken: boolean }) | null>;
  look(bucket: Bucket, at: Date): Promise<BucketState | null>;
  reserve(buckets: readonly Bucket[], at: Date): Promise<readonly (Date | null)[]>;
  /** Gives back go-at times. If this process's memory postponed one, Redis does not know it, and its token stays taken. */
  giveBack(slots: readonly Slot[]): Promise<void>;
  ping(): void;
  onPing(listener: () => void): void;
  /** Tells if there is a connection, as far as the client knows. */
  readonly isReady: boolean;
  /** Calls the listener at each new connection. */
  onReady(listener: () => void): void;
  /** Rejects unless Redis takes writes now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface RedisPacingOptions {
  readonly url: string;
  readonly log: Log;
  readonly onKeyTrouble?: OnKeyTrouble;
  /** Limits the wait for an answer. The default is a tenth of what a caller would notice. */
  readonly patienceMs?: number;
}

export async function redisPacing({ url, log, onKeyTrouble = () => {}, patienceMs = 500 }: RedisPacingOptions): Promise<RedisPacing> {
  const client = openRedisClient(url, patienceMs);
  tellRefusals(client, log);
  const bell = openBell(client, log);
  await readyOrLate(client, Math.max(patienceMs, connectTimeoutMs));
  return new RedisBuckets(client, bell, onKeyTrouble, patienceMs);
}

/** Logs each refusal once, although the client tries again every second at least. */
function tellRefusals(client: RedisClient, log: Log): void {
  let told: string | null = null;
  client.on('error', (error: Error) => {
    const refusal = refusalOf(error);
    if (refusal === null || refusal === told) return log.debug({ error: error.message }, 'redis');
    told = refusal;
    log.error({ error: refusal }, 'Redis refuses the connection');
  });
  client.on('ready', () => {
    told = null;
  });
}

class RedisBuckets implements RedisPacing {
  readonly #client: RedisClient;
  readonly #bell: Bell;
  readonly #onKeyTrouble: OnKeyTrouble;
  readonly #inTime: InTime;
  readonly #checkInTime: InTime;

  constructor(client: RedisClient, bell: Bell, onKeyTrouble: OnKeyTrouble, patienceMs: number) {
    this.#client = client;
    this.#bell = bell;
    this.#onKeyTrouble = onKeyTrouble;
    this.#inTime = answersInTime(patienceMs);
    this.#checkInTime = answersInTime(patienceMs * checksPatience);
  }

  async take(bucket: Bucket, at: Date) {
    const answer = await this.#askBucket(bucket, at, true);
    if (!answer) return null;
    const [taken, ...out] = answer;
    return { taken: taken === 1, ...stateFrom(bucket, out, at) };
  }

  async look(bucket: Bucket, at: Date) {
    const answer = await this.#askBucket(bucket, at, false);
    return answer && stateFrom(bucket, answer.slice(1), at);
  }

  async reserve(buckets: readonly Bucket[], at: Date) {
    const groups = groupByBucket(buckets);
    const calls = (this.#client instanceof Cluster ? byOwner(groups) : [groups]).flatMap((asked) => chunks(asked, bucketsInACall));
    const reserved = Array<Date | null>(buckets.length).fill(null);
    await Promise.all(
      calls.map(async (asked) => {
        const slots = await this.#reserveAll(asked, at);
        for (const [n, index] of asked.flatMap(({ indexes }) => indexes).entries()) {
          const slot = slots?.[n];
          if (slot !== undefined) reserved[index] = new Date(slot);
        }
      }),
    );
    return reserved;
  }

  async giveBack(slots: readonly Slot[]) {
    for (const { bucket, times } of timesByBucket(slots))
      for (const part of chunks(times, slotsInACall)) await this.#run(giveBackScript, [keyOf(bucket)], part);
  }

  ping() {
    this.#bell.ring();
  }

  onPing(listener: () => void) {
    this.#bell.listen(listener);
  }

  get isReady() {
    return this.#client.status === 'ready';
  }

  onReady(listener: () => void) {
    this.#client.on('ready', listener);
  }

  check() {
    return this.#checkInTime(checkRedis(this.#client));
  }

  async close() {
    this.#bell.close();
    this.#client.disconnect();
  }

  #askBucket(bucket: Bucket, at: Date, take: boolean) {
    return this.#run(tokenBucketScript, [keyOf(bucket)], [bucket.limit, at.getTime(), tokenReturnsMs, take ? 1 : 0]);
  }

  /** Returns the times, bucket after bucket, or null if Redis refuses the call. */
  #reserveAll(groups: readonly Group[], at: Date): Promise<readonly number[] | null> {
    const keys = groups.map(({ bucket }) => keyOf(bucket));
    const wanted = groups.flatMap(({ bucket, indexes }) => [bucket.limit, indexes.length]);
    return this.#run(reserveScript, keys, [at.getTime(), tokenReturnsMs, ...wanted]);
  }

  /** Returns a script's answer without its leading count of repaired keys, or null if Redis refuses the script. Throws if Redis as a whole cannot answer. */
  async #run(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<readonly number[] | null> {
    try {
      const [repaired = 0, ...answer] = await this.#inTime(runScript(this.#client, script, keys, args));
      if (repaired > 0) this.#onKeyTrouble('wrong_type', repaired, 'not a list of times');
      return answer;
    } catch (error) {
      const trouble = keyTroubleOf(error);
      if (trouble === null) throw error;
      this.#onKeyTrouble(trouble, keys.length, String(error));
      return null;
    }
  }
}

/** A check of a cluster asks several questions, one after another. */
const checksPatience = 4;

const tokenBucketScript = loadScript('token-bucket');
const reserveScript = loadScript('reserve');
const giveBackScript = loadScript('give-back');

const keyOf = ({ owner, key }: Slot['bucket']): string => `ringpost:{${owner}}:${key}`;

/** Removes a tenant's keys from Redis, which would otherwise expire within minutes. */
export async function forgetPace(url: string, tenantId: string): Promise<void> {
  const client = openRedisClient(url);
  client.on('error', () => {});
  try {
    await readyOrLate(client);
    await connected(client).unlink(...tenantBuckets.map((key) => keyOf({ owner: tenantId, key })));
  } finally {
    client.disconnect();
  }
}

interface Script {
  readonly source: string;
  readonly sha: string;
}

function loadScript(name: string): Script {
  const source = ['bucket', name].map((part) => readFileSync(new URL(`./${part}.lua`, import.meta.url), 'utf8')).join('');
  return { source, sha: createHash('sha1').update(source).digest('hex') };
}

/**
 * Runs a script by its hash, or by its text if Redis does not know it: a new server, another node, or after a flush.
 * All scripts return numbers.
 */
async function runScript(
  client: RedisClient,
  script: Script,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<readonly number[]> {
  try {
    return numbers(await connected(client).evalsha(script.sha, keys.length, ...keys, ...args));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return numbers(await connected(client).eval(script.source, keys.length, ...keys, ...args));
  }
}

const numbers = (reply: unknown): number[] => (Array.isArray(reply) ? reply.map(Number) : []);

const stateFrom = (bucket: Bucket, [count = 0, newest = 0, limitTh = 0]: readonly number[], at: Date) =>
  stateOf(bucket, { count, newest, limitTh }, at);

const bucketsInACall = 512;
/** Of so many go-at times that are given back, Redis takes some milliseconds, also of those of a long backlog, and answers others in between. */
const slotsInACall = 100;

/** Groups the keys by tenant, since in a cluster the keys of one call must be in one slot. */
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

/** The places of a bucket among those that are asked for. */
interface Group {
  readonly bucket: Bucket;
  readonly indexes: number[];
}

function groupByBucket(buckets: readonly Bucket[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [index, bucket] of buckets.entries()) {
    const name = `${keyOf(bucket)} ${bucket.limit}`;
    const group = groups.get(name);
    if (group) group.indexes.push(index);
    else groups.set(name, { bucket, indexes: [index] });
  }
  return [...groups.values()];
}
