import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Context } from '../../src/context.ts';
import { heldOfAll } from '../../src/deliveries/sweep.ts';
import { percentile } from '../dispatch/figures.ts';
import type { WebhookLoad } from '../webhook-load.ts';
import type { Callers } from './callers.ts';

export interface Throughput {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/** The measurements of one moment: of the steady load since the moment before, and of two bursts. */
export interface Sample {
  readonly minute: number;
  readonly rssMB: number;
  readonly heapMB: number;
  readonly handles: number;
  /** Counts deliveries that wait or are under way. */
  readonly queued: number;
  /** Is the number of cores that the service and its database connections have kept busy, bursts included. */
  readonly cores: number;
  readonly p50: number;
  readonly p99: number;
  /** Is the API's latency from due to done, in ms. */
  readonly apiP99: number;
  readonly handed: Throughput;
  readonly claimed: Throughput;
  readonly dead: number;
  /** Are the growth of the database and of its WAL since the moment before, in bytes for each delivery; bursts included. */
  readonly diskPerDelivery: number;
  readonly walPerDelivery: number;
}

export interface Sampled {
  readonly load: WebhookLoad;
  readonly tenants: readonly string[];
  readonly api: Callers;
  /** Is the number of deliveries of a burst. */
  readonly burst: number;
}

/** Returns a function that takes a sample at each call. */
export async function sampler({ load, tenants, api, burst }: Sampled): Promise<(minute: number) => Promise<Sample>> {
  let before = { ...(await cpuAndTime(load.context)), ...(await written(load)) };
  return async (minute) => {
    const now = { ...(await cpuAndTime(load.context)), ...(await written(load)) };
    const cores = (now.cpuSeconds - before.cpuSeconds) / (now.seconds - before.seconds);
    const delivered = now.delivered - before.delivered;
    const [diskPerDelivery, walPerDelivery] = [(now.disk - before.disk) / delivered, (now.wal - before.wal) / delivered];
    before = now;
    return { minute, cores, diskPerDelivery, walPerDelivery, ...(await look(load, tenants, api, burst)) };
  };
}

/** Returns the bytes of the database and of all its WAL so far, and the deliveries so far. */
async function written(load: WebhookLoad): Promise<{ disk: number; wal: number; delivered: number }> {
  const { rows } = await load.context.db.knex.raw<{ rows: { disk: string; wal: string }[] }>(
    `select pg_database_size(current_database()) as disk, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal`,
  );
  return { disk: Number(rows[0]?.disk), wal: Number(rows[0]?.wal), delivered: await load.delivered() };
}

async function look(
  load: WebhookLoad,
  tenants: readonly string[],
  api: Callers,
  burst: number,
): Promise<Omit<Sample, 'minute' | 'cores' | 'diskPerDelivery' | 'walPerDelivery'>> {
  const lags = (await load.lags())['steady'] ?? [];
  const apiP99 = api.takeLatency().at(0.99);
  const heapMB = heapAfterCollection() / 1e6;
  const rssMB = process.memoryUsage().rss / 1e6;
  const handles = process.getActiveResourcesInfo().filter((name) => !/Immediate|Timeout|FSReq/.test(name)).length;
  const { dead, queued } = await tableCounts(load.context);
  const handed = await throughput(load, tenants, burst, async (events) => {
    for (let from = 0; from < events.length; from += 200)
      await Promise.all([0, 50, 100, 150].map((more) => load.publish(events.slice(from + more, from + more + 50))));
  });
  const claimed = await throughput(load, tenants, burst, load.pileUp, 'from when they are there');
  await load.lags();
  return {
    rssMB,
    heapMB,
    handles,
    queued,
    p50: percentile(lags, 0.5),
    p99: percentile(lags, 0.99),
    apiP99,
    handed,
    claimed,
    dead,
  };
}

async function throughput(
  load: WebhookLoad,
  tenants: readonly string[],
  burst: number,
  begin: (events: readonly ReturnType<WebhookLoad['event']>[]) => Promise<void>,
  counted: 'from the beginning' | 'from when they are there' = 'from the beginning',
): Promise<Throughput> {
  const events = Array.from({ length: burst }, (_, n) => load.event(tenants[n % tenants.length] ?? ''));
  const look = async () => ({ at: performance.now(), delivered: await load.delivered(), cpuSeconds: await cpuSeconds(load.context) });
  let before = await look();
  await begin(events);
  if (counted === 'from when they are there') before = await look();
  while ((await load.delivered()) - before.delivered < burst * 0.9) await pause(5);
  const after = await look();
  const done = after.delivered - before.delivered;
  return { perSecond: (done * 1_000) / (after.at - before.at), perCpuSecond: done / (after.cpuSeconds - before.cpuSeconds) };
}

const cpuAndTime = async (context: Context) => ({ cpuSeconds: await cpuSeconds(context), seconds: performance.now() / 1_000 });

/** Returns the CPU time of the service and its database connections, or NaN if the system does not report it. */
async function cpuSeconds({ db }: Context): Promise<number> {
  const { rows } = await db.knex.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`,
  );
  const { user, system } = process.cpuUsage();
  const used = await Promise.all(rows.map(({ pid }) => ticksOf(pid)));
  return (user + system) / 1e6 + used.reduce((sum, ticks) => sum + ticks, 0) / ticksPerCpuSecond;
}

async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return Number.NaN;
  // The fields follow the name, which is in parentheses and may hold any character: user and system time are the
  // twelfth and thirteenth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** This is USER_HZ, which is the same on every Linux. */
const ticksPerCpuSecond = 100;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
function heapAfterCollection(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

async function tableCounts({ db }: Context): Promise<{ dead: number; queued: number }> {
  const { rows } = await db.knex.raw<{ rows: { dead: number; queued: number }[] }>(
    `select (select coalesce(sum(n_dead_tup), 0)::bigint from pg_stat_user_tables where relname like 'webhook\\_deliveries%') as dead,
            (select count(*) from webhook_deliveries where due_at is not null) + (select count(*) from webhook_deliveries where ${heldOfAll}) as queued`,
  );
  return rows[0] ?? { dead: 0, queued: 0 };
}
