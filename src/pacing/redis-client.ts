import { Cluster, type ClusterOptions, Redis, type RedisOptions, ReplyError } from 'ioredis';
import { isFromReplica } from './key-trouble.ts';

/**
 * Opens a connection to one Redis, or to a cluster if several nodes are named. While Redis is away a command fails at
 * once. The caller limits the time of an answer (`answersInTime`). A caller that waits for longer than the limits of
 * the client says so, since a connection that an answer may still come on is not given up.
 */
export function openRedisClient(url: string, patienceMs = 0): RedisClient {
  const nodes = url.split(',').map((node) => node.trim());
  if (nodes.length > 1) return openCluster(nodes, patienceMs);
  const options = {
    ...nodeOptions(patienceMs),
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    retryStrategy,
    // The same address may lead to another master by now, which the next connection reaches.
    reconnectOnError: lookForMaster(),
  } satisfies RedisOptions;
  return url.startsWith('unix://') ? new Redis({ ...options, path: url.slice('unix://'.length) }) : new Redis(url, options);
}

export type RedisClient = Redis | Cluster;

export const connectTimeoutMs = 2_000;
/** A connection without data for this long, although an answer is due, counts as dead and is replaced. */
const silentConnectionMs = 5_000;

/** A node of a cluster that does not list the slots for this long is not waited for: another one is asked. */
const slotsTimeoutMs = 1_000;

const nodeOptions = (patienceMs: number) =>
  ({
    // Nothing here needs the third version, which not every Redis and not every proxy before one speaks.
    protocol: 2,
    connectTimeout: Math.max(connectTimeoutMs, patienceMs),
    socketTimeout: Math.max(silentConnectionMs, patienceMs),
    // A reservation that was sent and not answered may have been made, so it is not sent again.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  }) satisfies RedisOptions;

const retryStrategy = (times: number): number => Math.min(times * 50, 1_000);

/**
 * Reconnects after a replica's answer, at once and then once a second: until a replica is promoted there is no master
 * to find.
 */
function lookForMaster(): NonNullable<RedisOptions['reconnectOnError']> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!isFromReplica(error) || performance.now() - lookedAt < lookAgainMs) return false;
    lookedAt = performance.now();
    return true;
  };
}

const lookAgainMs = 1_000;

function openCluster(nodes: readonly string[], patienceMs: number): Cluster {
  const [first = ''] = nodes;
  const { protocol, username, password } = new URL(first);
  const isEncrypted = protocol === 'rediss:';
  const options = {
    redisOptions: {
      ...nodeOptions(patienceMs),
      // Other nodes are discovered through the named ones, and take the same credentials.
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(isEncrypted && { tls: {} }),
    },
    // A certificate names a host, not an address.
    ...(isEncrypted && { dnsLookup: (host, found) => found(null, host) }),
    clusterRetryStrategy: retryStrategy,
    slotsRefreshTimeout: Math.max(slotsTimeoutMs, patienceMs),
    // The client connects to a node when it is first asked; commands wait for that.
    enableOfflineQueue: true,
    // A whole pipeline cannot follow a slot that has moved or is moving; single commands can.
    enableAutoPipelining: false,
    // While a slot has no master, memory paces.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections: 4,
  } satisfies ClusterOptions;
  return new Cluster([...nodes], options);
}

/**
 * Returns the words in which Redis refuses a connection, as with a wrong password, or null where it is not reached. A cluster's error
 * carries that of the node which was asked last.
 */
export function refusalOf(error: Error & { readonly lastNodeError?: unknown }): string | null {
  const cause = error.lastNodeError ?? error;
  return cause instanceof Error && cause instanceof ReplyError ? cause.message : null;
}

/** Waits for the connection, but only for a while: a service starts without its Redis, degraded. */
export const readyOrLate = (client: RedisClient, lateMs = connectTimeoutMs): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, lateMs);
    client.once('ready', () => {
      clearTimeout(late);
      resolve();
    });
  });

/** Returns the client if it is connected. A cluster's would otherwise queue the command until it is. */
export function connected<Client extends RedisClient>(client: Client): Client {
  if (client.status !== 'ready') throw new Error('There is no connection to Redis.');
  return client;
}

/** Rejects unless every key can be written. In a cluster, each slot must have a master that takes writes. */
export async function checkRedis(client: RedisClient): Promise<void> {
  if (client instanceof Redis) return writeTo(client, ['ringpost:check']);
  await refreshSlots(connected(client));
  const info = String(await client.cluster('INFO'));
  if (!/^cluster_state:ok\r?$/m.test(info)) throw new Error('The cluster has slots without a master.');
  const masters = client.nodes('master');
  await Promise.all(masters.map((node) => node.ping()));
  await writeTo(
    client,
    Array.from({ length: masters.length * keysForAMaster }, (_, n) => `ringpost:check:${n}`),
  );
}

/** With this many keys, some master has none of them with a chance of one in ten million in a cluster of even shares. */
const keysForAMaster = 16;
const checkKeyMs = 1_000;

async function writeTo(client: RedisClient, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => connected(client).set(key, '', 'PX', checkKeyMs)));
}

/** Reads the owner of each slot. A lost master without a successor is still named, and then does not answer. */
const refreshSlots = (cluster: Cluster): Promise<void> =>
  new Promise((resolve, reject) => {
    cluster.refreshSlotsCache((error) => (error ? reject(error) : resolve()));
  });
