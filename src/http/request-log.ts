import type { Context } from '../context.ts';
import { jsonText } from '../contract/raw-json.ts';
import { type Log, writeInfo } from '../log.ts';
import { endRequestSpan } from '../tracing/request-span.ts';
import { traceIdOf } from '../tracing/trace-context.ts';
import type { Exchange } from './exchange.ts';

/** One line, one count and one time for a request. Neither the key nor the path is in it: the route says enough, and the ids of what was found. */
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

/** Put together by hand: for so many members pino needs several times as long. */
function logRequest(log: Log, exchange: Exchange, { method, route, status, elapsedMs }: Answered): void {
  let members = `,"method":"${method}","route":"${route}","status":${status},"ms":${Math.round(elapsedMs * 100) / 100}`;
  members += `,"requestId":"${exchange.requestId}"`;
  for (const name of foundIds) {
    const id = exchange[name];
    if (id !== undefined) members += `,"${name}":${jsonText(id)}`;
  }
  if (exchange.span) members += `,"trace_id":"${traceIdOf(exchange.span.context)}"`;
  writeInfo(log, members, 'request');
}

const foundIds = ['tenantId', 'callId', 'textId', 'deliveryId', 'otherCell'] as const;
