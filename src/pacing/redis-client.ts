import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import { isFromReplica } from './key-trouble.ts';

/**
 * A connection to one Redis, or to a cluster where several nodes are named. While Redis is away a command fails at once. How
 * long an answer is waited for is up to the caller (`answersInTime`).
 */
export function openRedisClient(url: string): RedisClient {
  const nodes = url.split(',').map((node) => node.trim());
  if (nodes.length > 1) return openCluster(nodes);
  const options: RedisOptions = {
    ...nodeOptions,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    retryStrategy,
    // Behind the same address there may be another master by now. The next connection leads to it.
    reconnectOnError: lookForMaster(),
  };
  return url.startsWith('unix://') ? new Redis({ ...options, path: url.slice('unix://'.length) }) : new Redis(url, options);
}

export type RedisClient = Redis | Cluster;

export const connectTimeoutMs = 2_000;
/** A connection on which nothing comes for so long, though an answer is due, is a dead one: it is given up for another. */
const silentConnectionMs = 5_000;

const nodeOptions: RedisOptions = {
  connectTimeout: connectTimeoutMs,
  socketTimeout: silentConnectionMs,
  // A reservation that was sent and not answered may have been made: it is not made again.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
};

const retryStrategy = (times: number): number => Math.min(times * 50, 1_000);

/** A replica's answer makes a new connection, at once and then once a second: where nobody is promoted there is nothing to find. */
function lookForMaster(): NonNullable<RedisOptions['reconnectOnError']> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!isFromReplica(error) || performance.now() - lookedAt < lookAgainMs) return false;
    lookedAt = performance.now();
    return true;
  };
}

const lookAgainMs = 1_000;

function openCluster(nodes: readonly string[]): Cluster {
  const [first = ''] = nodes;
  const { protocol, username, password } = new URL(first);
  const isEncrypted = protocol === 'rediss:';
  const options: ClusterOptions = {
    redisOptions: {
      ...nodeOptions,
      // Nodes that are not named are found through those that are, and let us in by the same words.
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(isEncrypted && { tls: {} }),
    },
    // A certificate names a host, not an address.
    ...(isEncrypted && { dnsLookup: (host, found) => found(null, host) }),
    clusterRetryStrategy: retryStrategy,
    // A node is connected to when it is first asked; what is asked meanwhile waits for that.
    enableOfflineQueue: true,
    // A whole pipeline cannot follow when one of its slots has moved, or is moving: each command does.
    enableAutoPipelining: false,
    // While a slot has no master, memory paces.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections: 4,
  };
  return new Cluster([...nodes], options);
}

/** Goes on after a while even so: a service starts without its Redis, degraded. */
export const readyOrLate = (client: RedisClient, lateMs = connectTimeoutMs): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, lateMs);
    client.once('ready', () => {
      clearTimeout(late);
      resolve();
    });
  });

/** The client, if it is connected: a cluster's would otherwise keep the command until it is. */
export function connected<Client extends RedisClient>(client: Client): Client {
  if (client.status !== 'ready') throw new Error('There is no connection to Redis.');
  return client;
}

/** Rejects unless every key can be written: in a cluster, unless each slot has a master and all of them take writes. */
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

/** So many that a master which has none of them is hardly possible: a chance of one in ten million in a cluster of even shares. */
const keysForAMaster = 16;
const checkKeyMs = 1_000;

async function writeTo(client: RedisClient, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => connected(client).set(key, '', 'PX', checkKeyMs)));
}

/** Who has which slot now. A master that is gone and has no successor yet is still named, and then does not answer. */
const refreshSlots = (cluster: Cluster): Promise<void> =>
  new Promise((resolve, reject) => {
    cluster.refreshSlotsCache((error) => (error ? reject(error) : resolve()));
  });
