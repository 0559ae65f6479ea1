import { countsOf, type Result, type ResultGroup } from '../check.ts';
import type { RuleResult } from '../rules/results.ts';
import type { Run } from '../run.ts';
import { alike } from './alike.ts';
import { followers } from './causes.ts';
import { commandsOf } from './curl.ts';
import { escaped } from './escaped.ts';
import type { Secrets } from './hiding.ts';

/** Writes JUnit XML as CI servers read it: a suite for each group, a case for each result. `classname` begins the names of the cases' classes. */
export function junitReport(
  { results, ms }: Pick<Run, 'results' | 'ms'>,
  groups: readonly ResultGroup[],
  classname: string,
  secrets: Secrets,
  rules: readonly RuleResult[] = [],
): string {
  const follows = followers(results);
  const write = (result: Result): string => testCase(result, classname, secrets, follows.get(result.check.id));
  const suites = groups.map(
    (group) =>
      `  <testsuite name="${escaped(group.name)}" ${counts(group.results)}>\n${group.results.map(write).join('\n')}\n  </testsuite>`,
  );
  if (rules.length > 0) suites.push(ruleSuite(rules));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts(results)} time="${(ms / 1_000).toFixed(3)}">\n${suites.join('\n')}\n</testsuites>\n`;
}

/** The number is small because a CI server shows the findings in a list. */
const shownFindings = 20;

function testCase({ check, verdict, reason, findings, ms }: Result, classname: string, secrets: Secrets, sameCauseAs?: string): string {
  const opening = `    <testcase classname="${classname}.${check.id}" name="${escaped(`${check.id} ${check.title}`)}" time="${(ms / 1_000).toFixed(3)}"`;
  if (verdict === 'pass') return `${opening}/>`;
  if (verdict === 'skipped') return `${opening}><skipped message="${escaped(reason ?? '')}"/></testcase>`;
  if (sameCauseAs !== undefined)
    return `${opening}><failure message="${escaped(`The same as ${sameCauseAs}: ${findings[0]?.message ?? ''}`)}"/></testcase>`;
  const { shown, more } = alike(findings, shownFindings);
  const sentences = shown.map(({ message, finding }) => [message, ...commandsOf(finding, secrets)].join('\n'));
  const told = [...sentences, ...(more > 0 ? [`and ${more} more sentences of its kind`] : [])].join('\n\n');
  if (verdict === 'warn') return `${opening}><system-out>${escaped(told)}</system-out></testcase>`;
  const text = escaped(`${check.rule}\n\n${told}`);
  return `${opening}><failure message="${escaped(findings[0]?.message ?? '')}">${text}</failure></testcase>`;
}

/** Writes the results by rule as properties of a suite without cases, so that no failure is counted twice. */
const ruleSuite = (rules: readonly RuleResult[]): string =>
  `  <testsuite name="Rules of the specification" ${counts([])}>
    <properties>
${rules.map(({ id, verdict, by }) => `      <property name="${id}" value="${[verdict, ...by].join(' ')}"/>`).join('\n')}
    </properties>
  </testsuite>`;

function counts(results: readonly Result[]): string {
  const { fail, skipped } = countsOf(results);
  return `tests="${results.length}" failures="${fail}" skipped="${skipped}"`;
}
