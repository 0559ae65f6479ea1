import { join } from 'node:path';
import { machine } from '../tools/load/machine.ts';
import { type Apart, type Entry, openApart, type Shared } from './dispatch/apart.ts';
import { cpuOf, medianRun, type Run } from './dispatch/figures.ts';
import { startReceiver } from './dispatch/processes.ts';
import { startRedis } from './dispatch/redis.ts';
import { dispatchReport, type Figures, wholePathText } from './dispatch/report.ts';
import type { Stored } from './dispatch/stored.ts';
import { wholePath } from './dispatch/whole-path.ts';
import { publish } from './report/publish.ts';
import { benchOptions } from './stage/bench-options.ts';
import { type Ends, partOf } from './stage/clean-end.ts';
import { inDataFolder } from './stage/data-folder.ts';
import { profiles } from './stage/profiles.ts';

/**
 * `npm run bench:dispatch` measures how many webhooks a process publishes, signs, posts and records, the CPU that this
 * costs, and the time of each. In the same run and in turns it measures signing and posting alone, and three job queues
 * that do the same work. README.md in this folder says what the figures mean and what they leave out.
 */
const options = benchOptions('dispatch', {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: 'whole-path,limit,ringpost,bullmq,pg-boss,graphile-worker' },
  tenants: { type: 'string', default: '1000,20' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  'log-level': { type: 'string', default: 'info' },
  profile: { type: 'string' },
});
const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));
/** With the preceding parts a turn takes five seconds, which is autovacuum's interval. */
const seconds = Number(options.seconds ?? (options.quick ? 1 : 4.5));
const warmUpSeconds = options.quick ? 1.5 : 6;
const atRestPerSecond = 300;
const [tenants = 0, ...otherTenants] = options.tenants.split(',').map(Number);
const outstanding: Readonly<Record<Entry['contender'], number>> = {
  limit: 64,
  ringpost: 1_000,
  bullmq: 1_000,
  'pg-boss': 1_000,
  'graphile-worker': 1_000,
};

async function bench(folder: string, ends: Ends): Promise<void> {
  const begunOn = machine();
  const hasRedis = await isRedisThere(folder);
  const receiver = await partOf(ends, startReceiver(), ({ close }) => close());
  const numbers = { next: 0 };
  const setting = settingOf(hasRedis);
  console.log(`${begunOn}\n${setting}\n`);
  const whole =
    hasRedis && options.only.split(',').includes('whole-path')
      ? await wholePath({ receiver, numbers, tenants, seconds: 2 * seconds, warmUpSeconds })
      : null;
  if (whole) console.log(`${wholePathText(whole)}\n`);
  const taken = await profiles(options.profile);
  const opened = new Map<string, Apart>();
  for (const [name, entry] of entries(hasRedis)) {
    const execArgv = taken.folder !== null && name === 'ringpost' ? ['--cpu-prof', `--cpu-prof-dir=${taken.folder}`] : [];
    const shared: Shared = { receiver, numbers, folder: join(folder, String(opened.size)), logLevel: options['log-level'], execArgv };
    opened.set(name, await openApart(entry, shared, ends));
  }
  const figures = await measureAll(opened);
  const stored = new Map<string, Stored>();
  // A profile is written as its process ends.
  for (const [name, contender] of opened) stored.set(name, await contender.stored());
  await taken.name();
  await publish(dispatchReport({ machine: begunOn, setting, whole, figures, stored }));
}

async function isRedisThere(folder: string): Promise<boolean> {
  const redis = await startRedis(folder, 'none');
  await redis?.stop();
  return redis !== null;
}

function entries(hasRedis: boolean): ReadonlyMap<string, Entry> {
  const named = options.only.split(',').filter((name) => name !== 'whole-path');
  const asked = named.map((name) => [name, entryOf(name, tenants)] as const);
  const others = otherTenants.map((few) => [`ringpost, ${few} tenants`, entryOf('ringpost', few)] as const);
  const all = new Map(asked.flatMap((entry) => (entry[0] === 'ringpost' ? [entry, ...others] : [entry])));
  if (hasRedis) return all;
  console.log(
    '!! There is no redis-server on the PATH. The whole path and BullMQ ARE LEFT OUT, and Ringpost paces in its own memory, which is cheaper.',
  );
  all.delete('bullmq');
  return all;
}

function entryOf(name: string, ofTenants: number): Entry {
  const contender = Object.keys(outstanding).find((known): known is Entry['contender'] => known === name);
  if (contender === undefined) throw new Error(`--only takes ${Object.keys(outstanding).join(', ')}, not "${name}".`);
  return { contender, tenants: ofTenants, outstanding: outstanding[contender] };
}

const settingOf = (hasRedis: boolean): string =>
  `${tenants} tenants in rotation with an endpoint and a trigger each, their limits raised to a million a minute so that they are never the bound; ` +
  `the bucket of every delivery is asked all the same, in ${hasRedis ? 'Redis' : 'memory'}. A 1.5 KB body. A log line for each attempt, to /dev/null. ` +
  `All of the scheduler's chores. ` +
  `${rounds} interleaved rounds of ${seconds} s after a warm-up of ${warmUpSeconds} s; medians.`;

async function measureAll(opened: ReadonlyMap<string, Apart>): Promise<ReadonlyMap<string, Figures>> {
  const saturate = (contender: Apart, forSeconds: number) => contender.turn({ kind: 'saturate', seconds: forSeconds });
  for (const contender of opened.values()) await saturate(contender, warmUpSeconds);
  const runs = new Map<string, Run[]>([...opened.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, contender] of opened) {
      const ofIt = runs.get(name) ?? [];
      ofIt.push(await saturate(contender, seconds));
      progress(name, ofIt);
    }
  const figures = new Map<string, Figures>();
  for (const [name, contender] of opened) {
    const saturatedRuns = runs.get(name) ?? [];
    const saturated = medianRun(saturatedRuns);
    const pace = (perSecond: number) => contender.turn({ kind: 'pace', seconds, perSecond });
    const atRest = name === 'limit' ? null : await pace(atRestPerSecond);
    const atHalf = name === 'limit' ? null : await pace(Math.round(saturated.perSecond / 2));
    figures.set(name, { saturated, saturatedRuns, atRest, atHalf });
  }
  return figures;
}

function progress(name: string, runs: readonly Run[]): void {
  const last = runs.at(-1);
  if (last) console.log(`round ${runs.length}  ${name.padEnd(22)}${Math.round(last.perSecond).toString().padStart(7)}/s ${cpuText(last)}`);
}

const cpuText = (run: Run): string =>
  `${cpuOf(run).toFixed(0).padStart(5)} µs CPU (service ${run.cpu.service.toFixed(0)}, PostgreSQL ${run.cpu.postgres.toFixed(0)}, Redis ${run.cpu.redis.toFixed(0)}; receiver ${run.cpu.receiver.toFixed(0)})`;

await inDataFolder(bench);
