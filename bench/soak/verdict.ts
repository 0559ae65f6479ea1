import type { Table } from '../../tools/load/report/table.ts';
import { median } from '../dispatch/figures.ts';
import type { Report } from '../report/report.ts';
import { type Rise, riseOf } from './rise.ts';
import type { Sample } from './samples.ts';

/** A rise below this part counts as flat. */
const flatness = 0.1;
/** The upper bound of the rise must be flat: what is too noisy to say so needs a longer run. */
const steady = ['rssMB', 'heapMB', 'handles'] as const;
/** Vacuum, checkpoints and extended files make these saw-teeth, so that only a rise that is certain counts: its lower bound is not flat. */
const jagged = ['dead', 'diskPerDelivery', 'walPerDelivery'] as const;
const tolerableFall = 0.2;
/** The tail of latencies varies: one that has not doubled, or stays below this, has not grown. */
const noDoubling = 1;
const negligibleMs = 50;

/** A rise needs three samples after the first fifth. */
export const fewestSamples = 5;

export interface Soaked {
  readonly machine: string;
  readonly setting: string;
  readonly samples: readonly Sample[];
  readonly failed: { readonly publications: number; readonly requests: number };
  /** Is true for a held snapshot, which keeps dead rows; throughput is judged then as well. */
  readonly isHeld: boolean;
  /** Says why there are no more samples; null where the run came to its end. */
  readonly brokeOff: string | null;
  readonly calls: string;
}

export interface Judgement {
  readonly report: Report;
  readonly holds: boolean;
}

/** Judges a soak. Values over time leave out the first fifth, and the throughput leaves out the first sample. */
export function judgeSoak(soaked: Soaked): Judgement {
  const { samples, failed, isHeld, brokeOff } = soaked;
  const warm = samples.slice(Math.ceil(samples.length / 5));
  const rises = [...steady, ...jagged].map((what) => ({ what, rise: riseOf(warm.map((sample) => sample[what])) }));
  const said = rises.flatMap(({ what, rise }) => notFlat(what, rise, isHeld));
  const lags = (['p50', 'p99', 'apiP99'] as const).map((what) => ({ what, ...thirds(warm, (sample) => sample[what]) }));
  const falls = (['handed', 'claimed'] as const).map((what) => ({
    what,
    clock: thirds(samples.slice(1), (sample) => sample[what].perSecond),
    cpu: thirds(samples.slice(1), (sample) => sample[what].perCpuSecond),
  }));
  const keepsUp = lags.every(({ last, change }) => last < negligibleMs || change < noDoubling);
  const isWhole = failed.publications + failed.requests === 0;
  const keepsThroughput = falls.every(({ cpu }) => -cpu.change < tolerableFall);
  const lines = [
    soaked.calls,
    ...rises.map(
      ({ what, rise: { low, is, high } }) =>
        `${rising[what]} over the last four fifths: ${percent(is)} (${percent(low)} to ${percent(high)})`,
    ),
    ...lags.map(({ what, ...of }) => `${names[what]}, ${thirdsText(of, 1)}`),
    ...falls.flatMap(({ what, clock, cpu }) => [
      `${what} a second, ${thirdsText(clock, 0)}`,
      `${what} a CPU second, ${thirdsText(cpu, 0)}`,
    ]),
  ];
  const verdict = [
    ...(brokeOff === null ? [] : [brokeOff]),
    `failed publications ${failed.publications}, failed requests ${failed.requests}, ${said.length === 0 ? 'memory, handles, dead rows, disk and WAL flat' : said.join(', ')}, lag ${keepsUp ? 'flat' : 'NOT FLAT'}${
      isHeld ? `, throughput ${keepsThroughput ? 'holds' : 'FALLS'}` : ''
    }`,
  ];
  return {
    report: {
      name: 'soak',
      title: 'Soak',
      at: new Date().toISOString(),
      machine: soaked.machine,
      setting: soaked.setting,
      verdict,
      figures: {},
      sections: [{ title: 'Over time', table: tableOf(samples), lines }],
    },
    holds: brokeOff === null && said.length === 0 && keepsUp && isWhole && (keepsThroughput || !isHeld),
  };
}

const names = { p50: 'lag p50, ms', p99: 'lag p99, ms', apiP99: 'API p99, ms' } as const;

interface Thirds {
  readonly first: number;
  readonly last: number;
  readonly change: number;
}

function thirds(samples: readonly Sample[], value: (sample: Sample) => number): Thirds {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const [first, last] = [median(samples.slice(0, third).map(value)), median(samples.slice(-third).map(value))];
  return { first, last, change: last / first - 1 };
}

const thirdsText = ({ first, last, change }: Thirds, digits: number): string =>
  `median of the first and of the last third: ${first.toFixed(digits)}, ${last.toFixed(digits)} (${percent(change)})`;

const rising = {
  rssMB: 'RSS',
  heapMB: 'heap',
  handles: 'handles',
  dead: 'dead rows',
  diskPerDelivery: 'disk for each delivery',
  walPerDelivery: 'WAL for each delivery',
} as const;

/** Says what of a series is not flat. Dead rows are kept by a held snapshot, and the disk with them. */
function notFlat(what: keyof typeof rising, { low, high }: Rise, isHeld: boolean): readonly string[] {
  const isJagged = jagged.some((each) => each === what);
  if (isJagged && isHeld) return [];
  if (low >= flatness) return [`${rising[what]} RISES`];
  return isJagged || high < flatness ? [] : [`${rising[what]} NOT SHOWN FLAT`];
}

const percent = (part: number): string => `${part >= 0 ? '+' : ''}${(part * 100).toFixed(1)} %`;

const columns: readonly (readonly [name: string, text: (sample: Sample) => string])[] = [
  ['minute', ({ minute }) => minute.toFixed(1)],
  ['RSS MB', ({ rssMB }) => rssMB.toFixed(0)],
  ['heap MB', ({ heapMB }) => heapMB.toFixed(1)],
  ['handles', ({ handles }) => String(handles)],
  ['cores', ({ cores }) => cores.toFixed(2)],
  ['queued', ({ queued }) => String(queued)],
  ['p50 ms', ({ p50 }) => String(p50)],
  ['p99 ms', ({ p99 }) => String(p99)],
  ['API p99 ms', ({ apiP99 }) => apiP99.toFixed(1)],
  ['handed/s', ({ handed }) => handed.perSecond.toFixed(0)],
  ['claimed/s', ({ claimed }) => claimed.perSecond.toFixed(0)],
  ['/CPU s', ({ handed }) => handed.perCpuSecond.toFixed(0)],
  ['/CPU s', ({ claimed }) => claimed.perCpuSecond.toFixed(0)],
  ['dead tuples', ({ dead }) => String(dead)],
  ['disk B', ({ diskPerDelivery }) => diskPerDelivery.toFixed(0)],
  ['WAL B', ({ walPerDelivery }) => walPerDelivery.toFixed(0)],
];
const width = 12;
/** The heading of the lines that the run prints, one a sample. */
export const headLine = columns.map(([name]) => name.padStart(width)).join('');
export const sampleLine = (sample: Sample): string => columns.map(([, text]) => text(sample).padStart(width)).join('');

const tableOf = (samples: readonly Sample[]): Table => [
  columns.map(([name]) => name),
  ...samples.map((sample) => columns.map(([, text]) => text(sample))),
];
