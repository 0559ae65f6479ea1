import { type RuleResult, ruleResults } from '../rules/results.ts';
import type { Run } from '../run.ts';
import { type Coverage, coverageOf } from './coverage.ts';

/** What the reports of a run tell beside its results. */
export interface Parts {
  readonly coverage: readonly Coverage[];
  readonly rules: readonly RuleResult[];
}

export const partsOf = (run: Run): Parts => ({ coverage: coverageOf(run), rules: ruleResults(run.results) });
