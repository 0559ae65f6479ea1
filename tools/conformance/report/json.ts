import { countsOf, type Finding, type Result, type Verdict } from '../check.ts';
import type { RuleResult } from '../rules/results.ts';
import type { Run } from '../run.ts';
import { followers } from './causes.ts';
import { commandsOf, curlOf } from './curl.ts';
import type { Secrets } from './hiding.ts';
import { missingOperations } from './missing-operations.ts';
import type { Parts } from './parts.ts';

/** The whole run for programs. Fields may be added; none changes its meaning. */
export interface JsonReport {
  readonly baseUrl: string;
  /** Tells that the run started this deployment for itself and has removed it. */
  readonly isOwnInstance: boolean;
  readonly profile: 'smoke' | 'full';
  /** Repeats the same draws when it is given as `--seed`. */
  readonly seed: number;
  /** Is an ISO 8601 time. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly webhooks: number;
  /** Says in words how the run kept within the budgets. */
  readonly pacing: string;
  /** Holds the ids of the tenants that the run made and the deployment has not deleted. */
  readonly tenants: readonly string[];
  /** Is by how much the run has moved the sandbox's clock ahead. */
  readonly clockMovedSeconds: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Counts the checks that were skipped for want of an operation that `--operations` does not name, by its id. */
  readonly missingOperations: Readonly<Record<string, number>>;
  /** Is ordered by id. */
  readonly results: readonly JsonResult[];
  /** Has every rule of the specification, in the order of `docs/rules.md`; is empty for a run of workflows. */
  readonly rules: readonly RuleResult[];
  readonly coverage: readonly JsonCoverage[];
}

export interface JsonResult {
  /** Is the group's letter and a number, and never changes. */
  readonly id: string;
  readonly title: string;
  /** States what the documents promise, and where. */
  readonly rule: string;
  readonly verdict: Verdict;
  /** Says why the check was skipped, else null. */
  readonly reason: string | null;
  readonly seconds: number;
  readonly requests: number;
  /** Is the id of the failure that has the same cause and is told first, else null. */
  readonly sameCauseAs: string | null;
  /** Is empty for a check that passed or was skipped. */
  readonly findings: readonly JsonFinding[];
}

export interface JsonFinding {
  readonly kind: 'fail' | 'warn';
  readonly message: string;
  /** Holds the requests that lead to the finding as commands, the last one included, where it takes more than one. */
  readonly sequence: readonly string[];
  /** Is the request as a command, with `$RINGPOST_API_KEY` for the key, or null if no single exchange shows the finding. */
  readonly curl: string | null;
  readonly status: number | null;
  /** Holds the first 10,000 characters of the answer. */
  readonly answer: string | null;
}

export interface JsonCoverage {
  /** Is one of operations, statuses, parameters, properties, error codes, events and scenarios. */
  readonly what: string;
  readonly seen: number;
  readonly all: number;
  readonly missing: readonly string[];
}

export function jsonReport(run: Run, { coverage, rules }: Parts, secrets: Secrets): string {
  const { target, profile, seed } = run.wanted;
  const report: JsonReport = {
    baseUrl: target.baseUrl,
    isOwnInstance: target.isOwnInstance ?? false,
    profile,
    seed,
    startedAt: run.startedAt.toISOString(),
    seconds: run.ms / 1_000,
    requests: run.exchanges.length,
    webhooks: run.deliveries.length,
    pacing: run.pacing,
    tenants: run.tenants,
    clockMovedSeconds: run.clockMovedSeconds,
    counts: countsOf(run.results),
    missingOperations: missingOperations(run.results),
    results: jsonResults(run.results, secrets),
    rules,
    coverage: coverage.map(({ what, seen, all, missing }) => ({ what, seen: seen.length, all: all.length, missing })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Returns results as the JSON report has them. */
export function jsonResults(results: readonly Result[], secrets: Secrets): readonly JsonResult[] {
  const follows = followers(results);
  return results.map(({ check, verdict, reason, findings, exchanges, ms }) => ({
    ...check,
    verdict,
    reason,
    seconds: ms / 1_000,
    requests: exchanges,
    sameCauseAs: follows.get(check.id) ?? null,
    findings: findings.map((finding) => findingOf(finding, secrets)),
  }));
}

const findingOf = ({ kind, message, exchange, sequence = [] }: Finding, secrets: Secrets): JsonFinding => ({
  kind,
  message,
  sequence: sequence.length > 1 ? commandsOf({ exchange, sequence }, secrets) : [],
  curl: exchange && curlOf(exchange, secrets),
  status: exchange?.response.status ?? null,
  answer: exchange?.response.text.slice(0, 10_000) ?? null,
});
