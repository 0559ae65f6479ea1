import type { ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import { Unserved } from '../db/unserved.ts';
import { ApiError, internalError, overloaded } from '../errors.ts';
import { traceIdOf } from '../process/trace-context.ts';
import { beginRequestSpan } from '../tracing/request-span.ts';
import { type Exchange, openExchange, type ParsedRequest } from './exchange.ts';
import { answer, type Surface } from './pipeline.ts';
import { type Reply, refusalReply, sendReply } from './reply.ts';
import { recordRequest } from './request-log.ts';

/** Serves one API. Every request is answered, logged and counted, whatever fails on the way. */
export function serveApi<Who>(
  context: Context,
  surface: Surface<Who>,
): (request: ParsedRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const exchange = openExchange(request, response);
    if (context.tracing && surface.beginsTraces)
      beginRequestSpan(context.tracing, exchange, exchange.method, request.headers['traceparent']);
    let reply: Reply;
    try {
      reply = await answer(surface, exchange);
    } catch (error) {
      if (!exchange.budget) await surface.gate.showAnyBudget(exchange);
      reply = refusalReply(refusalOf(context, exchange, error));
    }
    if (context.config.environment === 'development') checkReply(context, surface, exchange, reply);
    sendReply(exchange, reply);
    recordRequest(context, exchange, reply.status);
  };
}

/**
 * Returns a documented refusal as it is. Any other error is a fault of the service: the caller only learns of a fault,
 * and the log gets the whole error.
 */
export function refusalOf(
  context: Pick<Context, 'log' | 'metrics'>,
  exchange: Pick<Exchange, 'requestId' | 'callId' | 'textId' | 'deliveryId' | 'route' | 'span'>,
  error: unknown,
): ApiError {
  if (error instanceof ApiError) return error;
  const { requestId, callId, textId, deliveryId, route, span } = exchange;
  const about = { requestId, callId, textId, deliveryId, route, trace_id: span && traceIdOf(span.context) };
  if (error instanceof Unserved) {
    context.metrics.overloaded.inc({ reason: error.reason });
    // An overload refusal must cost little, so it gets no log line besides the request's own.
    if (error.reason !== 'room')
      context.log.warn({ ...about, reason: error.message, error: error.cause && String(error.cause) }, 'request not served');
    return overloaded();
  }
  context.log.error({ err: error, ...about }, 'request failed');
  return internalError();
}

/** In development, logs an answer that the document does not allow. The tests fail on such an answer. */
function checkReply<Who>(context: Context, { contract }: Surface<Who>, exchange: Exchange, reply: Reply): void {
  if (!exchange.route) return;
  const body: unknown = reply.rawJson === undefined ? reply.body : JSON.parse(reply.rawJson);
  const problems = contract.responseProblems(exchange.route, reply.status, body);
  if (problems.length > 0)
    context.log.error(
      { route: exchange.route, status: reply.status, problems, requestId: exchange.requestId },
      'an answer is not what the document says',
    );
}
