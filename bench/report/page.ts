import { drawPlot, escaped } from './plot.ts';
import type { Report, Section, Table } from './report.ts';

/** Returns one self-contained page, in the light or dark theme of its reader. */
export function pageOf(title: string, reports: readonly Report[], summary?: Section): string {
  const contents =
    reports.length > 1 ? `<p>${reports.map(({ name, title }) => `<a href="#${name}">${escaped(title)}</a>`).join(' · ')}</p>` : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}, ${escaped(reports[0]?.at ?? '')}</title>
<style>${style}</style>
<h1>${escaped(title)}</h1>
${contents}
${summary ? sectionOf(summary) : ''}
${reports.map((report) => reportOf(report, reports.length > 1)).join('\n')}
</html>
`;
}

function reportOf({ name, title, machine, at, setting, verdict, sections }: Report, isOneOfMany: boolean): string {
  return `<section id="${name}">
${isOneOfMany ? `<h2>${escaped(title)}</h2>` : ''}
<p>${escaped(machine)}. ${escaped(at)}. ${escaped(setting)}</p>
${linesOf(verdict)}
${sections.map(sectionOf).join('\n')}
</section>`;
}

function sectionOf({ title, lines = [], table, plots = [] }: Section): string {
  return `<h3>${escaped(title)}</h3>
${linesOf(lines)}
${table ? tableOf(table) : ''}
${plots.map((plot) => `<figure><figcaption>${escaped(plot.title)}</figcaption>${drawPlot(plot)}</figure>`).join('\n')}`;
}

const linesOf = (lines: readonly string[]): string => (lines.length > 0 ? `<pre>${escaped(lines.join('\n'))}</pre>` : '');

function tableOf([head = [], ...rows]: Table): string {
  const cells = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? `<th scope="row">${escaped(cell)}</th>` : `<td>${escaped(cell)}</td>`)).join('');
  const heads = head.map((cell) => `<th scope="col">${escaped(cell)}</th>`).join('');
  return `<div class="wide"><table><tr>${heads}</tr>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table></div>`;
}

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #8b939c; --paper: #fff; --s0: #2f6f9f; --s1: #b5651d; --s2: #7a5aa6; --s3: #2e7d4f; --s4: #b03a48; --s5: #59636e }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --faint: #7d868f; --paper: #15181c; --s0: #6cb2e0; --s1: #e8a95b; --s2: #b79be0; --s3: #74c69d; --s4: #ee8a95; --s5: #aab4be } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 3.5rem; border-top: 1px solid var(--faint); padding-top: 1rem } h3 { margin-top: 2rem }
a { color: var(--s0) } pre { white-space: pre-wrap; overflow-wrap: anywhere } .wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px } th, td { padding: 2px 10px; text-align: right; border-bottom: 1px solid color-mix(in srgb, var(--faint) 40%, transparent) } th:first-child { text-align: left }
figure { margin: 1.5rem 0 } figcaption { font-weight: 600 } svg { width: 100%; height: auto } svg text { font-size: 12px; fill: var(--ink) }
svg .grid { stroke: var(--faint); stroke-opacity: .3 } svg .mark { stroke: var(--ink); stroke-dasharray: 4 4 } svg path { fill: none; stroke-width: 2 }
${[0, 1, 2, 3, 4, 5].map((n) => `svg .s${n} { stroke: var(--s${n}) } svg .f${n} { fill: var(--s${n}); stroke: none }`).join('\n')}`;
