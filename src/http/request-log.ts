import type { Context } from '../context.ts';
import { unredacted } from '../log.ts';
import { endRequestSpan } from '../tracing/request-span.ts';
import { traceIdOf } from '../tracing/trace-context.ts';
import type { Exchange } from './exchange.ts';

/** One line, one count and one time for a request. Neither the key nor the path is in it: the route says enough, and the ids of what was found. */
export function recordRequest({ log, metrics }: Pick<Context, 'log' | 'metrics'>, exchange: Exchange, status: number): void {
  const { method, route = 'none', requestId, tenantId, callId, textId, deliveryId, otherCell, startedAt, span } = exchange;
  const elapsedMs = performance.now() - startedAt;
  const ms = Math.round(elapsedMs * 100) / 100;
  unredacted(log).info(
    { method, route, status, ms, requestId, tenantId, callId, textId, deliveryId, otherCell, trace_id: span && traceIdOf(span.context) },
    'request',
  );
  endRequestSpan(exchange, method, exchange.template, status);
  metrics.requests.inc({ operation: route, status });
  metrics.requestSeconds.observe({ operation: route, class: `${Math.floor(status / 100)}xx` }, elapsedMs / 1_000);
}
