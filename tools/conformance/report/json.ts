import type { Finding, Result, Verdict } from '../check.ts';
import type { Run } from '../run.ts';
import type { Coverage } from './coverage.ts';
import { curlOf } from './curl.ts';
import type { Secrets } from './hiding.ts';

/** The whole run for programs. Fields are added, and none changes its meaning. */
export interface JsonReport {
  readonly baseUrl: string;
  readonly profile: 'smoke' | 'full';
  /** With `--seed` the same is drawn again. */
  readonly seed: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly webhooks: number;
  /** In words: how the run kept within the budgets. */
  readonly pacing: string;
  /** The ids of those that the run made and leaves. */
  readonly tenants: readonly string[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** In the order of their ids. */
  readonly results: readonly JsonResult[];
  readonly coverage: readonly JsonCoverage[];
}

export interface JsonResult {
  /** Its group's letter and a number: stable. */
  readonly id: string;
  readonly title: string;
  /** What the documents promise, and where. */
  readonly rule: string;
  readonly verdict: Verdict;
  /** Why it was skipped, else null. */
  readonly reason: string | null;
  readonly seconds: number;
  readonly requests: number;
  /** Empty where it passed or was skipped. */
  readonly findings: readonly JsonFinding[];
}

export interface JsonFinding {
  readonly kind: 'fail' | 'warn';
  readonly message: string;
  /** The request as a command, and what it was answered; null where no single exchange shows it. The key stands there as `$RINGPOST_API_KEY`. */
  readonly curl: string | null;
  readonly status: number | null;
  /** Its first 10,000 characters. */
  readonly answer: string | null;
}

export interface JsonCoverage {
  /** operations, statuses, parameters, properties, error codes, events or scenarios. */
  readonly what: string;
  readonly seen: number;
  readonly all: number;
  readonly missing: readonly string[];
}

export function jsonReport(run: Run, coverage: readonly Coverage[], secrets: Secrets): string {
  const { target, profile, seed } = run.wanted;
  const count = (verdict: Verdict): number => run.results.filter((result) => result.verdict === verdict).length;
  const report: JsonReport = {
    baseUrl: target.baseUrl,
    profile,
    seed,
    startedAt: run.startedAt.toISOString(),
    seconds: run.ms / 1_000,
    requests: run.exchanges.length,
    webhooks: run.deliveries.length,
    pacing: run.pacing,
    tenants: run.tenants,
    counts: { pass: count('pass'), fail: count('fail'), warn: count('warn'), skipped: count('skipped') },
    results: run.results.map((result) => resultOf(result, secrets)),
    coverage: coverage.map(({ what, seen, all }) => ({
      what,
      seen: seen.length,
      all: all.length,
      missing: all.filter((each) => !seen.includes(each)),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const resultOf = ({ check, verdict, reason, findings, exchanges, ms }: Result, secrets: Secrets): JsonResult => ({
  ...check,
  verdict,
  reason,
  seconds: ms / 1_000,
  requests: exchanges,
  findings: findings.map((finding) => findingOf(finding, secrets)),
});

const findingOf = ({ kind, message, exchange }: Finding, secrets: Secrets): JsonFinding => ({
  kind,
  message,
  curl: exchange && curlOf(exchange, secrets),
  status: exchange?.response.status ?? null,
  answer: exchange?.response.text.slice(0, 10_000) ?? null,
});
