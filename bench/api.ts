import { setTimeout as pause } from 'node:timers/promises';
import { machine } from '../tools/load/machine.ts';
import { type Driven, drive } from './api/drive.ts';
import { reportOf, type ServerRuns } from './api/report.ts';
import {
  type Case,
  insertTexts,
  listDeliveries,
  passPipeline,
  placeCalls,
  placeCallsAsRecommended,
  readCalls,
  type ServerName,
  textCallbacks,
} from './api/requests.ts';
import { cpuSecondsOf, startReceiver } from './dispatch/processes.ts';
import { publish } from './report/publish.ts';
import { benchOptions } from './stage/bench-options.ts';
import { profiles } from './stage/profiles.ts';
import { onStage, type ProcessOptions, type Stage, type StartedProcess } from './stage/stage.ts';
import { insertTenantsOf } from './stage/tenants.ts';
import { keepUp, withoutUpkeep } from './stage/upkeep.ts';

/**
 * `npm run bench:api` measures how many requests the API answers in a second when each caller waits for its answer, and
 * the CPU that this costs by process. In the same run and in turns it measures a bare `node:http` and a Fastify that
 * make the same reads, writes and bucket calls. README.md in this folder says what the figures mean and what they leave
 * out.
 */
const options = benchOptions('api', {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  connections: { type: 'string', default: '64' },
  tenants: { type: 'string', default: '100' },
  against: { type: 'string' },
  profile: { type: 'string' },
});
const rounds = Number(options.rounds ?? (options.quick ? 3 : 5));
const seconds = Number(options.seconds ?? (options.quick ? 1 : 2.5));
/** The warm-up covers the time in which Node compiles a request's code; earlier measurements would include the compiler. */
const warmUpSeconds = options.quick ? 4 : 6;
const connections = Number(options.connections);

/** No run uses up this balance, in micro-units. */
const plenty = 1e15;

async function bench(stage: Stage): Promise<void> {
  const begunOn = machine();
  const receiver = await startReceiver();
  try {
    const tenants = await insertTenantsOf(stage, Number(options.tenants), {
      callsEach: 20,
      hook: { eventType: 'sms.delivered', urls: [`http://127.0.0.1:${receiver.ports[0]}/hook`] },
    });
    const paying = await insertTenantsOf(stage, Number(options.tenants), { callsEach: 0, hook: null, balanceMicros: plenty });
    await insertTexts(stage, tenants);
    // The most common request comes first. Texts come before the list, so that there are deliveries to list.
    const cases = [
      placeCallsAsRecommended(paying),
      textCallbacks(),
      readCalls(tenants),
      passPipeline(tenants),
      placeCalls(tenants),
      listDeliveries(tenants),
    ].filter(({ name }) => options.only.split(',').some((part) => name.includes(part)));
    const taken = await profiles(options.profile);
    const servers = await startServers(stage, cases, taken.folder);
    const setting = `${connections} connections, ${tenants.length} tenants, ${rounds} interleaved rounds of ${seconds} s after ${warmUpSeconds} s of warm-up; medians.`;
    console.log(`${begunOn}\n${setting}\n`);
    const runs = new Map<string, ServerRuns>();
    for (const each of cases) runs.set(each.name, await measure(stage, servers, each));
    for (const server of servers.values()) await server.stop();
    await taken.name();
    await publish(reportOf({ machine: begunOn, setting, runs }));
  } finally {
    receiver.close();
  }
}

type Servers = ReadonlyMap<ServerName, StartedProcess>;

/** Starts the servers of the cases. No scheduler runs, since its work beside the traffic would distort the turns. */
async function startServers(stage: Stage, cases: readonly Case[], profile: string | null): Promise<Servers> {
  const env = { RINGPOST_ROLES: 'api,dispatcher' };
  const service = { run: ['cli/ringpost.ts', 'serve'], env };
  const pipeline = { run: ['bench/api/pipeline.ts'] };
  const all: readonly (readonly [ServerName, ProcessOptions])[] = [
    ['ringpost', { ...service, profile }],
    ...(options.against === undefined ? [] : ([['against', { ...service, root: options.against }]] as const)),
    ['bare', { run: ['bench/api/bare.ts'] }],
    ['fastify', { run: ['bench/api/fastify.ts'] }],
    ['pipeline', { ...pipeline, profile }],
    ...(options.against === undefined ? [] : ([['pipeline against', { ...pipeline, root: options.against }]] as const)),
    ['bucket', { run: ['bench/api/bucket.ts'] }],
  ];
  const servers = new Map<ServerName, StartedProcess>();
  for (const [name, how] of all) if (cases.some((each) => each.servers.includes(name))) servers.set(name, await stage.start(how));
  return servers;
}

async function measure(stage: Stage, all: Servers, asked: Case): Promise<ServerRuns> {
  const servers = [...all].filter(([name]) => asked.servers.includes(name));
  const runs: ServerRuns = new Map(servers.map(([name]) => [name, []]));
  for (const [, server] of servers) await load(server, asked, warmUpSeconds);
  for (let round = 0; round < rounds; round++)
    for (const [name, server] of servers) {
      await keepUp(stage);
      const before = cpuNow(stage, server);
      const driven = await load(server, asked, seconds);
      const after = cpuNow(stage, server);
      const perRequest = (of: keyof typeof before): number => ((after[of] - before[of]) * 1e6) / driven.latency.count;
      const cpu = {
        server: perRequest('server'),
        postgres: perRequest('postgres'),
        redis: perRequest('redis'),
        provider: perRequest('provider'),
      };
      runs.get(name)?.push({ ...driven, perSecond: driven.latency.count / driven.seconds, cpu });
      console.log(
        `round ${round + 1}  ${asked.name.padEnd(24)}${name.padEnd(18)}${(driven.latency.count / driven.seconds).toFixed(0).padStart(7)}/s  CPU µs: server ${cpu.server.toFixed(0)}, PostgreSQL ${cpu.postgres.toFixed(0)}, Redis ${cpu.redis.toFixed(0)}`,
      );
      // The pause lets work that is still under way end before the next server's turn.
      await pause(200);
    }
  return runs;
}

const load = (server: StartedProcess, asked: Case, forSeconds: number): Promise<Driven> =>
  drive({ url: server.url, requests: asked.requests(server.url), connections, seconds: forSeconds, expected: asked.expected });

const cpuNow = ({ pids }: Stage, server: StartedProcess) => ({
  server: cpuSecondsOf(server.pid),
  postgres: cpuSecondsOf(pids.postgres),
  redis: cpuSecondsOf(pids.redis),
  provider: cpuSecondsOf(pids.provider),
});

await onStage(bench, withoutUpkeep);
