import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';

/**
 * A connection to one Redis, or to a cluster where several nodes are named. Nothing waits for a Redis that is away: a
 * command fails at once or after its timeout.
 */
export function openRedisClient(url: string): RedisClient {
  const nodes = url.split(',').map((node) => node.trim());
  if (nodes.length > 1) return openCluster(nodes);
  const options: RedisOptions = { ...nodeOptions, enableOfflineQueue: false, enableAutoPipelining: true, retryStrategy };
  return url.startsWith('unix://') ? new Redis({ ...options, path: url.slice('unix://'.length) }) : new Redis(url, options);
}

export type RedisClient = Redis | Cluster;

/** A tenth of what a caller would notice; past it, memory paces. */
const commandTimeoutMs = 500;
const connectTimeoutMs = 2_000;

const nodeOptions: RedisOptions = {
  commandTimeout: commandTimeoutMs,
  connectTimeout: connectTimeoutMs,
  // A reservation that was sent and not answered may have been made: it is not made again.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
};

const retryStrategy = (times: number): number => Math.min(times * 50, 1_000);

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
    // A node is connected to when it is first asked; what is asked meanwhile waits for that, within the command's timeout.
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
export const readyOrLate = (client: RedisClient): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, connectTimeoutMs);
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

/** Rejects unless every key can be asked for: in a cluster, unless each slot has a master and all of them answer. */
export async function checkRedis(client: RedisClient): Promise<void> {
  if (client instanceof Redis) {
    await client.get('ringpost:check');
    return;
  }
  await refreshSlots(connected(client));
  const info = String(await client.cluster('INFO'));
  if (!/^cluster_state:ok\r?$/m.test(info)) throw new Error('The cluster has slots without a master.');
  await Promise.all(client.nodes('master').map((node) => node.ping()));
}

/** Who has which slot now. A master that is gone and has no successor yet is still named, and then does not answer. */
const refreshSlots = (cluster: Cluster): Promise<void> =>
  new Promise((resolve, reject) => {
    cluster.refreshSlotsCache((error) => (error ? reject(error) : resolve()));
  });
