import { countsOf, groupsOf, outcomeOf, type Result, type ResultGroup, type Verdict } from '../check.ts';
import { type RuleResult, ruleCounts } from '../rules/results.ts';
import type { Run } from '../run.ts';
import { alike } from './alike.ts';
import { type Cause, causesOf } from './causes.ts';
import { commandsOf } from './curl.ts';
import type { Secrets } from './hiding.ts';
import { missingSentence } from './missing-operations.ts';
import type { Parts } from './parts.ts';

/** Writes the report for a terminal: first the failures in full, then the skipped checks, then the groups and the coverage. */
export function terminalReport(run: Run, { coverage, rules }: Parts, secrets: Secrets): string {
  return [
    ...resultLines(run.results, groupsOf(run.results), secrets),
    ...(rules.length > 0 ? [ruleLine(rules)] : []),
    `Coverage: ${coverage.map(({ what, seen, all }) => `${what} ${seen.length}/${all.length}`).join(', ')}`,
    `${run.exchanges.length} requests and ${run.deliveries.length} webhooks in ${(run.ms / 1_000).toFixed(1)} s; ${run.pacing}; seed ${run.wanted.seed}.`,
    ...(run.tenants.length > 0
      ? [
          `It leaves ${run.tenants.length} tenants that are named Conformance, for this deployment has not deleted them; the JSON report has their ids.`,
        ]
      : []),
    ...(run.wanted.target.isOwnInstance ? ['It judged an instance that it started for itself and has removed.'] : []),
    ...(run.clockMovedSeconds > 1 && !run.wanted.target.isOwnInstance
      ? [
          `It has moved the sandbox's clock ahead by ${spanOf(run.clockMovedSeconds)}, and a clock cannot be moved back. --clock keep leaves it alone.`,
        ]
      : []),
    `${countLine(run.results)}${outcomeOf(run.results) === 'nothing judged' ? ' Nothing was judged: no check of the service could be run.' : ''}`,
    '',
  ].join('\n');
}

/** Returns the lines of the results: first the failures and warnings in full, then the skipped ones, then the groups. */
export function resultLines(results: readonly Result[], groups: readonly ResultGroup[], secrets: Secrets): readonly string[] {
  const having = (verdict: Verdict): readonly Result[] => results.filter((result) => result.verdict === verdict);
  const skipped = having('skipped');
  const missing = missingSentence(results);
  return [
    ...causesOf(results).flatMap((cause) => causeLines(cause, secrets)),
    ...having('warn').flatMap((result) => findingLines(result, 'warn', secrets)),
    ...(skipped.length > 0
      ? ['', 'Skipped:', ...skipped.map(({ check, reason }) => `  ${check.id.padEnd(4)} ${check.title}: ${reason}`)]
      : []),
    ...(missing === null ? [] : ['', missing]),
    '',
    ...groups.map(groupLine),
    '',
  ];
}

export function countLine(results: readonly Result[]): string {
  const { pass, fail, warn, skipped } = countsOf(results);
  return `${pass} passed, ${fail} failed, ${warn} warned, ${skipped} skipped.`;
}

const causeLines = ({ failure, others }: Cause, secrets: Secrets): readonly string[] => [
  ...findingLines(failure, 'FAIL', secrets),
  ...(others.length > 0 ? [`     The same stops ${others.map(({ check }) => check.id).join(', ')}.`] : []),
];

/** Says in a line how many rules of the specification hold, and names the first that do not. */
function ruleLine(rules: readonly RuleResult[]): string {
  const broken = rules.filter(({ verdict }) => verdict === 'fail').map(({ id, by }) => `${id} (${by.join(', ')})`);
  const named = `${broken.slice(0, 10).join(', ')}${broken.length > 10 ? ' and others' : ''}`;
  return `Rules of the specification: ${ruleCounts(rules)}${broken.length > 0 ? `: ${named}` : ''}.`;
}

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
    ...shown.flatMap(({ message, finding }) => [
      `     ${message}`,
      ...commandsOf(finding, secrets).map((command) => `       ${command}`),
      ...(finding.exchange ? [`       → ${finding.exchange.response.status} ${finding.exchange.response.text.slice(0, 300)}`] : []),
    ]),
    ...(more > 0 ? [`     and ${more} more sentences of its kind`] : []),
  ];
}

function groupLine({ name, results }: ResultGroup): string {
  const counts = countsOf(results);
  const parts = [`${counts.pass} passed`];
  for (const verdict of ['fail', 'warn', 'skipped'] as const) if (counts[verdict] > 0) parts.push(`${counts[verdict]} ${words[verdict]}`);
  const sign = counts.fail > 0 ? '✗' : counts.skipped === results.length ? '–' : '✓';
  return `${sign} ${name.padEnd(28)} ${parts.join(', ')}`;
}

const words = { fail: 'failed', warn: 'warned', skipped: 'skipped' };
