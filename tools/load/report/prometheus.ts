import type { LoadRun } from '../run.ts';
import { cannotTell, durationsOf, passed } from './parts.ts';

/** Writes the run in Prometheus' text format, for a Pushgateway or a textfile collector. Durations are in seconds. */
export function prometheusReport(run: LoadRun): string {
  const lines = [
    '# HELP ringpost_load_passed Whether every threshold held.',
    '# TYPE ringpost_load_passed gauge',
    `ringpost_load_passed ${passed(run) ? 1 : 0}`,
    '# HELP ringpost_load_cannot_tell Whether nothing failed, but this machine was too late itself to judge every threshold.',
    '# TYPE ringpost_load_cannot_tell gauge',
    `ringpost_load_cannot_tell ${cannotTell(run) ? 1 : 0}`,
    '# HELP ringpost_load_account What the run accounts for, by kind.',
    '# TYPE ringpost_load_account gauge',
    ...Object.entries(run.reconciled.counts).map(([kind, count]) => `ringpost_load_account{kind="${kind}"} ${count}`),
    '# HELP ringpost_load_duration_seconds Durations by stage.',
    '# TYPE ringpost_load_duration_seconds summary',
    ...durationsOf(run.whole).flatMap(([name, { count, p50, p90, p95, p99, p999 }]) => [
      ...Object.entries({ 0.5: p50, 0.9: p90, 0.95: p95, 0.99: p99, 0.999: p999 }).map(
        ([quantile, ms]) => `ringpost_load_duration_seconds{stage="${name}",quantile="${quantile}"} ${ms / 1_000}`,
      ),
      `ringpost_load_duration_seconds_count{stage="${name}"} ${count}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
