import type { Percentiles, Run } from './figures.ts';

/** One page that needs nothing else: the figures as bars, in the light or the dark as its reader has it. */
export function pageOf(result: Result): string {
  const entries = Object.entries(result.figures);
  const cpu = entries.map(([name, { saturated }]) => ({ name, parts: partsOf(saturated) }));
  const waits = (of: 'firstByteMs' | 'recordedMs'): readonly Row[] =>
    entries.flatMap(([name, { saturated, atRest, atHalf }]) =>
      name === 'limit'
        ? []
        : [
            { name: `${name}, 300/s`, parts: spread(atRest?.[of]) },
            { name: `${name}, half`, parts: spread(atHalf?.[of]) },
            { name: `${name}, saturated`, parts: spread(saturated[of]) },
          ],
    );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dispatch, ${escaped(result.at)}</title>
<style>${style}</style>
<h1>Dispatch</h1>
<p>${escaped(result.machine)}. ${escaped(result.at)}. ${result.options.tenants} tenants, ${result.options.rounds} interleaved rounds, medians.</p>
<pre>${escaped(result.verdict.join('\n'))}</pre>
<h2>Deliveries a second, saturated</h2>
${bars(
  'Deliveries a second',
  entries.map(([name, { saturated }]) => ({ name, parts: [{ kind: 'a', value: saturated.perSecond }] })),
  0,
)}
<h2>CPU for each delivery, µs, without the receiver</h2>
<p><b class="a">■</b> service <b class="b">■</b> PostgreSQL <b class="c">■</b> Redis</p>
${bars('CPU for each delivery', cpu, 0)}
<h2>From commit to first byte, ms</h2>
<p><b class="a">■</b> median <b class="b">■</b> to p90 <b class="c">■</b> to p99</p>
${bars('From commit to first byte', waits('firstByteMs'), 1)}
<h2>From commit to recorded, ms</h2>
${bars('From commit to recorded', waits('recordedMs'), 1)}
</html>
`;
}

export interface Result {
  readonly at: string;
  readonly machine: string;
  readonly options: { readonly tenants: string; readonly rounds: number };
  readonly verdict: readonly string[];
  readonly figures: Readonly<Record<string, { readonly saturated: Run; readonly atRest: Run | null; readonly atHalf: Run | null }>>;
}

interface Row {
  readonly name: string;
  readonly parts: readonly Part[];
}

interface Part {
  readonly kind: 'a' | 'b' | 'c';
  readonly value: number;
}

const partsOf = ({ cpu }: Run): readonly Part[] => [
  { kind: 'a', value: cpu.service },
  { kind: 'b', value: cpu.postgres },
  { kind: 'c', value: cpu.redis },
];

/** One after the other, so that the whole bar ends at p99. */
const spread = (wait: Percentiles | undefined): readonly Part[] =>
  wait
    ? [
        { kind: 'a', value: wait.p50 },
        { kind: 'b', value: wait.p90 - wait.p50 },
        { kind: 'c', value: wait.p99 - wait.p90 },
      ]
    : [];

const [label, width, line] = [220, 560, 24];

function bars(title: string, rows: readonly Row[], digits: number): string {
  const sums = rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(...sums, 1e-9);
  const drawn = rows.map(({ name, parts }, place) => {
    const y = place * line;
    let x = label;
    const rects = parts.map(({ kind, value }) => {
      const wide = (value / most) * width;
      const rect = `<rect class="${kind}" x="${x.toFixed(1)}" y="${y + 4}" width="${wide.toFixed(1)}" height="${line - 8}"/>`;
      x += wide;
      return rect;
    });
    const text = parts.length > 1 ? `${sums[place]?.toFixed(digits)} (${parts[0]?.value.toFixed(digits)})` : sums[place]?.toFixed(digits);
    return `<text x="${label - 8}" y="${y + 16}" text-anchor="end">${escaped(name)}</text>${rects.join('')}<text x="${(x + 6).toFixed(1)}" y="${y + 16}">${text}</text>`;
  });
  return `<svg viewBox="0 0 ${label + width + 140} ${rows.length * line}" role="img"><title>${title}</title>${drawn.join('\n')}</svg>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --a: #2f6f9f; --b: #c77d2e; --c: #7a5aa6 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #15181c; --a: #6cb2e0; --b: #e8a95b; --c: #b79be0 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
svg { width: 100%; height: auto } text { font-size: 13px; fill: var(--ink) } h2 { margin-top: 2.5rem }
rect.a { fill: var(--a) } rect.b { fill: var(--b) } rect.c { fill: var(--c) } b.a { color: var(--a) } b.b { color: var(--b) } b.c { color: var(--c) }`;
