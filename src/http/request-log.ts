import type { Context } from '../context.ts';
import { type Log, writeInfo } from '../process/log.ts';
import { quoted } from '../process/quoted.ts';
import { traceIdOf } from '../process/trace-context.ts';
import { endRequestSpan } from '../tracing/request-span.ts';
import type { Exchange } from './exchange.ts';

/**
 * Records one log line, one count and one duration for a request. The line has neither key nor path: the route and the
 * ids of what was found are enough.
 */
export function recordRequest({ log, metrics }: Pick<Context, 'log' | 'metrics'>, exchange: Exchange, status: number): void {
  const { method, route = 'none', startedAt } = exchange;
  const elapsedMs = performance.now() - startedAt;
  if (log.isLevelEnabled('info')) logRequest(log, exchange, { method, route, status, elapsedMs });
  endRequestSpan(exchange, method, exchange.template, status);
  metrics.requests.inc({ operation: route, status });
  metrics.requestSeconds.observe({ operation: route, class: `${Math.floor(status / 100)}xx` }, elapsedMs / 1_000);
}

interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly elapsedMs: number;
}

/** The line is built by hand, since pino needs several times as long for so many members. */
function logRequest(log: Log, exchange: Exchange, { method, route, status, elapsedMs }: Answered): void {
  let members = `,"method":"${method}","route":"${route}","status":${status},"ms":${Math.round(elapsedMs * 100) / 100}`;
  members += `,"requestId":"${exchange.requestId}"`;
  for (const name of foundIds) {
    const id = exchange[name];
    if (id !== undefined) members += `,"${name}":${quoted(id)}`;
  }
  if (exchange.span) members += `,"trace_id":"${traceIdOf(exchange.span.context)}"`;
  writeInfo(log, members, 'request');
}

const foundIds = ['tenantId', 'callId', 'textId', 'deliveryId', 'otherCell'] as const;
