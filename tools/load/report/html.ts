import { escaped } from '../../conformance/report/escaped.ts';
import { htmlPage, tableHtml, utc } from '../../conformance/report/html-page.ts';
import { durations, phaseCounts } from '../figures.ts';
import type { LoadRun } from '../run.ts';
import { histogramHtml } from './histogram-html.ts';
import { aboutOf, accountLine, durationsOf, milliseconds, outcomeOf, reached, stagesOf, verdictOf, wordOf, wrongCounts } from './parts.ts';
import { cellsOf } from './table.ts';
import { lateSender, unexpectedAnswers } from './terminal.ts';

/** Writes the run as one self-contained page: the verdict, what came of everything, how long it took, and the phases. */
export function htmlReport(run: LoadRun): string {
  const outcome = outcomeOf(run);
  return htmlPage({
    title: `Load on ${run.baseUrl}`,
    isGood: outcome === 'cannot tell' ? null : outcome === 'passed',
    verdict: `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}: ${verdictOf(run)}`,
    head: `<p>${escaped(run.title)} · <code>${escaped(run.baseUrl)}</code></p>
<p>${utc(run.startedAt)} · ${run.seconds.toFixed(0)} s · ${escaped(run.machine)}</p>
<p>${accountLine(run)}</p>`,
    main: `${wrongHtml(run)}
<h2>What was asked for</h2>
${tableHtml(
  ['', 'threshold', 'reached'],
  run.judged.map((judged) => [wordOf(judged), judged.text, reached(judged)]),
)}
<h2>How far it came</h2>
${tableHtml(
  ['stage', 'came', 'of', 'half within', '99 %', 'measured as'],
  stagesOf(run).map(({ name, about, count, of, duration }) => {
    const summary = duration && run.whole.durations(duration)?.summary();
    const times = summary ? [milliseconds(summary.p50), milliseconds(summary.p99)] : ['–', '–'];
    return [`${name}: ${about}`, count === null ? 'not seen' : String(count), String(of), ...times, duration ?? '–'];
  }),
)}
<h2>How long it took</h2>
<div class="histograms">${durationsOf(run.whole)
      .map(([name]) => histogramHtml(name, run.whole.durations(name)?.bars() ?? []))
      .join('\n')}</div>
${tableHtml(
  ['', 'count', 'half within', '90 %', '99 %', '99.9 %', 'longest'],
  durationsOf(run.whole).map(([name, summary]) => [`${name}: ${durations[name]}`, ...cellsOf(summary)]),
)}
${run.knee === null ? '' : `<p>The deployment kept up at up to ${run.knee} requests a second.</p>`}
${[...unexpectedAnswers(run), ...lateSender(run)].map((sentence) => `<p>${escaped(sentence)}</p>`).join('')}
<h2>The load</h2>
${tableHtml(
  ['phase', 'rate a second', 'answered a second', 'seconds', ...Object.keys(phaseCounts)],
  run.phases.map((phase) => [
    phase.name,
    phase.rate === null ? '–' : String(phase.rate),
    phase.achieved.toFixed(1),
    phase.seconds.toFixed(0),
    ...Object.values(phase.counts).map(String),
  ]),
)}
${run.unseen.length === 0 ? '' : `<h2>Not seen</h2><ul>${run.unseen.map((sentence) => `<li>${escaped(sentence)}</li>`).join('')}</ul>`}`,
  });
}

function wrongHtml(run: LoadRun): string {
  const wrong = wrongCounts(run);
  if (wrong.length === 0) return '<p>Everything that was accepted came to its end, and nothing came twice.</p>';
  const items = wrong.map(([name, number]) => {
    const examples = run.reconciled.examples
      .filter(({ count }) => count === name)
      .map(({ about }) => `<li><code>${escaped(about)}</code></li>`);
    return `<details class="finding"><summary><b>${number}</b> ${name}: ${escaped(aboutOf(name, run.reconciled))}</summary><ul>${examples.join('')}</ul></details>`;
  });
  return `<h2>What came of it</h2>\n${items.join('\n')}`;
}
