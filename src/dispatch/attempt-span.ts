import type { TraceContext } from '../process/trace-context.ts';
import { serverOf } from '../tracing/client-span.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Outcome } from './attempt.ts';
import type { Attempted } from './buffer.ts';
import type { OutcomeRecord } from './record-outcomes.ts';

/** Records one span for each attempt when it is over. An attempt sends no `traceparent`, so its id is not needed earlier. */
export function recordAttemptSpan(tracing: Tracing, trace: TraceContext, entry: Attempted, outcome: Outcome, record: OutcomeRecord): void {
  const { delivery, target } = entry;
  const span = tracing.begin(
    {
      name: target.method,
      kind: 'client',
      attributes: {
        'http.request.method': target.method,
        'http.request.resend_count': delivery.cycleAttempt === 0 ? undefined : delivery.cycleAttempt,
        ...serverOf(target.origin),
        'messaging.message.id': delivery.eventId,
        'messaging.destination.name': delivery.eventType,
        'ringpost.tenant.id': delivery.tenantId,
        'ringpost.endpoint.id': delivery.endpointId,
        'ringpost.delivery.id': delivery.id,
        'ringpost.delivery.attempt': delivery.attempts + 1,
      },
      beganMsAgo: outcome.durationMs,
    },
    trace,
  );
  span?.end({
    'http.response.status_code': record.responseStatus ?? undefined,
    'error.type': outcome.kind === 'answered' ? failedStatus(record) : outcome.class,
    'ringpost.delivery.status': record.next.status,
  });
}

const failedStatus = ({ responseStatus, errorClass }: OutcomeRecord): string | undefined =>
  errorClass === null ? undefined : String(responseStatus);
