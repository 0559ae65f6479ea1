import type { Request } from 'autocannon';
import { machine } from '../tools/load/machine.ts';
import { type Driven, drive, latencyOf } from './api/drive.ts';
import { type Case, insertTexts, listDeliveries, placeCalls, readCalls, textCallbacks } from './api/requests.ts';
import { median } from './dispatch/figures.ts';
import { cpuSecondsOf } from './dispatch/processes.ts';
import { publish } from './report/publish.ts';
import type { Section } from './report/report.ts';
import { benchOptions } from './stage/bench-options.ts';
import { growDeliveries } from './stage/deliveries.ts';
import { profiles } from './stage/profiles.ts';
import { onStage, type Stage, type StartedProcess } from './stage/stage.ts';
import { insertTenantsOf } from './stage/tenants.ts';
import { keepUp, withoutUpkeep } from './stage/upkeep.ts';

/**
 * `npm run bench:scale` measures what grows and what stays flat with more processes, tenants, and deliveries in the
 * table. Sizes are measured in turns if they can exist at the same time, otherwise one after another. See README.md in
 * this folder.
 */
const options = benchOptions('scale', {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: 'tenants,processes,deliveries' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  deliveries: { type: 'string' },
  profile: { type: 'string' },
});
const taken = await profiles(options.profile);
const rounds = Number(options.rounds ?? (options.quick ? 2 : 3));
const seconds = Number(options.seconds ?? (options.quick ? 1 : 2.5));
const warmUpSeconds = 1.5;
const connections = 64;
const processCounts = [1, 2, 4];
const tenantCounts = options.quick ? [10, 1_000] : [10, 100, 1_000, 10_000];
/** `--deliveries 10000000` includes the size that takes half an hour to fill. */
const mostDeliveries = Number(options.deliveries ?? (options.quick ? 100_000 : 1_000_000));
const deliveryCounts = [10_000, 100_000, 1_000_000, 10_000_000].filter((count) => count <= mostDeliveries);

/** The figures of one request at one size. */
interface Point {
  readonly size: number;
  readonly asked: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Is in µs for each request. */
  readonly service: number;
  readonly postgres: number;
}

async function bench(stage: Stage): Promise<void> {
  const begunOn = machine();
  const setting = `${connections} connections in all, ${rounds} rounds of ${seconds} s after ${warmUpSeconds} s of warm-up; medians.`;
  console.log(`${begunOn}\n${setting}`);
  const measured: { readonly what: string; readonly points: readonly Point[] }[] = [];
  for (const [what, measure] of wanted) measured.push({ what, points: await measure(stage) });
  const holds = measured.flatMap(({ what, points }) => held(what, points));
  await taken.name();
  await publish({
    name: 'scale',
    title: 'API, what grows',
    at: new Date().toISOString(),
    machine: begunOn,
    setting,
    verdict: holds.map(([name, part]) => `${name}: ${part.toFixed(2)}`),
    figures: Object.fromEntries(holds),
    sections: measured.map(({ what, points }) => sectionOf(what, points)),
  });
}

async function overTenants(stage: Stage): Promise<readonly Point[]> {
  const service = await serve(stage);
  const points: (readonly Point[])[] = [];
  const groups = [];
  for (const count of tenantCounts)
    groups.push({ size: count, tenants: await insertTenantsOf(stage, count, { callsEach: 1, hook: null }) });
  for (const of of [readCalls, placeCalls])
    points.push(
      await inTurns(
        stage,
        groups.map(({ size, tenants }) => ({ size, asked: of(tenants), services: [service] })),
      ),
    );
  await service.stop();
  return points.flat();
}

/** Measures numbers of processes. All of them run all the time, and the load goes to the number of the present turn. */
async function overProcesses(stage: Stage): Promise<readonly Point[]> {
  const services = await Promise.all(Array.from({ length: Math.max(...processCounts) }, () => serve(stage)));
  const tenants = await insertTenantsOf(stage, 100, { callsEach: 10, hook: null });
  const points: (readonly Point[])[] = [];
  for (const asked of [readCalls(tenants), placeCalls(tenants)])
    points.push(
      await inTurns(
        stage,
        processCounts.map((size) => ({ size, asked, services: services.slice(0, size) })),
      ),
    );
  for (const service of services) await service.stop();
  return points.flat();
}

/** Measures the sizes in ascending order, because a table cannot become small again. */
async function overDeliveries(stage: Stage): Promise<readonly Point[]> {
  const service = await serve(stage);
  const tenants = await insertTenantsOf(stage, 10, {
    callsEach: 20,
    hook: { eventType: 'sms.delivered', urls: ['https://hooks.example.com/bench'] },
  });
  await insertTexts(stage, tenants);
  const points: (readonly Point[])[] = [];
  const texts = textCallbacks();
  for (const size of deliveryCounts) {
    await growDeliveries(stage.databaseUrl, tenants, size);
    for (const asked of [listDeliveries(tenants), texts, readCalls(tenants)])
      points.push(await inTurns(stage, [{ size, asked, services: [service] }]));
  }
  await service.stop();
  return points.flat();
}

/** Starts a service that neither delivers nor schedules; other benches measure that. */
const serve = (stage: Stage): Promise<StartedProcess> =>
  stage.start({ run: ['cli/ringpost.ts', 'serve'], env: { RINGPOST_ROLES: 'api' }, profile: taken.folder });

interface Turn {
  readonly size: number;
  readonly asked: Case;
  readonly services: readonly StartedProcess[];
}

async function inTurns(stage: Stage, turns: readonly Turn[]): Promise<readonly Point[]> {
  const runs = turns.map(() => [] as Point[]);
  for (const turn of turns) await load(turn, warmUpSeconds);
  for (let round = 0; round < rounds; round++)
    for (const [index, turn] of turns.entries()) {
      await keepUp(stage);
      const cpu = () => ({
        service: turn.services.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0),
        postgres: cpuSecondsOf(stage.pids.postgres),
      });
      const before = cpu();
      const driven = await load(turn, seconds);
      const after = cpu();
      const latency = latencyOf(driven);
      const perRequest = (of: 'service' | 'postgres'): number => ((after[of] - before[of]) * 1e6) / latency.count;
      runs[index]?.push({
        size: turn.size,
        asked: turn.asked.name,
        perSecond: driven.reduce((sum, each) => sum + each.latency.count / each.seconds, 0),
        p50: latency.at(0.5),
        p99: latency.at(0.99),
        service: perRequest('service'),
        postgres: perRequest('postgres'),
      });
    }
  return runs.map(medianPoint);
}

function medianPoint(points: readonly Point[]): Point {
  const [first] = points;
  if (!first) throw new Error('There was no round.');
  const of = (what: 'perSecond' | 'p50' | 'p99' | 'service' | 'postgres'): number => median(points.map((point) => point[what]));
  const point = { ...first, perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), service: of('service'), postgres: of('postgres') };
  console.log(
    `${String(point.size).padStart(9)}  ${point.asked.padEnd(24)}${point.perSecond.toFixed(0).padStart(6)}/s  p99 ${point.p99.toFixed(1)} ms, CPU µs: service ${point.service.toFixed(0)}, PostgreSQL ${point.postgres.toFixed(0)}`,
  );
  return point;
}

const load = ({ asked, services }: Turn, forSeconds: number): Promise<readonly Driven[]> =>
  Promise.all(
    services.map(({ url }) =>
      drive({
        url,
        requests: oneAfterTheOther(asked.requests(url)),
        connections: connections / services.length,
        seconds: forSeconds,
        expected: asked.expected,
      }),
    ),
  );

/** Returns a sequence that all connections share: with thousands of tenants no single connection would get through them. */
function oneAfterTheOther(requests: readonly Request[]): readonly Request[] {
  if (requests.length === 1) return requests;
  let next = 0;
  return [{ setupRequest: () => requests[next++ % requests.length] ?? {} }];
}

/** Compares the largest size with the smallest: requests a second, and the inverse of CPU, which hardly varies. */
function held(what: string, points: readonly Point[]): readonly (readonly [string, number])[] {
  return [...new Set(points.map(({ asked }) => asked))].flatMap((asked) => {
    const of = points.filter((point) => point.asked === asked);
    const [least, most] = [of[0], of.at(-1)];
    if (!least || !most) return [];
    const name = `${asked}, most ${what} of least`;
    return [
      [`${name}, a second`, most.perSecond / least.perSecond],
      [`${name}, per CPU`, (least.service + least.postgres) / (most.service + most.postgres)],
    ] as const;
  });
}

function sectionOf(what: string, points: readonly Point[]): Section {
  return {
    title: `By ${what}`,
    table: [
      ['', what, 'per s', 'p50 ms', 'p99', 'CPU µs: service', 'PostgreSQL'],
      ...points.map(({ asked: name, size, perSecond, p50, p99, service, postgres }) => [
        name,
        String(size),
        perSecond.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        service.toFixed(0),
        postgres.toFixed(0),
      ]),
    ],
  };
}

const parts = { tenants: overTenants, processes: overProcesses, deliveries: overDeliveries };
const asked = options.only.split(',');
const unknown = asked.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}: --only takes ${Object.keys(parts).join(', ')}.`);
const wanted = Object.entries(parts).filter(([what]) => asked.includes(what));
await onStage(bench, withoutUpkeep);
