import { join } from 'node:path';
import { createLog } from '../src/process/log.ts';
import { startEmbeddedPostgres } from '../tools/embedded/postgres.ts';
import { machine } from '../tools/load/machine.ts';
import { tableText } from '../tools/load/report/table.ts';
import { cpuOf, median, type Run } from './dispatch/figures.ts';
import { measure, type Stage } from './dispatch/measure.ts';
import { type ContenderProcess, startContender, startReceiver } from './dispatch/processes.ts';
import { startRedis } from './dispatch/redis.ts';
import { benchOptions } from './stage/bench-options.ts';
import { type Ends, partOf } from './stage/clean-end.ts';
import { inDataFolder } from './stage/data-folder.ts';
import { createDatabase } from './stage/databases.ts';
import { postmasterPid } from './stage/postmaster.ts';
import { profiles } from './stage/profiles.ts';
import { type Collector, startCollector } from './tracing/collector.ts';

/**
 * `npm run bench:tracing` measures the cost of traces for a delivery. The service of `bench:dispatch` runs four times,
 * in separate processes and databases that take turns: twice without traces, with a sampler that takes nothing, and
 * with one that takes everything. The first two are identical, so their ratio is the measurement's error.
 */
const options = benchOptions('tracing', {
  quick: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  profile: { type: 'string' },
});
const rounds = Number(options.rounds ?? (options.quick ? 3 : 15));
const seconds = Number(options.seconds ?? (options.quick ? 0.6 : 1));
const warmUpSeconds = options.quick ? 1.5 : 6;
const outstanding = 1_000;

const modes = ['off', 'off again', 'unsampled', 'sampled'] as const;
type Mode = (typeof modes)[number];

/** A delivery has the spans of the request that reports the event, its publication, and its attempt. */
const spansOfDelivery = 3;

/** Returns settings with a queue that loses no span: at this pace the default one would, and lost spans cost less. */
const tracingOf = (mode: Mode, collector: Collector): Readonly<Record<string, string>> =>
  mode === 'unsampled' || mode === 'sampled'
    ? {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER: mode === 'sampled' ? 'always_on' : 'always_off',
        OTEL_BSP_MAX_QUEUE_SIZE: '1000000',
        OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '512',
      }
    : {};

async function bench(folder: string, ends: Ends): Promise<void> {
  const postgres = await partOf(ends, startEmbeddedPostgres({ dataFolder: folder, log: createLog('error') }), (started) => started.stop());
  const redis = await partOf(ends, startRedis(folder, 'none'), (started) => started?.stop());
  const receiver = await partOf(ends, startReceiver(), ({ close }) => close());
  const collector = await partOf(ends, startCollector(), ({ close }) => close());
  console.log(`${machine()}\n${rounds} rounds of ${seconds} s in turns after ${warmUpSeconds} s each, ${outstanding} events under way`);
  const postgresPid = await postmasterPid(postgres.url);
  const stage: Stage = { receiver, postgresPid, redisPids: redis ? [redis.pid] : [], numbers: { next: 0 } };
  const taken = await profiles(options.profile);
  const opened = new Map<Mode, ContenderProcess>();
  for (const [index, mode] of modes.entries()) {
    const profiled = taken.folder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(taken.folder, mode)}`];
    const home = {
      receiverPorts: receiver.ports,
      databaseUrl: await createDatabase(postgres.url, `tracing_${index}`),
      redisPort: redis?.port ?? null,
      tenants: 100,
      logLevel: 'info',
      tracing: tracingOf(mode, collector),
    };
    opened.set(mode, await partOf(ends, startContender('ringpost', home, profiled), ({ close }) => close()));
  }
  const { runs, deliveries } = await runAll(stage, opened);
  // A process writes its last spans and its profile as it ends.
  for (const contender of opened.values()) await contender.close();
  await taken.name();
  report(runs, deliveries * spansOfDelivery, await collector.spans());
}

/** Every round begins with another contender, so that none always follows the same one. */
async function runAll(stage: Stage, opened: ReadonlyMap<Mode, ContenderProcess>) {
  const runs = new Map<Mode, Run[]>(modes.map((mode) => [mode, []]));
  let deliveries = 0;
  for (let round = -1; round < rounds; round++)
    for (const index of modes.keys()) {
      const mode = modes[(index + round + modes.length) % modes.length];
      const contender = mode && opened.get(mode);
      if (!contender) throw new Error(`${mode} was not opened`);
      const run = await measure(stage, contender, { kind: 'saturate', seconds: round < 0 ? warmUpSeconds : seconds, outstanding });
      if (mode === 'sampled') deliveries += run.count;
      if (round >= 0) runs.get(mode)?.push(run);
    }
  return { runs, deliveries };
}

function report(runs: ReadonlyMap<Mode, readonly Run[]>, made: number, taken: number): void {
  const of = (mode: Mode): readonly Run[] => runs.get(mode) ?? [];
  const middle = (mode: Mode, figure: (run: Run) => number): number => median(of(mode).map(figure));
  const least = (mode: Mode): number => Math.min(...of(mode).map(service));
  const ratio = (mode: Mode, figure: (run: Run) => number): string =>
    median(of(mode).map((run, round) => figure(run) / figure(of('off')[round] ?? run))).toFixed(2);
  const rows = modes.map((mode) => [
    mode,
    middle(mode, service).toFixed(0),
    least(mode).toFixed(0),
    middle(mode, ({ cpu }) => cpu.postgres).toFixed(0),
    middle(mode, ({ perSecond }) => perSecond).toFixed(0),
    ratio(mode, service),
    ratio(mode, cpuOf),
  ]);
  console.log(
    `\n${tableText([['CPU us a delivery', 'service', 'least', 'PostgreSQL', 'per s', 'service of off', 'all of off'], ...rows])}\n`,
  );
  const added = (least('sampled') - least('off')) / spansOfDelivery;
  console.log(`a span: ${added.toFixed(0)} us of the service's CPU, least of least; ${taken} of ${made} spans were taken`);
  if (taken !== made) process.exitCode = 1;
}

const service = ({ cpu }: Run): number => cpu.service;

await inDataFolder(bench);
