import { groupOf, groups, type Result, type Verdict } from '../check.ts';
import type { Run } from '../run.ts';
import { alike } from './alike.ts';
import type { Coverage } from './coverage.ts';
import { curlOf } from './curl.ts';
import type { Secrets } from './hiding.ts';

/** Writes the report for a terminal: first the failures in full, then the skipped checks, then the groups and the coverage. */
export function terminalReport(run: Run, coverage: readonly Coverage[], secrets: Secrets): string {
  const of = (verdict: Verdict): readonly Result[] => run.results.filter((result) => result.verdict === verdict);
  const [failed, warned, skipped] = [of('fail'), of('warn'), of('skipped')];
  return [
    ...failed.flatMap((result) => findingLines(result, 'FAIL', secrets)),
    ...warned.flatMap((result) => findingLines(result, 'warn', secrets)),
    ...(skipped.length > 0
      ? ['', 'Skipped:', ...skipped.map(({ check, reason }) => `  ${check.id.padEnd(4)} ${check.title}: ${reason}`)]
      : []),
    '',
    ...groupLines(run.results),
    '',
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
    `${of('pass').length} passed, ${failed.length} failed, ${warned.length} warned, ${skipped.length} skipped.`,
    '',
  ].join('\n');
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

function groupLines(results: readonly Result[]): readonly string[] {
  return Object.entries(groups).flatMap(([letter, name]) => {
    const own = results.filter(({ check }) => groupOf(check.id) === letter);
    if (own.length === 0) return [];
    const count = (verdict: Verdict): number => own.filter((result) => result.verdict === verdict).length;
    const parts = [`${count('pass')} passed`];
    for (const verdict of ['fail', 'warn', 'skipped'] as const) if (count(verdict) > 0) parts.push(`${count(verdict)} ${words[verdict]}`);
    const sign = count('fail') > 0 ? '✗' : count('skipped') === own.length ? '–' : '✓';
    return [`${sign} ${letter} ${name.padEnd(26)} ${parts.join(', ')}`];
  });
}

const words = { fail: 'failed', warn: 'warned', skipped: 'skipped' };
