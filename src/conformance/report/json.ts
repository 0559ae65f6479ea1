import { curlOf } from '../curl.ts';
import type { Run } from '../run.ts';
import type { Coverage } from './coverage.ts';

/** The whole run for programs. */
export function jsonReport(run: Run, coverage: readonly Coverage[]): string {
  const { target, profile, seed } = run.wanted;
  const report = {
    baseUrl: target.baseUrl,
    profile,
    seed,
    startedAt: run.startedAt.toISOString(),
    seconds: run.ms / 1_000,
    requests: run.exchanges.length,
    webhooks: run.deliveries.length,
    pacing: run.pacing,
    results: run.results.map(({ check, verdict, reason, findings, ms }) => ({
      ...check,
      verdict,
      reason,
      seconds: ms / 1_000,
      findings: findings.map(({ kind, message, exchange }) => ({
        kind,
        message,
        curl: exchange && curlOf(exchange),
        status: exchange?.response.status,
        answer: exchange?.response.text.slice(0, 10_000),
      })),
    })),
    coverage: coverage.map(({ what, seen, all }) => ({
      what,
      seen: seen.length,
      all: all.length,
      missing: all.filter((each) => !seen.includes(each)),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
