/** How the values that share a bar become one: their sum, or the highest of them. */
export type Bin = 'sum' | 'most';

const bars = 72;
const [barWidth, gap, height] = [4, 1, 40] as const;
const hourMs = 3_600_000;

/** Puts values into the bars of the axis, which spans them all and at least an hour. Times are in order. */
export function binned(
  at: readonly string[],
  values: readonly number[],
  { by, leastMs = hourMs }: { readonly by: Bin; readonly leastMs?: number },
): readonly number[] {
  const times = at.map((time) => new Date(time).getTime());
  const newest = times.at(-1) ?? 0;
  const width = Math.max(leastMs, newest - (times[0] ?? newest)) / bars;
  const bins = Array.from({ length: bars }, () => 0);
  for (const [index, time] of times.entries()) {
    const bar = bars - 1 - Math.min(bars - 1, Math.floor((newest - time) / width));
    const [before = 0, value = 0] = [bins[bar], values[index]];
    bins[bar] = by === 'sum' ? before + value : Math.max(before, value);
  }
  return bins;
}

/** What a bar consists of, from the bottom to the top. */
export interface Part {
  readonly kind: 'success' | 'level' | 'open' | 'failed';
  readonly values: readonly number[];
}

/** Draws values over time as bars. The parts stand on each other, the first at the bottom. What they say is told beside them. */
export function Bars({ parts, count = bars, titleOf }: { parts: readonly Part[]; count?: number; titleOf?: (bar: number) => string }) {
  const highest = highestOf(parts);
  return (
    <svg class="bars" viewBox={`0 0 ${count * (barWidth + gap)} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: count }, (_, bar) => {
        const title = titleOf?.(bar);
        return (
          <g key={bar}>
            {title !== undefined && <title>{title}</title>}
            <Bar parts={parts} bar={bar} scale={height / Math.max(1, highest)} />
          </g>
        );
      })}
    </svg>
  );
}

/** Returns what the highest bar comes to. */
export const highestOf = (parts: readonly Part[]): number =>
  Math.max(0, ...(parts[0]?.values ?? []).map((_, bar) => parts.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0)));

function Bar({ parts, bar, scale }: { parts: readonly Part[]; bar: number; scale: number }) {
  let bottom = height as number;
  return (
    <>
      {parts.map(({ kind, values }) => {
        const size = (values[bar] ?? 0) * scale;
        bottom -= size;
        return <rect key={kind} class={kind} x={bar * (barWidth + gap)} y={bottom} width={barWidth} height={size} />;
      })}
    </>
  );
}
