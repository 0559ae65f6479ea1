import type { Table } from '../../tools/load/report/table.ts';
import { median } from '../dispatch/figures.ts';
import type { Report } from '../report/report.ts';
import { type Driven, latencyOf } from './drive.ts';

/** One round of one server, with the CPU of each request in µs, by process. */
export interface ServerRun extends Driven {
  readonly perSecond: number;
  readonly cpu: { readonly server: number; readonly postgres: number; readonly redis: number; readonly provider: number };
}

/** The rounds of each server, by its name. */
export type ServerRuns = Map<string, ServerRun[]>;

export interface Measured {
  readonly machine: string;
  readonly setting: string;
  readonly runs: ReadonlyMap<string, ServerRuns>;
}

export function reportOf({ machine, setting, runs }: Measured): Report {
  return {
    name: 'api',
    title: 'API, closed model',
    at: new Date().toISOString(),
    machine,
    setting,
    verdict: verdictOf(runs),
    figures: figuresOf(runs),
    sections: [...runs].map(([title, servers]) => ({ title, table: tableOf(servers) })),
  };
}

/** Returns the lines that end the run. */
function verdictOf(runs: ReadonlyMap<string, ServerRuns>): readonly string[] {
  const overhead = overheadOf(runs);
  return [
    ...(overhead === undefined ? [] : [`pipeline before the operation: ${overhead.toFixed(0)} µs of CPU a request`]),
    ...['POST /calls recommended', 'GET /calls/:id', 'POST /calls'].flatMap((asked) => {
      const servers = runs.get(asked);
      return servers ? [`${asked} of bare: ${ratio(servers, 'bare').toFixed(2)}, of Fastify: ${ratio(servers, 'fastify').toFixed(2)}`] : [];
    }),
  ];
}

function figuresOf(runs: ReadonlyMap<string, ServerRuns>): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {};
  const overhead = overheadOf(runs);
  if (overhead !== undefined) figures['pipeline, CPU µs a request'] = overhead;
  for (const [asked, servers] of runs) {
    const ours = servers.get('ringpost') ?? [];
    if (ours.length === 0) continue;
    if (servers.has('bare')) {
      figures[`${asked} of bare`] = ratio(servers, 'bare');
      figures[`${asked} of Fastify`] = ratio(servers, 'fastify');
      figures[`${asked}, CPU of bare's`] = cpuRatio(servers);
    }
    figures[`${asked}, CPU µs of the service`] = median(ours.map(({ cpu }) => cpu.server));
    const { p50, p99 } = latencyOf(ours).summary();
    figures[`${asked}, p99 of p50`] = p99 / p50;
  }
  return figures;
}

/** Returns the median of the rounds' ratios: the machine is not equally fast in all rounds. */
const ratio = (servers: ServerRuns, other: string): number =>
  median((servers.get('ringpost') ?? []).map(({ perSecond }, round) => perSecond / (servers.get(other)?.[round]?.perSecond ?? Number.NaN)));

/** Returns the pipeline's time above `node:http` and the bucket's call, as the median over the rounds. */
function overheadOf(runs: ReadonlyMap<string, ServerRuns>): number | undefined {
  const servers = runs.get('pipeline alone');
  return (
    servers &&
    median((servers.get('pipeline') ?? []).map(({ cpu }, round) => cpu.server - (servers.get('bucket')?.[round]?.cpu.server ?? Number.NaN)))
  );
}

/** Returns bare's CPU as a part of the service's, for the server alone. It shows the same as the rates, and hardly varies. */
const cpuRatio = (servers: ServerRuns): number =>
  median((servers.get('ringpost') ?? []).map(({ cpu }, round) => (servers.get('bare')?.[round]?.cpu.server ?? Number.NaN) / cpu.server));

function tableOf(servers: ServerRuns): Table {
  const head = ['', 'per s', 'least', 'most', 'p50 ms', 'p90', 'p99', 'p99.9', 'max', 'CPU µs: server', 'PostgreSQL', 'Redis', 'provider'];
  const rows = [...servers].map(([name, runs]) => {
    const rates = runs.map(({ perSecond }) => perSecond);
    const { p50, p90, p99, p999, max } = latencyOf(runs).summary();
    const cpu = (of: keyof ServerRun['cpu']): string => median(runs.map((run) => run.cpu[of])).toFixed(0);
    return [
      name,
      ...[median(rates), Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(0)),
      ...[p50, p90, p99, p999, max].map((ms) => ms.toFixed(2)),
      cpu('server'),
      cpu('postgres'),
      cpu('redis'),
      cpu('provider'),
    ];
  });
  return [head, ...rows];
}
