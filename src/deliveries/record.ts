import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { isSuccess, type Outcome } from './attempt.ts';
import type { Entry } from './buffer.ts';
import { afterAttempt } from './schedule.ts';
import type { Settled, Settlement } from './settlement.ts';

/** What is written of an attempt: the row to be, one log line, and the counts. */
export function settlementOf(entry: Entry, outcome: Outcome, about: About): Settlement {
  const { delivery, lease } = entry;
  const succeeded = isSuccess(outcome);
  const next = afterAttempt(succeeded, delivery.cycleAttempt, about.endedAt, about.chance);
  const settlement: Settlement = {
    delivery: { id: delivery.id, lease },
    next,
    responseStatus: outcome.kind === 'answered' ? outcome.status : null,
    errorMessage: succeeded ? null : outcome.kind === 'answered' ? `HTTP ${outcome.status}` : outcome.message,
    errorClass: succeeded ? null : classOf(outcome),
    responseHead: outcome.kind === 'answered' ? outcome.head : null,
    startedAt: about.startedAt,
    endedAt: about.endedAt,
    durationMs: outcome.durationMs,
  };
  count(about.metrics, outcome);
  about.log.info(
    {
      deliveryId: delivery.id,
      tenantId: delivery.tenantId,
      endpointId: delivery.endpointId,
      eventType: delivery.eventType,
      attempt: delivery.attempts + 1,
      result: classOf(outcome),
      responseStatus: settlement.responseStatus,
      durationMs: outcome.durationMs,
      status: next.status,
    },
    'webhook attempt',
  );
  return settlement;
}

interface About {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly chance: number;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Deliveries that came to their end with this batch. */
export function settledMetrics(metrics: Metrics, settled: readonly Settled[]): void {
  metrics.flushRows.observe(settled.length);
  for (const { event_type, status } of settled) if (status !== 'retrying') metrics.deliveries.inc({ event_type, result: status });
}

function count(metrics: Metrics, outcome: Outcome): void {
  metrics.attempts.inc({ class: classOf(outcome) });
  metrics.attemptSeconds.observe(outcome.durationMs / 1_000);
  if (outcome.kind === 'unanswered' && outcome.blocked) metrics.addressBlocked.inc({ reason: outcome.blocked });
}

/** `http_5xx`, `timeout`, `tls`. */
const classOf = (outcome: Outcome): string => (outcome.kind === 'answered' ? `http_${Math.floor(outcome.status / 100)}xx` : outcome.class);
