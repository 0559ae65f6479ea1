import type { Axis, Plot } from './report.ts';

/**
 * Draws lines over a grid as SVG. Every series is named beside its colour, and has its own dashes for readers who see
 * no colours.
 */
export function drawPlot({ title, x, y, series, marks = [] }: Plot): string {
  const points = series.flatMap((each) => each.points);
  const across = axisOf(x, [...points.map(([at]) => at), ...marks.map((mark) => mark.x)], [left, width - right]);
  const up = axisOf(
    y,
    points.map(([, value]) => value),
    [height - bottom, top],
  );
  const grid = [
    ...across.ticks.map(
      ({ at, label }) =>
        `<line class="grid" x1="${at}" x2="${at}" y1="${top}" y2="${height - bottom}"/><text x="${at}" y="${height - bottom + 16}" text-anchor="middle">${label}</text>`,
    ),
    ...up.ticks.map(
      ({ at, label }) =>
        `<line class="grid" x1="${left}" x2="${width - right}" y1="${at}" y2="${at}"/><text x="${left - 6}" y="${at + 4}" text-anchor="end">${label}</text>`,
    ),
  ];
  const lines = series.map(({ points: of }, n) => {
    const path = of.map(([at, value], place) => `${place === 0 ? 'M' : 'L'}${across.place(at)} ${up.place(value)}`).join('');
    const dots =
      of.length <= mostDots
        ? of.map(([at, value]) => `<circle class="f${n % colours}" cx="${across.place(at)}" cy="${up.place(value)}" r="3"/>`).join('')
        : '';
    return `<path class="s${n % colours}" d="${path}"${dashes(n)}/>${dots}`;
  });
  const marked = marks.map(({ x, label }) => {
    const at = across.place(x);
    // The label is on the left of the line, since the legend may be on its right.
    return `<line class="mark" x1="${at}" x2="${at}" y1="${top}" y2="${height - bottom}"/><text x="${at - 4}" y="${top + 12}" text-anchor="end">${escaped(label)}</text>`;
  });
  const legend = series.map(
    ({ name }, n) =>
      `<line class="s${n % colours}" stroke-width="2" x1="${width - right + 12}" x2="${width - right + 34}" y1="${top + 8 + n * 18}" y2="${top + 8 + n * 18}"${dashes(n)}/><text x="${width - right + 40}" y="${top + 12 + n * 18}">${escaped(name)}</text>`,
  );
  const names = `<text x="${left}" y="${top - 8}">${escaped(y.label)}</text><text x="${width - right}" y="${height - 4}" text-anchor="end">${escaped(x.label)}</text>`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img"><title>${escaped(title)}</title>${[...grid, ...lines, ...marked, ...legend, names].join('')}</svg>`;
}

const [width, height, left, right, top, bottom] = [900, 320, 64, 190, 24, 40];
const colours = 6;
const mostDots = 24;
const dashes = (n: number): string => (n === 0 ? '' : ` stroke-dasharray="${[8, 3, 12, 2, 6][(n - 1) % 5]} 3"`);

interface Drawn {
  place(value: number): number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

function axisOf({ scale }: Axis, values: readonly number[], [from, to]: readonly [number, number]): Drawn {
  const isLog = scale !== 'linear';
  const positive = isLog ? values.filter((value) => value > 0) : values;
  const least = isLog ? Math.min(...positive, Number.POSITIVE_INFINITY) : Math.min(0, ...values);
  const most = Math.max(...positive, isLog ? 0 : 1e-9);
  const [low, high] = isLog ? [Math.log10(finite(least, 1)), Math.log10(finite(most, 10))] : [least, most];
  const span = high - low || 1;
  const place = (value: number): number => {
    const on = isLog ? Math.log10(Math.max(value, 10 ** low)) : value;
    return Math.round((from + ((on - low) / span) * (to - from)) * 10) / 10;
  };
  const ticks = (isLog ? powers(low, high) : rounds(low, high)).map((value) => ({
    at: place(value),
    label: scale === 'rare' ? percentile(value) : short(value),
  }));
  return { place, ticks };
}

const finite = (value: number, otherwise: number): number => (Number.isFinite(value) && value > 0 ? value : otherwise);

/** Returns 1, 2 and 5 times the powers of ten, or the powers alone if that would be too many. */
function powers(low: number, high: number): readonly number[] {
  const steps = high - low > 3 ? [1] : [1, 2, 5];
  const all = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, n) => 10 ** (Math.floor(low) + n)).flatMap((power) =>
    steps.map((step) => step * power),
  );
  return all.filter((value) => Math.log10(value) >= low - 1e-9 && Math.log10(value) <= high + 1e-9);
}

function rounds(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, n) => (first + n) * step);
}

const percentile = (oneIn: number): string => `${Number((100 * (1 - 1 / oneIn)).toPrecision(5))} %`;
const short = (value: number): string =>
  value >= 1e6
    ? `${Number((value / 1e6).toPrecision(3))} M`
    : value >= 1e4
      ? `${Number((value / 1e3).toPrecision(3))} k`
      : String(Number(value.toPrecision(3)));

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
