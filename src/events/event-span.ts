import type { TraceContext } from '../process/trace-context.ts';
import type { Span, Tracing } from '../tracing/tracing.ts';
import type { OutgoingEvent } from './event.ts';

/** Begins the span of an event's publication, which is the parent of its attempts' spans. Returns null if its cause is not traced. */
export function beginEventSpan(tracing: Tracing | null, { eventType, trace }: OutgoingEvent): Span | null {
  if (!tracing || !trace) return null;
  return tracing.begin(
    {
      name: `publish ${eventType}`,
      kind: 'producer',
      attributes: {
        'messaging.system': 'ringpost',
        'messaging.operation.name': 'publish',
        'messaging.operation.type': 'send',
        'messaging.destination.name': eventType,
      },
    },
    trace,
  );
}

/** Ends the span once the event is committed. */
export const endEventSpan = (span: Span, eventId: string): void => span.end({ 'messaging.message.id': eventId });

/** Returns the trace context to store with the event. A process that makes no spans passes on the context that it was given. */
export const traceToKeep = (event: OutgoingEvent, span: Span | null): TraceContext | null => span?.context ?? event.trace ?? null;
