import { Cluster, ReplyError } from 'ioredis';
import type { OnKeyTrouble } from '../../src/pacing/key-trouble.ts';
import { openRedisClient, type RedisClient, readyOrLate, refusalOf } from '../../src/pacing/redis-client.ts';
import { redisPacing } from '../../src/pacing/redis-pacing.ts';
import type { Config } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { runningPrivateRedis } from '../embedded/redis.ts';
import { fault, good, notExamined, type Seen, warning } from './finding.ts';
import { oldestRedis } from './versions.ts';

/** Checks that Redis is reachable, new enough for the service's scripts, writable, and set not to evict keys. */
export async function redis(config: Config): Promise<readonly Seen[]> {
  const redisUrl = config.redisUrl ?? (await runningPrivateRedis(config.dataFolder));
  if (redisUrl === null)
    return [notExamined('REDIS_URL is not set, and no process of this data folder has a private one: each paces by its own memory.')];
  for (let tries = 1; ; tries++) {
    const { seen, isRefused } = await look(redisUrl);
    if (!seen.includes(noAnswer) || isRefused || tries === triesOfASilentRedis) return seen;
  }
}

/** A machine or a Redis may be busy for some seconds. One that refuses the connection is not asked again. */
const triesOfASilentRedis = 4;

async function look(redisUrl: string): Promise<{ readonly seen: readonly Seen[]; readonly isRefused: boolean }> {
  const client = openRedisClient(redisUrl);
  let isRefused = false;
  let refusal: string | null = null;
  client.on('error', (error: Error & { readonly code?: string }) => {
    isRefused = /^(ECONNREFUSED|ENOENT|ENOTFOUND)$/.test(error.code ?? '');
    refusal = refusalOf(error);
  });
  const orRefusal = (seen: readonly Seen[]) => (refusal !== null && seen.includes(noAnswer) ? [refused(refusal)] : seen);
  try {
    return { seen: orRefusal(await lookWith(client, redisUrl)), isRefused };
  } catch (error) {
    if (error instanceof ReplyError) throw error;
    return { seen: orRefusal([noAnswer]), isRefused };
  } finally {
    client.disconnect();
  }
}

async function lookWith(client: RedisClient, redisUrl: string): Promise<readonly Seen[]> {
  await readyOrLate(client, patienceMs);
  if (client.status !== 'ready') return client instanceof Cluster ? judgeCluster(redisUrl) : [noAnswer];
  const alone = client instanceof Cluster ? [] : await client.info('server').then(judgeMode, () => []);
  if (alone.length > 0) return alone;
  const scripts = await judgeScripts(redisUrl);
  if (scripts.includes(noAnswer)) return scripts;
  const nodes = client instanceof Cluster ? client.nodes('master') : [client];
  const told = await Promise.all(nodes.map(async (node) => judgeNode(await node.info())));
  const seen = [...scripts, ...told.flat()];
  return seen.length > 0 ? seen : [good(nodes.length > 1 ? `a cluster of ${nodes.length} masters; the scripts work` : 'the scripts work')];
}

/** Asks the named nodes of a cluster that lets no client work, one after the other, how it stands. */
async function judgeCluster(redisUrl: string): Promise<readonly Seen[]> {
  const nodes = redisUrl.split(',').map((node) => new URL(node.trim()));
  for (const node of nodes) {
    const { username, password } = nodes[0] ?? node;
    const client = openRedisClient(Object.assign(node, { username, password }).href);
    client.on('error', () => {});
    try {
      await readyOrLate(client);
      const info = String(await client.cluster('INFO'));
      const covered = /^cluster_slots_ok:(\d+)/m.exec(info)?.[1];
      if (/^cluster_state:fail/m.test(info)) return [withoutSlots(covered)];
    } catch {
      // The next one is asked.
    } finally {
      client.disconnect();
    }
  }
  return [noAnswer];
}

const withoutSlots = (covered = '?'): Seen =>
  fault(
    `Its cluster is down (CLUSTERDOWN): ${covered} of its 16384 slots have a master.`,
    'Start the nodes that `redis-cli cluster nodes` shows as lost, or give their slots to others (`redis-cli --cluster fix`). Meanwhile each process paces by itself, and /readyz says degraded.',
  );

/** The limit of one try is generous. */
const patienceMs = 5_000;

const noAnswer = fault(
  'It does not answer, however often it is asked.',
  'Start it, or correct REDIS_URL. Meanwhile each process paces by itself, and /readyz says degraded.',
);

const refused = (why: string): Seen =>
  fault(
    `It refuses the connection: ${why}`,
    'Correct the user and the password in REDIS_URL. Meanwhile each process paces by itself, and /readyz says degraded.',
  );

/** Runs the service's scripts on keys that belong to no tenant and expire by themselves. */
async function judgeScripts(url: string): Promise<readonly Seen[]> {
  const refusals: string[] = [];
  const onKeyTrouble: OnKeyTrouble = (_trouble, _keys, error) => refusals.push(error);
  const pacing = await redisPacing({ url, log: createLog('silent'), onKeyTrouble, patienceMs });
  const bucket = { owner: 'doctor', key: 'read', limit: 1_000 } as const;
  try {
    await pacing.check();
    await pacing.take(bucket, new Date());
    await pacing.reserve([bucket], new Date());
  } catch (error) {
    if (!(error instanceof Error && error instanceof ReplyError)) return [noAnswer];
    refusals.push(error.message);
  } finally {
    await pacing.close();
  }
  return refusals
    .slice(0, 1)
    .map((why) =>
      fault(
        `The pacing scripts do not run: ${why}`,
        'A replica takes no writes, a full server none either, and a user needs the rights to EVALSHA, EVAL and SET and to keys that begin with ringpost:.',
      ),
    );
}

/** Reports what REDIS_URL cannot name by itself: one node of a cluster, which refuses keys of other nodes, or a Sentinel. */
function judgeMode(info: string): readonly Seen[] {
  const mode = /^(?:redis|server)_mode:(\w+)/m.exec(info)?.[1];
  if (mode === 'cluster')
    return [fault('It is one node of a cluster.', 'List several of its nodes in REDIS_URL, with commas between them.')];
  if (mode === 'sentinel')
    return [fault('It is a Sentinel, which keeps no keys.', 'Point REDIS_URL at the master, by a name that its failover moves along.')];
  return [];
}

function judgeNode(info: string): readonly Seen[] {
  const value = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const seen: Seen[] = [];
  if (Number.parseInt(value('redis_version'), 10) < oldestRedis)
    seen.push(fault(`Redis ${value('redis_version')} is too old.`, `Upgrade to ${oldestRedis} or newer.`));
  if (value('role') === 'slave') seen.push(fault('It is a replica.', 'Point REDIS_URL at the master; after a failover, at the new one.'));
  const policy = value('maxmemory_policy');
  if (policy !== '' && policy !== 'noeviction')
    seen.push(fault(`maxmemory-policy is ${policy}.`, 'Set it to noeviction: a bucket that is evicted lets through more than its limit.'));
  const [used, most] = [Number(value('used_memory')), Number(value('maxmemory'))];
  if (most > 0 && used > most * 0.9)
    seen.push(
      warning(
        `It uses ${Math.round((used / most) * 100)} % of its memory.`,
        'Raise maxmemory: when it is full, each process paces by its own memory.',
      ),
    );
  return seen;
}
