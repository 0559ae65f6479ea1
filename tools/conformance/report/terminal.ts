import { groupsOf, type Result, type ResultGroup, type Verdict } from '../check.ts';
import type { Run } from '../run.ts';
import { alike } from './alike.ts';
import type { Coverage } from './coverage.ts';
import { curlOf } from './curl.ts';
import type { Secrets } from './hiding.ts';

/** Writes the report for a terminal: first the failures in full, then the skipped checks, then the groups and the coverage. */
export function terminalReport(run: Run, coverage: readonly Coverage[], secrets: Secrets): string {
  return [
    ...resultLines(run.results, groupsOf(run.results), secrets),
    `Coverage: ${coverage.map(({ what, seen, all }) => `${what} ${seen.length}/${all.length}`).join(', ')}`,
    `${run.exchanges.length} requests and ${run.deliveries.length} webhooks in ${(run.ms / 1_000).toFixed(1)} s; ${run.pacing}; seed ${run.wanted.seed}.`,
    ...(run.tenants.length > 0
      ? [
          `It leaves ${run.tenants.length} tenants that are named Conformance, for this deployment has not deleted them; the JSON report has their ids.`,
        ]
      : []),
    ...(run.clockMovedSeconds > 1
      ? [
          `It has moved the sandbox's clock ahead by ${spanOf(run.clockMovedSeconds)}, and a clock cannot be moved back. --keep-clock leaves it alone.`,
        ]
      : []),
    countLine(run.results),
    '',
  ].join('\n');
}

/** Returns the lines of the results: first the failures and warnings in full, then the skipped ones, then the groups. */
export function resultLines(results: readonly Result[], groups: readonly ResultGroup[], secrets: Secrets): readonly string[] {
  const of = withVerdict(results);
  const skipped = of('skipped');
  return [
    ...byCause(of('fail')).flatMap((alike) => (alike.length > 1 ? causeLines(alike, secrets) : findingLines(alike[0], 'FAIL', secrets))),
    ...of('warn').flatMap((result) => findingLines(result, 'warn', secrets)),
    ...(skipped.length > 0
      ? ['', 'Skipped:', ...skipped.map(({ check, reason }) => `  ${check.id.padEnd(4)} ${check.title}: ${reason}`)]
      : []),
    '',
    ...groups.map(groupLine),
    '',
  ];
}

export function countLine(results: readonly Result[]): string {
  const of = withVerdict(results);
  return `${of('pass').length} passed, ${of('fail').length} failed, ${of('warn').length} warned, ${of('skipped').length} skipped.`;
}

const withVerdict =
  (results: readonly Result[]) =>
  (verdict: Verdict): readonly Result[] =>
    results.filter((result) => result.verdict === verdict);

type Some<Value> = readonly [Value, ...Value[]];

/** Puts checks together that ended with the same single finding, since one cause stops them all. */
function byCause(failed: readonly Result[]): readonly Some<Result>[] {
  const causes = new Map<string, [Result, ...Result[]]>();
  for (const result of failed) {
    const [finding, ...more] = result.findings;
    const cause = finding && more.length === 0 ? finding.message : result.check.id;
    const alike = causes.get(cause);
    if (alike) alike.push(result);
    else causes.set(cause, [result]);
  }
  return [...causes.values()];
}

const causeLines = (results: Some<Result>, secrets: Secrets): readonly string[] => [
  ...findingLines(results[0], 'FAIL', secrets),
  `     The same stops ${results
    .slice(1)
    .map(({ check }) => check.id)
    .join(', ')}.`,
];

/** A time in days, hours and minutes, such as "1 d 3 h". */
function spanOf(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length > 0 ? shown.join(' ') : `${seconds} s`;
}

/** Three findings are enough to act on; the report files hold the rest. */
const shownFindings = 3;

function findingLines({ check, findings }: Result, word: string, secrets: Secrets): readonly string[] {
  const { shown, more } = alike(findings, shownFindings);
  return [
    '',
    `${word} ${check.id} ${check.title}`,
    `     rule: ${check.rule}`,
    ...shown.flatMap(({ message, finding: { exchange, sequence = [] } }) => [
      `     ${message}`,
      ...sequence.slice(0, -1).map((earlier) => `       ${curlOf(earlier, secrets)}`),
      ...(exchange
        ? [`       ${curlOf(exchange, secrets)}`, `       → ${exchange.response.status} ${exchange.response.text.slice(0, 300)}`]
        : []),
    ]),
    ...(more > 0 ? [`     and ${more} more sentences of its kind`] : []),
  ];
}

function groupLine({ name, results }: ResultGroup): string {
  const of = withVerdict(results);
  const parts = [`${of('pass').length} passed`];
  for (const verdict of ['fail', 'warn', 'skipped'] as const)
    if (of(verdict).length > 0) parts.push(`${of(verdict).length} ${words[verdict]}`);
  const sign = of('fail').length > 0 ? '✗' : of('skipped').length === results.length ? '–' : '✓';
  return `${sign} ${name.padEnd(28)} ${parts.join(', ')}`;
}

const words = { fail: 'failed', warn: 'warned', skipped: 'skipped' };
