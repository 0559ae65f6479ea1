import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../src/db/embedded.ts';
import { createLog } from '../src/log.ts';
import type { Place } from './dispatch/contender.ts';
import { cpuOf, medianRun, type Run } from './dispatch/figures.ts';
import { measure, type Stage, type TaskOf } from './dispatch/measure.ts';
import { type ContenderProcess, startContender, startReceiver } from './dispatch/processes.ts';
import { startRedis } from './dispatch/redis.ts';
import { dispatchReport, type Figures } from './dispatch/report.ts';
import { publish } from './report/publish.ts';
import { machine } from './report/report.ts';
import { type Ends, partOf } from './stage/clean-end.ts';
import { inDataFolder } from './stage/data-folder.ts';
import { createDatabase, dropDatabase } from './stage/databases.ts';
import { postmasterPid } from './stage/postmaster.ts';
import { profiles } from './stage/profiles.ts';

/**
 * `npm run bench:dispatch`: how many webhooks a process publishes, signs, posts and records, what that costs, and how
 * long each takes; beside it, in the same run and in turns, signing and posting alone and three job queues that do the
 * same work. See README.md in this folder for what the figures mean and what they leave out.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'limit,ringpost,bullmq,pg-boss,graphile-worker' },
    tenants: { type: 'string', default: '1000' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    'log-level': { type: 'string', default: 'info' },
    profile: { type: 'string' },
    'database-url': { type: 'string' },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));
const seconds = Number(options.seconds ?? (options.quick ? 1 : 2.5));
const warmUpSeconds = options.quick ? 1.5 : 6;
const atRestPerSecond = 300;
const outstanding: Readonly<Record<string, number>> = {
  limit: 64,
  ringpost: 1_000,
  bullmq: 1_000,
  'pg-boss': 1_000,
  'graphile-worker': 1_000,
};
async function bench(folder: string, ends: Ends): Promise<void> {
  const begunOn = machine();
  const theirs = options['database-url'];
  const databaseUrl = theirs ?? (await embedded(folder, ends));
  const redisWith = (persistence: 'none' | 'everysec') => partOf(ends, startRedis(folder, persistence), (redis) => redis?.stop());
  const pacingRedis = await redisWith('none');
  const queueRedis = pacingRedis && (await redisWith('everysec'));
  const redises = [pacingRedis, queueRedis].filter((redis) => redis !== null);
  const receiver = await partOf(ends, startReceiver(), ({ close }) => close());
  const stage = { receiver, postgresPid: await postmasterPid(databaseUrl), redises, nextNumber: 0 };
  const setting = settingOf(pacingRedis !== null);
  console.log(`${begunOn}\n${setting}\n`);
  const taken = await profiles(options.profile);
  const opened = new Map<string, ContenderProcess>();
  for (const name of contenders(pacingRedis !== null)) {
    const database = `ringpost_bench_${process.pid}_${name.replace('-', '_')}`;
    if (theirs) ends.push(() => dropDatabase(theirs, database));
    const place: Place = {
      receiverPorts: receiver.ports,
      databaseUrl: await createDatabase(databaseUrl, database),
      pacingRedisPort: pacingRedis?.port ?? null,
      queueRedisPort: queueRedis?.port ?? null,
      tenants: Number(options.tenants),
      logLevel: options['log-level'],
      tracing: {},
    };
    const profiled = taken.folder !== null && name === 'ringpost' ? ['--cpu-prof', `--cpu-prof-dir=${taken.folder}`] : [];
    opened.set(name, await partOf(ends, startContender(name, place, profiled), ({ close }) => close()));
  }
  const figures = await measureAll(stage, opened);
  // A profile is written as its process ends.
  for (const contender of opened.values()) await contender.close();
  await taken.draw();
  await publish(dispatchReport({ machine: begunOn, setting, figures }));
}

async function embedded(folder: string, ends: Ends): Promise<string> {
  const starting = startEmbeddedPostgres({ dataFolder: folder, log: createLog('error') });
  return (await partOf(ends, starting, (postgres) => postgres.stop())).url;
}

function contenders(hasRedis: boolean): readonly string[] {
  const asked = options.only.split(',');
  if (hasRedis) return asked;
  console.log('!! There is no redis-server on the PATH. BullMQ IS LEFT OUT, and Ringpost paces in its own memory, which is cheaper.');
  return asked.filter((name) => name !== 'bullmq');
}

const settingOf = (hasRedis: boolean): string =>
  `${options.tenants} tenants with an endpoint and a trigger each, their limits raised to a million a minute so that they are never the bound; ` +
  `the bucket of every delivery is asked all the same, in ${hasRedis ? 'Redis' : 'memory'}. A 1.5 KB body. A log line for each attempt, to /dev/null. ` +
  `${rounds} interleaved rounds of ${seconds} s after a warm-up of ${warmUpSeconds} s; medians.`;

async function measureAll(stage: Stage, opened: ReadonlyMap<string, ContenderProcess>): Promise<ReadonlyMap<string, Figures>> {
  const saturate = (name: string, forSeconds: number) =>
    run(stage, opened, name, { kind: 'saturate', seconds: forSeconds, outstanding: outstanding[name] ?? 64 });
  for (const name of opened.keys()) await saturate(name, warmUpSeconds);
  const runs = new Map<string, Run[]>([...opened.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, ofIt] of runs) {
      ofIt.push(await saturate(name, seconds));
      progress(name, ofIt);
    }
  const figures = new Map<string, Figures>();
  for (const [name, ofIt] of runs) {
    const saturated = medianRun(ofIt);
    const pace = (perSecond: number) => run(stage, opened, name, { kind: 'pace', seconds: seconds * 1.6, perSecond });
    const atRest = name === 'limit' ? null : await pace(atRestPerSecond);
    const atHalf = name === 'limit' ? null : await pace(Math.round(saturated.perSecond / 2));
    figures.set(name, { saturated, saturatedRuns: ofIt, atRest, atHalf });
  }
  return figures;
}

function progress(name: string, runs: readonly Run[]): void {
  const last = runs.at(-1);
  if (last) console.log(`round ${runs.length}  ${name.padEnd(16)}${Math.round(last.perSecond).toString().padStart(7)}/s ${cpuText(last)}`);
}

const cpuText = (run: Run): string =>
  `${cpuOf(run).toFixed(0).padStart(5)} µs CPU (service ${run.cpu.service.toFixed(0)}, PostgreSQL ${run.cpu.postgres.toFixed(0)}, Redis ${run.cpu.redis.toFixed(0)}; receiver ${run.cpu.receiver.toFixed(0)})`;

function run(stage: Stage, opened: ReadonlyMap<string, ContenderProcess>, name: string, task: TaskOf): Promise<Run> {
  const contender = opened.get(name);
  if (!contender) throw new Error(`${name} was not opened`);
  return measure(stage, contender, task);
}

await inDataFolder(bench);
