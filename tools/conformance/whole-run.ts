import { type Finding, type Result, verdictOf } from './check.ts';
import type { Coverage } from './report/coverage.ts';
import { type Judged, responseRules } from './responses/judge.ts';

/** Returns what each rule of group B found in all answers. */
export function responseResults(judged: readonly Judged[], exchanges: number): readonly Result[] {
  return responseRules.map((rule) => {
    const findings = judged
      .filter((found) => found.rule === rule)
      .map(({ message, exchange }) => ({ kind: rule.kind, message: `${message} (${exchange.check})`, exchange }));
    const check = { id: rule.id, title: rule.title, rule: rule.rule };
    if (exchanges === 0) return { check, verdict: 'skipped', reason: 'nothing was asked', findings, exchanges, ms: 0 };
    return { check, verdict: verdictOf(findings), reason: null, findings, exchanges, ms: 0 };
  });
}

/** Group N checks that a whole run has covered the documents. */
export function coverageResults(coverage: readonly Coverage[]): readonly Result[] {
  return coverage
    .filter(({ mustBeWhole }) => mustBeWhole)
    .map(({ what, missing }, index): Result => {
      const check = {
        id: `N${index + 1}`,
        title: `The run has seen all ${what} of the documents`,
        rule: 'What was not seen was not judged.',
      };
      const findings: Finding[] =
        missing.length === 0 ? [] : [{ kind: 'warn', message: `Not seen: ${missing.join(', ')}.`, exchange: null }];
      return { check, verdict: verdictOf(findings), reason: null, findings, exchanges: 0, ms: 0 };
    });
}
