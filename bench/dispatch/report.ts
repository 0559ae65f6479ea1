import type { Table } from '../../tools/load/report/table.ts';
import type { Report, Section } from '../report/report.ts';
import { cpuOf, median, type Run } from './figures.ts';
import type { Stored } from './stored.ts';
import type { WholePath } from './whole-path.ts';

/** The figures of one contender. `limit` stores nothing, so it has no paced run. */
export interface Figures {
  readonly saturated: Run;
  readonly saturatedRuns: readonly Run[];
  readonly atRest: Run | null;
  readonly atHalf: Run | null;
}

export interface Measured {
  readonly machine: string;
  readonly setting: string;
  /** Null where the part was not asked for. */
  readonly whole: WholePath | null;
  readonly figures: ReadonlyMap<string, Figures>;
  /** Holds the rows that each contender wrote for a delivery. */
  readonly stored: ReadonlyMap<string, Stored>;
}

export function dispatchReport({ machine, setting, whole, figures, stored }: Measured): Report {
  const found = ratios(figures);
  return {
    name: 'dispatch',
    title: 'Deliveries',
    at: new Date().toISOString(),
    machine,
    setting,
    verdict: found.map(
      ([name, value]) => `${name}: ${Number.isNaN(value) ? 'not measured' : value.toFixed(name.startsWith('CPU') ? 0 : 2)}`,
    ),
    figures: Object.fromEntries(
      [...found, ...cpuFigures(figures)].filter(([, value]) => !Number.isNaN(value)).map(([name, value]) => [`deliveries ${name}`, value]),
    ),
    sections: [
      ...(whole ? [{ title: 'The whole path', lines: [wholePathText(whole)] }] : []),
      ...(figures.size === 0 ? [] : ofContenders(figures, stored)),
    ],
  };
}

const ofContenders = (figures: Measured['figures'], stored: Measured['stored']): readonly Section[] => [
  { title: 'Published, signed, posted, recorded', table: tableOf(figures) },
  {
    title: 'What each writes for a delivery, by the counts of its own servers',
    table: storedTable(stored),
    lines: storedLines(stored),
  },
];

export const wholePathText = ({ reportedPerSecond, deliveredPerSecond, lagMs, cpu }: WholePath): string =>
  `autocannon reported ${reportedPerSecond.toFixed(0)} events a second over HTTP, and ${deliveredPerSecond.toFixed(0)} webhooks a second arrived; ` +
  `accepted to first byte p50 ${lagMs.p50.toFixed(1)} ms, p99 ${lagMs.p99.toFixed(1)} ms; ` +
  `CPU us per event: service ${cpu.service.toFixed(0)}, PostgreSQL ${cpu.postgres.toFixed(0)}`;

function tableOf(figures: ReadonlyMap<string, Figures>): Table {
  const paces = ['300/s', 'half', 'saturated'];
  const head = ['', 'per s', 'CPU µs', 'service', 'PG', 'Redis', 'receiver'];
  const waits = ['first byte', 'recorded'].flatMap((what) => paces.map((pace, n) => (n === 0 ? `${what} p50/p99 ms: ${pace}` : pace)));
  const both = (run: Run | null, of: Wait): string => (run ? `${run[of].p50.toFixed(1)}/${run[of].p99.toFixed(1)}` : '-');
  const rows = [...figures].map(([name, { saturated, atRest, atHalf }]) => [
    name,
    saturated.perSecond.toFixed(0),
    cpuOf(saturated).toFixed(0),
    ...[saturated.cpu.service, saturated.cpu.postgres, saturated.cpu.redis, saturated.cpu.receiver].map((cpu) => cpu.toFixed(0)),
    ...(['firstByteMs', 'recordedMs'] as const).flatMap((of) => [
      both(atRest, of),
      both(atHalf, of),
      name === 'limit' ? '-' : both(saturated, of),
    ]),
  ]);
  return [[...head, ...waits], ...rows];
}

type Wait = 'firstByteMs' | 'recordedMs';

/** Returns the median of the rounds' ratios: the machine is not equally fast in all of them. NaN means not measured. */
function ratios(figures: ReadonlyMap<string, Figures>): readonly (readonly [name: string, value: number])[] {
  const ours = figures.get('ringpost');
  if (!ours) return [];
  const ratio = (others: readonly string[]): number => {
    const there = others.flatMap((name) => figures.get(name) ?? []);
    if (there.length === 0) return Number.NaN;
    return median(
      ours.saturatedRuns.map((run, n) => run.perSecond / Math.max(...there.map(({ saturatedRuns }) => saturatedRuns[n]?.perSecond ?? 0))),
    );
  };
  return [
    ['of limit', ratio(['limit'])],
    ['of BullMQ', ratio(['bullmq'])],
    ['of next best', ratio(['pg-boss', 'graphile-worker'])],
    ['CPU us per delivery', cpuOf(ours.saturated)],
  ];
}

/** Returns the CPU by process, which `thresholds.json` gates. */
const cpuFigures = (figures: ReadonlyMap<string, Figures>): readonly (readonly [name: string, value: number])[] =>
  Object.entries(figures.get('ringpost')?.saturated.cpu ?? {}).map(([process, us]) => [`CPU us, ${process}`, us]);

function storedTable(stored: ReadonlyMap<string, Stored>): Table {
  const head = ['', 'table', 'inserted', 'updated', 'of these HOT', 'deleted'];
  const rows = [...stored].flatMap(([name, { tables }]) =>
    [...tables].map(([table, { inserted, updated, hot, deleted }]) => [
      name,
      table,
      ...[inserted, updated, hot, deleted].map((count) => count.toFixed(2)),
    ]),
  );
  return [head, ...rows.filter((row) => row.slice(2).some((count) => count !== '0.00'))];
}

const storedLines = (stored: ReadonlyMap<string, Stored>): readonly string[] =>
  [...stored].map(([name, { tables, walBytes, redisKeys, redisBytes }]) => {
    const inPostgres = tables.size > 0 ? [`${walBytes.toFixed(0)} bytes of PostgreSQL's log`] : [];
    const inRedis = redisBytes > 0 ? [`${redisKeys.toFixed(2)} keys and ${redisBytes.toFixed(0)} bytes of Redis`] : [];
    return `${name}: ${[...inPostgres, ...inRedis].join('; ') || 'nothing'}`;
  });
