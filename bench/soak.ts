import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import type { Context } from '../src/context.ts';
import { type Callers, startCallers } from './soak/callers.ts';
import { startProvider } from './soak/provider.ts';
import { freePort } from './stage/free-port.ts';
import { median, percentile, underLoad, type WebhookLoad } from './webhook-load.ts';

/**
 * `npm run bench:soak`: a steady load on the dispatch path (`--rate` events a second) and on the API (`--reads`, `--calls`) for
 * fifteen minutes (`--minutes` or `--hours`), and at every sample two bursts on top of it: one that is handed over in memory
 * and one that piled up and comes by claims. It shows memory, handles, lag, throughput and dead tuples over time. With
 * `--held-snapshot` a transaction keeps its snapshot from the first minute to the last, so that no dead row can be removed: the
 * way every queue in PostgreSQL dies.
 *
 * Service, publisher and callers are one process, which is what is measured; PostgreSQL, receiver and simulator are others. Warm-up: the
 * first fifth is left out of the slopes, and the first sample out of the throughput. Buckets are asked and never empty.
 * Not measured: TLS, slow receivers, log lines.
 *
 * Throughput is shown by the clock and by the CPU (of the service and of PostgreSQL's connections to it, without its
 * vacuum; Linux only). The second is what is judged, because a machine that others use as well has no steady first.
 *
 * Last line: the verdict. Exits 1 where memory or handles are not flat, a publication or a request failed, or, with a held
 * snapshot, where the deliveries a CPU second of the last third are 20 % or more below those of the first.
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    hours: { type: 'string' },
    reads: { type: 'string', default: '50' },
    calls: { type: 'string', default: '2' },
    rate: { type: 'string', default: '300' },
    'held-snapshot': { type: 'boolean', default: false },
  },
});
const minutes = options.hours === undefined ? Number(options.minutes) : 60 * Number(options.hours);
const rate = Number(options.rate);
const isHeld = options['held-snapshot'];
const samples = 30;
/** USER_HZ, which Linux shows to everybody alike. */
const ticksPerCpuSecond = 100;
/** Ten seconds of the steady load at once. */
const burst = 10 * rate;
const senders = 40;
const ticksPerSecond = 20;
/** Grown by less than this is flat. Handles come and go with the load: they are flat where they fall again to what they were. */
const flatness = 0.1;
const tolerableFall = 0.2;

interface Throughput {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

interface Sample {
  readonly minute: number;
  readonly rssMB: number;
  readonly heapMB: number;
  readonly handles: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the API, from due to done, in ms. */
  readonly apiP99: number;
  readonly handed: Throughput;
  readonly claimed: Throughput;
  readonly dead: number;
}

/** Callbacks of calls come to the service's own address, so it must be known beforehand. */
async function besideProvider(): Promise<number> {
  const provider = await startProvider();
  try {
    const port = String(await freePort());
    return await underLoad(soak, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...provider.environment });
  } finally {
    await provider.stop();
  }
}

async function soak(load: WebhookLoad): Promise<number> {
  console.log(`${minutes} minutes at ${rate} a second, bursts of ${burst}${isHeld ? ', under a held snapshot' : ''}\n`);
  const tenants = await Promise.all(Array.from({ length: senders }, () => load.sender('steady')));
  const snapshot = isHeld ? await holdSnapshot(load.context) : null;
  const steady = startSteadyLoad(load, tenants);
  const api = await startCallers(load, { readsPerSecond: Number(options.reads), callsPerSecond: Number(options.calls) });
  const started = performance.now();
  const taken: Sample[] = [];
  printHead();
  try {
    for (let n = 1; n <= samples; n++) {
      await pause(Math.max(0, started + (n / samples) * minutes * 60_000 - performance.now()));
      const sample = await takeSample(load, tenants, api, (performance.now() - started) / 60_000);
      taken.push(sample);
      printSample(sample);
    }
  } finally {
    await steady.stop();
    await api.stop();
    await snapshot?.end();
  }
  console.log(`calls placed ${api.placed()}, of these over ${await endedCalls(load.context)}`);
  return verdict(taken, { publications: steady.failures(), requests: api.failures() });
}

async function endedCalls({ db }: Context): Promise<number> {
  const [ended]: { count: number }[] = await db.knex('calls').whereNotNull('completed_event_at').count({ count: '*' });
  return ended?.count ?? 0;
}

/** A backup, a report, somebody's forgotten psql. */
async function holdSnapshot({ db }: Context): Promise<pg.Client> {
  const client = new pg.Client({ ...db.engine.options, idle_in_transaction_session_timeout: 0 });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from webhook_deliveries');
  return client;
}

/** An open loop: a slow answer does not make it ask less. */
function startSteadyLoad(load: WebhookLoad, tenants: readonly string[]) {
  let isOver = false;
  let failures = 0;
  const underWay = new Set<Promise<void>>();
  const run = (async () => {
    const started = performance.now();
    for (let tick = 0, sent = 0; !isOver; tick++) {
      const due = Math.floor(((tick + 1) * rate) / ticksPerSecond) - sent;
      const events = Array.from({ length: due }, () => load.event(tenants[sent++ % tenants.length] ?? ''));
      const publishing: Promise<void> = load
        .publish(events)
        .catch(() => {
          failures += 1;
        })
        .finally(() => underWay.delete(publishing));
      underWay.add(publishing);
      await pause(Math.max(0, started + ((tick + 1) * 1_000) / ticksPerSecond - performance.now()));
    }
    await Promise.all(underWay);
  })();
  return {
    failures: () => failures,
    stop: () => {
      isOver = true;
      return run;
    },
  };
}

async function takeSample(load: WebhookLoad, tenants: readonly string[], api: Callers, minute: number): Promise<Sample> {
  const lags = (await load.lags())['steady'] ?? [];
  const apiP99 = api.takeLatency().at(0.99);
  const heapMB = heapAfterCollection() / 1e6;
  const rssMB = process.memoryUsage().rss / 1e6;
  const handles = process.getActiveResourcesInfo().filter((name) => !/Immediate|Timeout|FSReq/.test(name)).length;
  const dead = await deadTuples(load.context);
  const handed = await throughput(load, tenants, async (events) => {
    for (let from = 0; from < events.length; from += 200)
      await Promise.all([0, 50, 100, 150].map((more) => load.publish(events.slice(from + more, from + more + 50))));
  });
  const claimed = await throughput(load, tenants, load.pileUp, 'from when they are there');
  await load.lags();
  return {
    minute,
    rssMB,
    heapMB,
    handles,
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

/** What the service and the database's connections to it have used of the CPU; NaN where the system does not say. */
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
  // After the name, which may hold anything, in parentheses: user and system time are the twelfth and thirteenth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
function heapAfterCollection(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

async function deadTuples({ db }: Context): Promise<number> {
  const { rows } = await db.knex.raw<{ rows: { dead: number }[] }>(
    `select coalesce(sum(n_dead_tup), 0)::bigint as dead from pg_stat_user_tables where relname like 'webhook\\_deliveries%'`,
  );
  return rows[0]?.dead ?? 0;
}

const columns = [
  'minute',
  'RSS MB',
  'heap MB',
  'handles',
  'p50 ms',
  'p99 ms',
  'API p99 ms',
  'handed/s',
  'claimed/s',
  '/CPU s',
  '/CPU s',
  'dead tuples',
] as const;
const printHead = (): void => console.log(columns.map((column) => column.padStart(12)).join(''));
const printSample = (s: Sample): void =>
  console.log(
    [
      s.minute.toFixed(1),
      s.rssMB.toFixed(0),
      s.heapMB.toFixed(1),
      s.handles,
      s.p50,
      s.p99,
      s.apiP99.toFixed(1),
      s.handed.perSecond.toFixed(0),
      s.claimed.perSecond.toFixed(0),
      s.handed.perCpuSecond.toFixed(0),
      s.claimed.perCpuSecond.toFixed(0),
      s.dead,
    ]
      .map((cell) => String(cell).padStart(12))
      .join(''),
  );

function verdict(taken: readonly Sample[], failed: { readonly publications: number; readonly requests: number }): number {
  const warm = taken.slice(Math.ceil(taken.length / 5));
  const growths = (['rssMB', 'heapMB'] as const).map((what) => {
    const grown = growth(warm.map((sample) => sample[what]));
    console.log(`${what} over the last four fifths: ${percent(grown)}`);
    return grown;
  });
  const handles = warm.map((sample) => sample.handles);
  const half = Math.floor(handles.length / 2);
  const [most, least] = [Math.max(...handles.slice(0, half)), Math.min(...handles.slice(half))];
  console.log(`handles: at most ${most} in the first half of them, at least ${least} in the second`);
  const falls = (['handed', 'claimed'] as const).map((what) => {
    fallOf(taken, `${what} a second`, (sample) => sample[what].perSecond);
    return fallOf(taken, `${what} a CPU second`, (sample) => sample[what].perCpuSecond);
  });
  const isFlat = growths.every((grown) => grown < flatness) && least <= most && failed.publications + failed.requests === 0;
  const holds = falls.every((fall) => fall < tolerableFall);
  const throughputWords = isHeld ? `, throughput ${holds ? 'holds' : 'FALLS'}` : '';
  console.log(
    `failed publications ${failed.publications}, failed requests ${failed.requests}, memory and handles ${isFlat ? 'flat' : 'NOT FLAT'}${throughputWords}`,
  );
  return isFlat && (holds || !isHeld) ? 0 : 1;
}

function fallOf(taken: readonly Sample[], name: string, value: (sample: Sample) => number): number {
  const third = Math.floor((taken.length - 1) / 3);
  const [first = 0, last = 0] = [taken.slice(1, 1 + third), taken.slice(-third)].map((part) => median(part.map(value)));
  const fall = 1 - last / first;
  console.log(`${name}, median of the first and of the last third: ${first.toFixed(0)}, ${last.toFixed(0)} (${percent(-fall)})`);
  return fall;
}

/** The least-squares line's rise from the first value to the last, as a part of the mean. */
function growth(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2;
  const meanY = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [products, squares] = [0, 0];
  for (const [x, y] of values.entries()) {
    products += (x - meanX) * (y - meanY);
    squares += (x - meanX) ** 2;
  }
  return ((products / squares) * (values.length - 1)) / meanY;
}

const percent = (part: number): string => `${part >= 0 ? '+' : ''}${(part * 100).toFixed(1)} %`;

process.exit(await besideProvider());
