import { escaped } from '../../tools/conformance/report/escaped.ts';
import { htmlPage, tableHtml, utc } from '../../tools/conformance/report/html-page.ts';
import type { Table } from '../../tools/load/report/table.ts';
import type { Report, Section } from './report.ts';
import { type Finding, findingsTable, heldSentence } from './thresholds.ts';

export interface BenchRun {
  readonly at: Date;
  readonly machine: string;
  readonly findings: readonly Finding[];
  readonly reports: readonly Report[];
}

/** Writes the benches of a run as one page, which looks as that of `ringpost load` does and has the verdict on top. */
export function benchPage({ at, machine, findings, reports }: BenchRun): string {
  const measured = findings.filter(({ verdict }) => verdict !== 'not measured');
  const missed = measured.filter(({ verdict }) => verdict === 'MISSED').map(({ figure }) => figure);
  return htmlPage({
    title: 'Benchmarks of Ringpost',
    isGood: measured.length > 0 && missed.length === 0,
    verdict: heldSentence(findings),
    head: `${missed.length > 0 ? `<p>Missed: ${escaped(missed.join('; '))}</p>\n` : ''}<p>${utc(at)} · ${escaped(machine)}</p>`,
    main: `<h2>Thresholds</h2>\n${figuresHtml(findingsTable(findings))}\n${reports.map(reportHtml).join('\n')}`,
  });
}

const reportHtml = ({ title, setting, verdict, sections }: Report): string => `<h2>${escaped(title)}</h2>
<p class="quiet">${escaped(setting)}</p>
<ul>${verdict.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>
${sections.map(sectionHtml).join('\n')}`;

const sectionHtml = ({ title, table, lines = [] }: Section): string => `<h3>${escaped(title)}</h3>
${table ? figuresHtml(table) : ''}
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}`;

const figuresHtml = ([titles = [], ...rows]: Table): string => tableHtml(titles, rows);
