import type { Context } from '../context.ts';
import type { Metrics } from '../process/metrics.ts';
import { isSuccess, type Outcome } from './attempt.ts';
import { logAttempt } from './attempt-line.ts';
import { recordAttemptSpan } from './attempt-span.ts';
import type { Attempted } from './buffer.ts';
import type { AddressKind } from './delivery-agent.ts';
import type { Standing } from './endpoint-health.ts';
import type { OutcomeRecord } from './record-outcomes.ts';
import { afterAttempt } from './schedule.ts';

/** Logs, counts and traces an attempt that has just ended, and returns its outcome as it is to be written into the row. */
export function outcomeRecordOf(context: Telling, entry: Attempted, outcome: Outcome, about: About): OutcomeRecord {
  const { clock, random, metrics, tracing, log } = context;
  const { delivery } = entry;
  const endedAt = clock.now();
  const succeeded = isSuccess(outcome);
  const result = classOf(outcome);
  const next = afterAttempt(succeeded, delivery.cycleAttempt, endedAt, random());
  const record: OutcomeRecord = {
    delivery,
    next,
    responseStatus: outcome.kind === 'answered' ? outcome.status : null,
    errorMessage: succeeded ? null : outcome.kind === 'answered' ? `HTTP ${outcome.status}` : outcome.message,
    errorClass: succeeded ? null : result,
    responseHead: outcome.kind === 'answered' ? outcome.head : null,
    startedAt: about.startedAt,
    endedAt,
    durationMs: outcome.durationMs,
  };
  const lagMs = Math.max(0, about.startedAt.getTime() - delivery.dueAt.getTime());
  count(metrics, outcome, result, lagMs);
  logAttempt(log, entry, outcome, {
    lagMs,
    result,
    responseStatus: record.responseStatus,
    error: record.errorMessage,
    next,
    standing: about.standing,
    address: about.address,
  });
  if (tracing && delivery.trace) recordAttemptSpan(tracing, delivery.trace, entry, outcome, record);
  return record;
}

type Telling = Pick<Context, 'clock' | 'random' | 'metrics' | 'tracing' | 'log'>;

interface About {
  readonly startedAt: Date;
  /** The limits of its endpoint at the time, or null if no limits apply, as in a replay. */
  readonly standing: Standing | null;
  readonly address: AddressKind | null;
}

/** Counts a batch of written outcomes, and the deliveries that they finished. */
export function countRecorded(metrics: Metrics, recorded: readonly OutcomeRecord[]): void {
  metrics.flushRows.observe(recorded.length);
  for (const { delivery, next } of recorded) if (next.status !== 'retrying') metrics.deliveriesOf(delivery.eventType, next.status).inc();
}

function count(metrics: Metrics, outcome: Outcome, result: string, lagMs: number): void {
  metrics.attemptsOfClass(result).inc();
  metrics.attemptSeconds.observe(outcome.durationMs / 1_000);
  if (outcome.connectMs !== null) metrics.deliveryLagSeconds.observe((lagMs + outcome.connectMs) / 1_000);
  if (outcome.connection === 'new' && outcome.connectMs !== null) metrics.connectSeconds.observe(outcome.connectMs / 1_000);
  if (outcome.kind === 'unanswered' && outcome.blocked) metrics.addressBlocked.inc({ reason: outcome.blocked });
}

/** The class of an outcome, for example `http_5xx`, `timeout` or `tls`. */
const classOf = (outcome: Outcome): string => (outcome.kind === 'answered' ? `http_${Math.floor(outcome.status / 100)}xx` : outcome.class);
