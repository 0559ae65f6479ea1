import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../cli/parts/ports.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { unhurriedMs } from './targets.ts';
import { until } from './until.ts';

/** A Redis cluster on loopback: three masters, a replica of each, and a password for all nodes. */
export interface RedisCluster {
  /** Names two of its nodes as `REDIS_URL` takes them; clients discover the others. */
  readonly url: string;
  readonly nodes: readonly RedisNode[];
  /** Returns the node that has the key now, as one node knows it. */
  masterOf(key: string, asked?: RedisNode): Promise<RedisNode>;
  /** Sends SIGKILL. The replica takes over when the other nodes have noticed. */
  kill(node: RedisNode): Promise<void>;
  /** Starts the node again, empty. It becomes a replica if it has a successor. */
  startAgain(node: RedisNode): Promise<void>;
  /** Waits until every running node says that every slot has a master, and every replica has what its master has. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

export interface RedisNode {
  readonly name: string;
  readonly port: number;
  /** Sends a test's own command to this node. */
  ask(command: string, ...args: readonly (string | number)[]): Promise<unknown>;
  signal(signal: NodeJS.Signals): void;
}

const slotCount = 16_384;
const masterCount = 3;
const password = 'password-of-the-cluster';
/**
 * A master that is silent for this long is taken for dead and has its replica stand for election. The short time holds from
 * a kill until the cluster is whole again: no other two masters are left then that could take a third one, which is slow, for dead.
 */
const nodeTimeoutMs = { usual: unhurriedMs, afterKill: 1_000 };

export async function startRedisCluster(folder: string): Promise<RedisCluster> {
  const plans = [];
  for (let n = 0; n < 2 * masterCount; n++) plans.push(await plan(folder, n));
  for (const each of plans) await writeConfiguration(each, plans);
  const nodes = await Promise.all(plans.map(startNode));
  const running = (): readonly StartedNode[] => nodes.filter((node) => node.isRunning());
  const found = (node: RedisNode): StartedNode => {
    const started = nodes.find(({ name }) => name === node.name);
    if (!started) throw new Error(`${node.name} is not of this cluster`);
    return started;
  };
  const cluster: RedisCluster = {
    url: nodes
      .slice(0, 2)
      .map(({ port }) => `redis://:${password}@127.0.0.1:${port}`)
      .join(','),
    nodes,
    async masterOf(key, asked = running()[0]) {
      const slot = Number(await asked?.ask('cluster', 'keyslot', key));
      const port = asked && (await slotRanges(asked)).find(([from, to]) => slot >= from && slot <= to)?.[2][1];
      const master = nodes.find((node) => node.port === port);
      if (!master) throw new Error(`no master has ${key}`);
      return master;
    },
    async kill(node) {
      await found(node).kill();
      await setNodeTimeout(running(), nodeTimeoutMs.afterKill);
    },
    startAgain: (node) => found(node).start(),
    async untilWhole() {
      const ports = (): ReadonlySet<number> => new Set(running().map(({ port }) => port));
      for (const node of running())
        await until(`${node.name} finds the cluster whole`, async () => {
          const ranges = await slotRanges(node);
          const [state, replication] = [String(await node.ask('cluster', 'info')), String(await node.ask('info', 'replication'))];
          const isCurrent = /role:master|master_link_status:up/.test(replication);
          return ranges.every(([, , [, port]]) => ports().has(port)) && state.includes('cluster_state:ok') && isCurrent;
        });
      await setNodeTimeout(running(), nodeTimeoutMs.usual);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
  };
  await cluster.untilWhole();
  return cluster;
}

async function setNodeTimeout(nodes: readonly RedisNode[], ms: number): Promise<void> {
  for (const node of nodes) await node.ask('config', 'set', 'cluster-node-timeout', ms);
}

/** Lists the slots: first, last, and the address and port of their master. */
const slotRanges = async (node: RedisNode) => (await node.ask('cluster', 'slots')) as readonly [number, number, [string, number]][];

interface Plan {
  readonly name: string;
  readonly id: string;
  readonly port: number;
  readonly busPort: number;
  readonly folder: string;
  /** Is null for a replica of the master three places before it. */
  readonly slots: readonly [number, number] | null;
}

async function plan(folder: string, n: number): Promise<Plan> {
  const first = (index: number): number => Math.ceil((index * slotCount) / masterCount);
  return {
    name: `redis-${n}`,
    id: randomBytes(20).toString('hex'),
    port: await freePort(),
    busPort: await freePort(),
    folder: join(folder, `redis-${n}`),
    slots: n < masterCount ? [first(n), first(n + 1) - 1] : null,
  };
}

/** Writes the configuration that each node would have written after meeting the others, which saves the time for that. */
async function writeConfiguration(own: Plan, plans: readonly Plan[]): Promise<void> {
  const lines = plans.map(({ id, port, busPort, slots }, n) => {
    const me = id === own.id ? 'myself,' : '';
    const master = slots === null ? (plans[n - masterCount]?.id ?? '-') : '-';
    const role = slots === null ? 'slave' : 'master';
    const epoch = (n % masterCount) + 1;
    return `${id} 127.0.0.1:${port}@${busPort} ${me}${role} ${master} 0 0 ${epoch} connected${slots ? ` ${slots.join('-')}` : ''}`;
  });
  await mkdir(own.folder, { recursive: true });
  await writeFile(join(own.folder, 'nodes.conf'), `${lines.join('\n')}\nvars currentEpoch ${masterCount} lastVoteEpoch 0\n`);
}

interface StartedNode extends RedisNode {
  isRunning(): boolean;
  start(): Promise<void>;
  kill(): Promise<void>;
}

async function startNode({ name, port, busPort, folder }: Plan): Promise<StartedNode> {
  let child: ChildProcess | null = null;
  let client = openClient(port);
  const settings = {
    port,
    bind: '127.0.0.1',
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-node-timeout': nodeTimeoutMs.usual,
    'cluster-allow-replica-migration': 'no',
    // A replica stands for election however long its master has been gone. On a busy machine that may be long.
    'cluster-replica-validity-factor': 0,
    'repl-diskless-sync-delay': 0,
    requirepass: password,
    masterauth: password,
    save: '',
    appendonly: 'no',
    dir: folder,
    logfile: 'redis.log',
  };
  const node: StartedNode = {
    name,
    port,
    ask: (command, ...args) => client.call(command, ...args),
    signal: (signal) => void child?.kill(signal),
    isRunning: () => child !== null,
    async start() {
      const flags = Object.entries(settings).flatMap(([setting, value]) => [`--${setting}`, String(value)]);
      client = openClient(port);
      child = spawn('redis-server', flags, { stdio: 'ignore' });
      await until(`${name} answers`, async () => (await client.ping().catch(() => '')) === 'PONG');
    },
    async kill() {
      const ending = child;
      child = null;
      client.disconnect();
      if (ending) await endProcess(ending, 'SIGKILL');
    },
  };
  await node.start();
  return node;
}

function openClient(port: number): Redis {
  const client = new Redis({ port, host: '127.0.0.1', password, lazyConnect: true, maxRetriesPerRequest: 0 });
  client.on('error', () => {});
  return client;
}
