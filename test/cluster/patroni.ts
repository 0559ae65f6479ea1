import type { ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { request } from 'undici';
import { parse, stringify } from 'yaml';
import { freePort } from '../../cli/parts/ports.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { type Place, placeCluster } from '../../tools/embedded/postgres-place.ts';
import { runToEnd } from '../../tools/embedded/run-to-end.ts';
import { type Cleanups, started } from '../support/end-all.ts';
import { type Link, linkTo } from '../support/link.ts';
import { family, signal } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { fileOf, launch, replaced, untilListening } from './launch.ts';

/**
 * Three machines with Patroni, PostgreSQL and etcd, and HAProxy before them, with the files of `deploy/patroni`: only addresses and
 * folders are changed. What others send to a machine passes links that can fail, and so does what its Patroni sends to etcd.
 */
export interface PatroniCluster {
  /** Leads to the primary, whichever it is, as the role and to the database of the service. */
  readonly url: string;
  readonly machines: readonly Machine[];
  /** What Patroni waits for before a lease is over and between two looks, in seconds. */
  readonly timings: { readonly ttl: number; readonly loopWait: number };
  primary(): Promise<Machine>;
  /** Until there is one primary, a replica that commits wait for, and all others follow the primary. */
  untilWhole(): Promise<void>;
  /** Which machine a new connection through HAProxy reaches, where it takes writes. */
  reached(): Promise<Machine | null>;
  /** SIGKILL to the etcd that leads the others, and its new start. */
  killEtcdLeader(): Promise<() => Promise<void>>;
}

export interface Machine {
  readonly name: string;
  /** What others send to its PostgreSQL and to its Patroni. */
  readonly inward: readonly Link[];
  /** What its Patroni sends to etcd. */
  readonly toEtcd: readonly Link[];
  /** Null where the machine has no disk of its own. */
  readonly disk: Disk | null;
  /** Opens a session of the superuser at this PostgreSQL, past HAProxy and links. */
  connect(): Promise<pg.Client>;
  hasLease(): Promise<boolean>;
  /** SIGKILL to Patroni, then to PostgreSQL and its processes. */
  kill(): Promise<void>;
  start(): void;
  /** SIGSTOP to Patroni alone. */
  hang(): void;
}

export interface Disk {
  fill(): Promise<void>;
  empty(): Promise<void>;
}

const machineCount = 3;
/** Room for PostgreSQL with some log, and for a copy that is made anew. */
const diskMegabytes = 900;
const password = 'drill';

export async function startPatroni(parent: string, cleanups: Cleanups): Promise<PatroniCluster> {
  const folder = join(parent, 'patroni');
  await mkdir(folder);
  const etcds = await startEtcds(folder, cleanups);
  const machines: Prepared[] = [];
  for (let n = 1; n <= machineCount; n++) machines.push(await prepareMachine(folder, n, etcds, cleanups));
  for (const machine of machines) machine.start();
  const primary = async (): Promise<Machine> => {
    let found: Machine | undefined;
    await until('a machine is the primary', async () => {
      const leases = await Promise.all(machines.map((each) => each.hasLease()));
      found = machines[leases.indexOf(true)];
      return found !== undefined;
    });
    return some(found);
  };
  await makeDatabase(await primary());
  const port = await startHaproxy(folder, machines, cleanups);
  const { ttl, loop_wait } = parse(await fileOf('patroni/patroni.yml')).bootstrap.dcs;
  return {
    url: `postgres://ringpost:${password}@127.0.0.1:${port}/ringpost`,
    machines,
    timings: { ttl, loopWait: loop_wait },
    primary,
    untilWhole: () => until('every machine follows the primary', async () => isWhole(await Promise.all(machines.map(membersSeenBy)))),
    async reached() {
      const client = new pg.Client({ ...session(port), ...asService });
      client.on('error', () => {});
      try {
        await client.connect();
        const { rows } = await client.query<{ port: number }>('select inet_server_port() as port where not pg_is_in_recovery()');
        return machines.find(({ databasePort }) => databasePort === rows[0]?.port) ?? null;
      } catch {
        return null;
      } finally {
        await client.end().catch(() => {});
      }
    },
    async killEtcdLeader() {
      const leads = await Promise.all(etcds.map(({ leads }) => leads()));
      const leader = some(etcds[leads.indexOf(true)]);
      await leader.kill();
      return async () => leader.start();
    },
  };
}

const session = (port: number): pg.ClientConfig => ({
  host: '127.0.0.1',
  port,
  password,
  connectionTimeoutMillis: 2_000,
  query_timeout: 5_000,
});
const asSuperuser = { user: 'postgres', database: 'postgres' };
const asService = { user: 'ringpost', database: 'ringpost' };

async function makeDatabase(primary: Machine): Promise<void> {
  const client = await primary.connect();
  await client.query(`create role ringpost login password '${password}'`);
  await client.query('create database ringpost owner ringpost');
  await client.end();
}

interface Etcd {
  readonly port: number;
  leads(): Promise<boolean>;
  start(): void;
  kill(): Promise<void>;
}

async function startEtcds(folder: string, cleanups: Cleanups): Promise<readonly Etcd[]> {
  const file = await fileOf('patroni/etcd.default');
  const ports = await Promise.all(Array.from({ length: machineCount }, async () => ({ client: await freePort(), peer: await freePort() })));
  const etcds = ports.map(({ client, peer }, n): Etcd => {
    const name = `db${n + 1}`;
    const data = join(folder, `etcd-${name}`);
    let text = file.replaceAll('10.0.0.11:2379', `127.0.0.1:${client}`);
    for (const [at, each] of ports.entries())
      text = text.replaceAll(`db${at + 1}=http://10.0.0.1${at + 1}:2380`, `db${at + 1}=http://127.0.0.1:${each.peer}`);
    text = text.replaceAll('10.0.0.11:2380', `127.0.0.1:${peer}`);
    text = replaced(replaced(text, 'ETCD_NAME=db1', `ETCD_NAME=${name}`), '/var/lib/etcd/ringpost', data);
    const env = Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]));
    let child: ChildProcess | null = null;
    const kill = async (): Promise<void> => {
      if (child) await endProcess(child, 'SIGKILL');
    };
    cleanups.push(kill);
    return {
      port: client,
      kill,
      start() {
        child = launch('etcd', [], { folder, name: `etcd-${name}`, env });
      },
      async leads() {
        const answer = await post(`http://127.0.0.1:${client}/v3/maintenance/status`);
        return answer !== null && answer.leader === answer.header.member_id;
      },
    };
  });
  for (const etcd of etcds) etcd.start();
  await until('etcd has a leader', async () => (await Promise.all(etcds.map(({ leads }) => leads()))).includes(true));
  return etcds;
}

type Prepared = Machine & { readonly databasePort: number; readonly restPort: number };

async function prepareMachine(parent: string, n: number, etcds: readonly Etcd[], cleanups: Cleanups): Promise<Prepared> {
  const name = `db${n}`;
  const folder = join(parent, name);
  const own = join(folder, 'postgres');
  await mkdir(own, { recursive: true });
  const disk = await mountDisk(own, cleanups);
  const place = await placeCluster(folder);
  const [databasePort, restPort] = [await freePort(), await freePort()];
  const open = (port: number): Promise<Link> => started(cleanups, linkTo(port), (it) => it.close());
  const inward = [await open(databasePort), await open(restPort)] as const;
  const toEtcd = await Promise.all(etcds.map(({ port }) => open(port)));
  const file = join(folder, 'patroni.yml');
  await writeFile(file, await configOf({ name, place, databasePort, restPort, inward, toEtcd }));
  let child: ChildProcess | null = null;
  const kill = async (): Promise<void> => {
    if (!child) return;
    const helpers = await family(child);
    await endProcess(child, 'SIGKILL');
    const pid = await postmasterOf(place);
    const all = [...helpers.slice(1), ...(pid === null ? [] : await family({ pid }))];
    for (const each of all) signal(each, 'SIGKILL');
    await until(`${name} is dead`, async () => (await Promise.all(all.map(isGone))).every(Boolean));
  };
  cleanups.push(kill);
  return {
    name,
    inward,
    toEtcd,
    disk,
    databasePort,
    restPort,
    async connect() {
      const client = new pg.Client({ ...session(databasePort), ...asSuperuser });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    hasLease: async () => (await ask(`http://127.0.0.1:${restPort}/primary`)) !== null,
    kill,
    start() {
      child = launch('patroni', [file], { folder: parent, name: `patroni-${name}`, owner: place.owner });
    },
    hang: () => void child?.kill('SIGSTOP'),
  };
}

interface Configured {
  readonly name: string;
  readonly place: Place;
  readonly databasePort: number;
  readonly restPort: number;
  readonly inward: readonly [Link, Link];
  readonly toEtcd: readonly Link[];
}

/** The file of `deploy/` with the addresses and folders of a machine of the drill, and without what waits for a disk. */
async function configOf({ name, place, databasePort, restPort, inward, toEtcd }: Configured): Promise<string> {
  const text = (await fileOf('patroni/patroni.yml')).replaceAll('10.0.0.0/24', '127.0.0.1/32').replaceAll(/CHANGE-ME-\w+/g, password);
  const { restapi, postgresql, ...rest } = parse(text);
  const at = (port: number): string => `127.0.0.1:${port}`;
  return stringify({
    ...rest,
    name,
    // It is the machine's own, which the drill must not reset.
    watchdog: { mode: 'off' },
    restapi: { ...restapi, listen: at(restPort), connect_address: at(inward[1].port) },
    // With proxies Patroni does not ask the members for addresses of their own, which no link leads to.
    etcd3: { hosts: toEtcd.map(({ port }) => at(port)).join(','), use_proxies: true },
    postgresql: {
      ...postgresql,
      listen: at(databasePort),
      connect_address: at(inward[0].port),
      data_dir: place.data,
      pgpass: join(dirname(place.data), 'pgpass'),
      parameters: { unix_socket_directories: place.socketFolder, fsync: 'off' },
    },
  });
}

async function startHaproxy(folder: string, machines: readonly Machine[], cleanups: Cleanups): Promise<number> {
  const port = await freePort();
  let text = replaced(await fileOf('patroni/haproxy.cfg'), 'bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`);
  for (const [n, { inward }] of machines.entries()) {
    const [database, rest] = inward.map((link) => link.port);
    text = replaced(text, `10.0.0.1${n + 1}:5432 check port 8008`, `127.0.0.1:${database} check port ${rest}`);
  }
  await writeFile(join(folder, 'haproxy.cfg'), text);
  const child = launch('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { folder });
  cleanups.push(() => endProcess(child, 'SIGKILL'));
  await untilListening(port, child);
  return port;
}

/** A small disk in memory, which root can mount; null where that is not possible. */
async function mountDisk(folder: string, cleanups: Cleanups): Promise<Disk | null> {
  const mounted = await runToEnd('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'drill', folder], undefined).then(
    () => true,
    () => false,
  );
  if (!mounted) return null;
  cleanups.push(() => runToEnd('umount', ['--lazy', folder], undefined));
  const ballast = join(folder, 'ballast');
  const piece = Buffer.alloc(1_048_576);
  return {
    async fill() {
      const file = await open(ballast, 'a');
      try {
        for (;;) await file.write(piece);
      } catch {
        // It is full.
      } finally {
        await file.close();
      }
    },
    empty: () => rm(ballast),
  };
}

interface Member {
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

const membersSeenBy = async ({ restPort }: Prepared): Promise<readonly Member[]> =>
  (await ask(`http://127.0.0.1:${restPort}/cluster`))?.members ?? [];

/** Every machine sees the same. */
const isWhole = (views: readonly (readonly Member[])[]): boolean =>
  views.every((members) => {
    const [leader, ...others] = members.filter(({ role }) => role === 'leader');
    const follows = members.filter(
      ({ role, state, timeline }) => role !== 'leader' && following.has(state) && timeline === leader?.timeline,
    );
    return (
      others.length === 0 &&
      leader?.state === 'running' &&
      follows.length === machineCount - 1 &&
      follows.some(({ role }) => role === 'sync_standby')
    );
  });

/** A replica that follows is `running` in Patroni 3.0, and `streaming` since 3.1. */
const following = new Set(['running', 'streaming']);

// biome-ignore lint/suspicious/noExplicitAny: members that the programs' documents promise.
async function ask(url: string, method: 'GET' | 'POST' = 'GET'): Promise<any> {
  try {
    const options = { headersTimeout: 2_000, bodyTimeout: 2_000, reset: true };
    const { statusCode, body } = await request(url, { ...options, method, ...(method === 'POST' && { body: '{}' }) });
    const text = await body.text();
    return statusCode === 200 ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

const post = (url: string) => ask(url, 'POST');

async function postmasterOf({ data }: Place): Promise<number | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null);
  return text === null ? null : Number(text.split('\n')[0]);
}

/** What has ended may stay in the table of processes until somebody asks how it ended. */
async function isGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat === null || /\) [ZX] /.test(stat);
}

function some<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is one');
  return value;
}
