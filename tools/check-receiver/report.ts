import { countsOf, type ResultGroup } from '../conformance/check.ts';
import { escaped } from '../conformance/report/escaped.ts';
import { type Secrets, secretsOf } from '../conformance/report/hiding.ts';
import { htmlPage, tableHtml, utc } from '../conformance/report/html-page.ts';
import { groupTables, section, tally } from '../conformance/report/html-results.ts';
import { jsonResults } from '../conformance/report/json.ts';
import { junitReport } from '../conformance/report/junit.ts';
import { countLine, resultLines } from '../conformance/report/terminal.ts';
import { milliseconds } from '../load/report/parts.ts';
import { cellsOf } from '../load/report/table.ts';
import type { LoadFigures } from './load.ts';
import type { ReceiverRun } from './run.ts';
import { groups } from './vector.ts';

type ReceiverReport = 'html' | 'json' | 'junit' | 'terminal';

export const hasFailed = ({ results }: ReceiverRun): boolean => results.some(({ verdict }) => verdict === 'fail');

export function receiverReport(kind: ReceiverReport, run: ReceiverRun): string {
  const keys = [run.wanted.secret, run.wanted.secondSecret].filter((secret) => secret !== null);
  const secrets = secretsOf({ keys: new Set(keys), exchanges: [] });
  return secrets.hiddenIn(writers[kind](run, secrets));
}

const writers: Readonly<Record<ReceiverReport, (run: ReceiverRun, secrets: Secrets) => string>> = {
  terminal: (run, secrets) =>
    [
      ...resultLines(run.results, groupsOf(run), secrets),
      ...(run.load ? [...loadLines(run.load), ''] : []),
      ...(run.unseen.length > 0 ? ['Not seen:', ...run.unseen.map((sentence) => `  ${sentence}`), ''] : []),
      `${run.requests} deliveries to ${run.wanted.url} in ${(run.ms / 1_000).toFixed(1)} s.`,
      countLine(run.results),
      '',
    ].join('\n'),
  html: htmlReport,
  json: jsonReport,
  junit: (run, secrets) => junitReport(run, groupsOf(run), 'receiver', secrets),
};

const groupsOf = ({ results }: ReceiverRun): readonly ResultGroup[] =>
  Object.entries({ ...groups, load: 'Load' })
    .map(([group, name]) => ({ name, results: results.filter((result) => result.group === group) }))
    .filter((group) => group.results.length > 0);

function htmlReport(run: ReceiverRun, secrets: Secrets): string {
  const { results, wanted, unseen, load } = run;
  return htmlPage({
    title: `The receiver at ${wanted.url}`,
    isGood: !hasFailed(run),
    verdict: hasFailed(run) ? 'The receiver breaks promises' : 'The receiver does what it must',
    head: `<p><code>${escaped(wanted.url)}</code></p>
<p>${utc(run.startedAt)} · ${run.requests} deliveries in ${(run.ms / 1_000).toFixed(1)} s${wanted.standardWebhooks ? ' · with the headers of Standard Webhooks' : ''}</p>
${tally(results)}`,
    main: `${section('Failures', results, 'fail', secrets)}
${section('Warnings', results, 'warn', secrets)}
${load ? `<h2>Load</h2>\n${tableHtml(['', 'count', 'half within', '90 %', '99 %', '99.9 %', 'longest'], durationRows(load))}` : ''}
${unseen.length > 0 ? `<h2>Not seen</h2><ul>${unseen.map((sentence) => `<li>${escaped(sentence)}</li>`).join('')}</ul>` : ''}
<h2>All vectors</h2>
${groupTables(groupsOf(run))}`,
  });
}

const durationRows = ({ answered, sendLag }: LoadFigures): readonly (readonly string[])[] =>
  Object.entries({ 'due to answered': answered, 'late to leave, by this machine': sendLag }).map(([what, summary]) => [
    what,
    ...cellsOf(summary),
  ]);

function loadLines({ rate, seconds, sent, taken, dropped, answered, sendLag }: LoadFigures): readonly string[] {
  return [
    `Load: ${rate}/s for ${seconds.toFixed(0)} s: ${sent} sent, ${taken} taken, ${dropped} dropped.`,
    `Due to answered: p50 ${milliseconds(answered.p50)}, p90 ${milliseconds(answered.p90)}, p99 ${milliseconds(answered.p99)}, p99.9 ${milliseconds(answered.p999)}, max ${milliseconds(answered.max)}.`,
    ...(sendLag.p99 < 50
      ? []
      : [`This machine itself was late to send (p99 ${milliseconds(sendLag.p99)}): the durations are those of both.`]),
  ];
}

/** Durations are in milliseconds, except in fields that name seconds. */
function jsonReport(run: ReceiverRun, secrets: Secrets): string {
  const { wanted, startedAt, ms, requests, results, unseen, load } = run;
  const report = {
    url: wanted.url,
    startedAt: startedAt.toISOString(),
    seconds: ms / 1_000,
    deliveries: requests,
    counts: countsOf(results),
    results: jsonResults(results, secrets).map((result, nth) => ({ group: results[nth]?.group, ...result })),
    unseen,
    load,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
