import type { ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import type { ContractRoute } from '../contract/compile.ts';
import type { Params } from '../contract/routes.ts';
import { withoutNul } from '../contract/routes.ts';
import { isUnserved, Unserved } from '../db/unserved.ts';
import { ApiError, internalError, overloaded } from '../errors.ts';
import { isReported } from '../process/log.ts';
import { traceIdOf } from '../process/trace-context.ts';
import { beginRequestSpan } from '../tracing/request-span.ts';
import { type Exchange, openExchange, type ParsedRequest } from './exchange.ts';
import { answer, type Surface } from './pipeline.ts';
import { asProblemDetails } from './problem-details.ts';
import { type Reply, refusalReply, sendReply } from './reply.ts';
import { recordRequest } from './request-log.ts';

/**
 * Makes each path of the API's document a route of Polka, and refuses other paths under `basePath`. Every request is answered, logged
 * and counted, whatever fails on the way.
 */
export function serveApi<Who>(context: Context, surface: Surface<Who>, app: App, basePath: string): void {
  const serve = (routeOf: (request: RoutedRequest) => ContractRoute) => async (request: RoutedRequest, response: ServerResponse) => {
    const exchange = openExchange(request, response);
    if (context.tracing && surface.beginsTraces)
      beginRequestSpan(context.tracing, exchange, exchange.method, request.headers['traceparent']);
    let reply: Reply;
    try {
      reply = await answer(surface, exchange, routeOf(request));
    } catch (error) {
      if (!exchange.budget) await surface.gate.showAnyBudget(exchange);
      reply = refusalReply(refusalOf(context, exchange, error));
    }
    if (context.config.environment === 'development') checkReply(context, surface, exchange, reply);
    sendReply(exchange, asProblemDetails(reply, request.headers.accept, context.config.publicUrl));
    recordRequest(context, exchange, reply.status);
  };
  const { contract } = surface;
  // Polka tries every route of a method, so what only refuses has one route for all paths.
  const refused = (request: RoutedRequest): ContractRoute => contract.route(request.method, request.path);
  for (const { pattern, operations } of contract.paths)
    for (const [method, operation] of operations)
      app.add(
        method,
        pattern,
        // Polka takes HEAD for GET, and no document has it.
        serve((request) =>
          request.method === method ? { kind: 'operation', operation, params: routedParams(request) } : refused(request),
        ),
      );
  app.all(new RegExp(`^${basePath}(/|$)`), serve(refused));
}

/** Polka has decoded the parameters where that is possible. */
function routedParams({ params }: RoutedRequest): Params {
  for (const name in params) params[name] = withoutNul(params[name] ?? '');
  return params;
}

type RoutedRequest = ParsedRequest & { readonly method: string; readonly params: Record<string, string> };

interface App {
  add(method: string, pattern: RegExp, handler: (request: RoutedRequest, response: ServerResponse) => Promise<void>): unknown;
  all(pattern: RegExp, handler: (request: RoutedRequest, response: ServerResponse) => Promise<void>): unknown;
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
    if (error.reason !== 'room' && !isReported(error.cause))
      context.log.warn({ ...about, reason: error.message, error: error.cause && String(error.cause) }, 'request not served');
    return overloaded();
  }
  if (isUnserved(error)) return overloaded();
  context.log.error({ err: error, ...about }, 'request failed');
  return internalError();
}

/** In development, logs an answer that the document does not allow. The tests fail on such an answer. */
function checkReply<Who>(context: Context, { contract }: Surface<Who>, exchange: Exchange, reply: Reply): void {
  if (!exchange.route) return;
  const body: unknown = reply.rawJson === undefined ? (reply.body ?? null) : JSON.parse(reply.rawJson);
  const problems = contract.responseProblems(exchange.route, reply.status, body);
  if (problems.length > 0)
    context.log.error(
      { route: exchange.route, status: reply.status, problems, requestId: exchange.requestId },
      'an answer is not what the document says',
    );
}
