import type { Context } from '../context.ts';
import type { Exchange } from './exchange.ts';

/** One line and one count for a request. Neither the key nor the path's ids are in it: the route says enough. */
export function recordRequest({ log, metrics }: Pick<Context, 'log' | 'metrics'>, exchange: Exchange, status: number): void {
  const { method, route = 'none', requestId, tenantId, startedAt } = exchange;
  const ms = Math.round((performance.now() - startedAt) * 100) / 100;
  log.info({ method, route, status, ms, requestId, tenantId }, 'request');
  metrics.requests.inc({ operation: route, status });
}
