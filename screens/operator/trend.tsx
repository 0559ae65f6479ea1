import type { ComponentChildren } from 'preact';

/** How the minutes that share a bar become one value. */
export type Bin = 'sum' | 'most';

const bars = 72;
const [barWidth, gap, height] = [4, 1, 40] as const;
const hourMs = 3_600_000;

/** Puts values into the bars of the axis, which spans them all and at least an hour. Times are in order. */
export function binned(at: readonly string[], values: readonly number[], by: Bin): readonly number[] {
  const times = at.map((time) => new Date(time).getTime());
  const newest = times.at(-1) ?? 0;
  const width = Math.max(hourMs, newest - (times[0] ?? newest)) / bars;
  const bins = Array.from({ length: bars }, () => 0);
  for (const [index, time] of times.entries()) {
    const bar = bars - 1 - Math.min(bars - 1, Math.floor((newest - time) / width));
    const [before = 0, value = 0] = [bins[bar], values[index]];
    bins[bar] = by === 'sum' ? before + value : Math.max(before, value);
  }
  return bins;
}

/** A small plot with its name above and what it comes to below. The parts stand on each other, the first at the bottom. */
export function Trend({ name, parts, children }: TrendProps) {
  const highest = Math.max(1, ...Array.from({ length: bars }, (_, bar) => parts.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0)));
  return (
    <li class="trend">
      <span class="figure-name">{name}</span>
      <svg viewBox={`0 0 ${bars * (barWidth + gap)} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {Array.from({ length: bars }, (_, bar) => (
          <Bar key={bar} parts={parts} bar={bar} scale={height / highest} />
        ))}
      </svg>
      <span class="muted">{children}</span>
    </li>
  );
}

interface TrendProps {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly children: ComponentChildren;
}

interface Part {
  readonly kind: 'success' | 'open' | 'failed' | 'level';
  readonly values: readonly number[];
}

function Bar({ parts, bar, scale }: { parts: readonly Part[]; bar: number; scale: number }) {
  let bottom = height as number;
  return (
    <g>
      {parts.map(({ kind, values }) => {
        const size = (values[bar] ?? 0) * scale;
        bottom -= size;
        return <rect key={kind} class={kind} x={bar * (barWidth + gap)} y={bottom} width={barWidth} height={size} />;
      })}
    </g>
  );
}
