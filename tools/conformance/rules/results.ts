import type { Result, Verdict } from '../check.ts';
import { ruleCoverage } from './coverage.ts';
import { looks } from './looks.ts';

/** What a run says of a rule of the specification. */
export interface RuleResult {
  /** Is its id in `docs/rules.md`. */
  readonly id: string;
  readonly section: string;
  readonly says: string;
  /**
   * Is the worst of the checks that look at the rule. It is `pass` only if all of them ran, and `partly` if those that ran
   * found nothing and others did not run.
   */
  readonly verdict: Verdict | 'partly';
  /** Holds the ids of the checks with that verdict; of `partly` those that passed. */
  readonly by: readonly string[];
  /** Says why not all was judged, else null. */
  readonly reason: string | null;
}

/**
 * Returns a result for each rule, by the table that `--coverage` shows. Is empty where no result is of a check in that
 * table, as in a run of workflows.
 */
export function ruleResults(results: readonly Result[]): readonly RuleResult[] {
  if (!results.some(({ check }) => looks[check.id])) return [];
  const byCheck = new Map(results.map((result) => [result.check.id, result]));
  return ruleCoverage().map(({ id, section, says, by, unseen }): RuleResult => {
    const checks = [...new Set(Object.values(by).flat())];
    const verdicts = new Map(checks.map((check) => [check, verdictOn(id, byCheck.get(check))]));
    const having = (verdict: Verdict): readonly string[] => checks.filter((check) => verdicts.get(check) === verdict);
    const skipped = having('skipped');
    const worst = (['fail', 'warn', 'pass'] as const).find((verdict) => having(verdict).length > 0) ?? 'skipped';
    const verdict = worst === 'pass' && skipped.length > 0 ? 'partly' : worst;
    const isWhole = verdict !== 'partly' && verdict !== 'skipped';
    const endedEarly = skipped.filter((check) => byCheck.get(check)?.verdict === 'fail');
    const notRun = skipped.filter((check) => !endedEarly.includes(check));
    const reason = [
      ...(notRun.length > 0 ? [`${notRun.join(', ')} did not run`] : []),
      ...(endedEarly.length > 0 ? [`${endedEarly.join(', ')} did not run to its end`] : []),
    ].join('; ');
    return { id, section, says, verdict, by: having(worst), reason: unseen ?? (isWhole ? null : reason) };
  });
}

/** A check that failed says of a rule that its findings do not name only that it was not judged to the end. */
function verdictOn(rule: string, result: Result | undefined): Verdict {
  if (result?.verdict !== 'fail') return result?.verdict ?? 'skipped';
  const failures = result.findings.filter(({ kind }) => kind === 'fail');
  return failures.length === 0 || failures.some(({ rules }) => !rules || rules.includes(rule)) ? 'fail' : 'skipped';
}

/** Counts the rules by what is said of them, in a sentence. */
export function ruleCounts(rules: readonly RuleResult[]): string {
  const count = (verdict: RuleResult['verdict']): number => rules.filter((rule) => rule.verdict === verdict).length;
  return [
    `${count('pass')} of ${rules.length} hold`,
    `${count('partly')} were looked at by a part of their checks alone`,
    `${count('warn')} have a warning`,
    `${count('skipped')} were not judged`,
    `${count('fail')} ${count('fail') === 1 ? 'is' : 'are'} broken`,
  ].join(', ');
}
