import type { Result, ResultGroup } from '../check.ts';
import type { Run } from '../run.ts';
import { alike } from './alike.ts';
import { curlOf } from './curl.ts';
import { escaped } from './escaped.ts';
import type { Secrets } from './hiding.ts';

/** Writes JUnit XML as CI servers read it: a suite for each group, a case for each result. `classname` begins the names of the cases' classes. */
export function junitReport(
  { results, ms }: Pick<Run, 'results' | 'ms'>,
  groups: readonly ResultGroup[],
  classname: string,
  secrets: Secrets,
): string {
  const suites = groups.map(
    (group) =>
      `  <testsuite name="${escaped(group.name)}" ${counts(group.results)}>\n${group.results.map((result) => testCase(result, classname, secrets)).join('\n')}\n  </testsuite>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts(results)} time="${(ms / 1_000).toFixed(3)}">\n${suites.join('\n')}\n</testsuites>\n`;
}

/** The number is small because a CI server shows the findings in a list. */
const shownFindings = 20;

function testCase({ check, verdict, reason, findings, ms }: Result, classname: string, secrets: Secrets): string {
  const opening = `    <testcase classname="${classname}.${check.id}" name="${escaped(`${check.id} ${check.title}`)}" time="${(ms / 1_000).toFixed(3)}"`;
  if (verdict === 'pass') return `${opening}/>`;
  if (verdict === 'skipped') return `${opening}><skipped message="${escaped(reason ?? '')}"/></testcase>`;
  const { shown, more } = alike(findings, shownFindings);
  const sentences = shown.map(({ message, finding: { exchange } }) =>
    [message, ...(exchange ? [curlOf(exchange, secrets)] : [])].join('\n'),
  );
  const told = [...sentences, ...(more > 0 ? [`and ${more} more sentences of its kind`] : [])].join('\n\n');
  if (verdict === 'warn') return `${opening}><system-out>${escaped(told)}</system-out></testcase>`;
  const text = escaped(`${check.rule}\n\n${told}`);
  return `${opening}><failure message="${escaped(findings[0]?.message ?? '')}">${text}</failure></testcase>`;
}

function counts(results: readonly Result[]): string {
  const count = (verdict: string): number => results.filter((result) => result.verdict === verdict).length;
  return `tests="${results.length}" failures="${count('fail')}" skipped="${count('skipped')}"`;
}
