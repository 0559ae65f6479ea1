import type { ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import { methodNotAllowed } from '../errors.ts';
import { refusalOf } from './api.ts';
import { type Exchange, openExchange, type ParsedRequest } from './exchange.ts';
import { type Reply, refusalReply, sendReply } from './reply.ts';
import { recordRequest } from './request-log.ts';

/**
 * Serves a page that belongs to no API: documents, health, metrics. It takes GET and HEAD, and its refusals have the
 * same envelope.
 */
export type Page = (request: ParsedRequest) => Promise<Reply>;

export function servePage(
  context: Pick<Context, 'log' | 'metrics'>,
  route: string,
  page: Page,
): (request: ParsedRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const exchange = openExchange(request, response);
    exchange.route = route;
    await answerOutsideApi(context, exchange, async () => {
      if (exchange.method !== 'GET' && exchange.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
      return page(request);
    });
  };
}

/** Answers 304 if the client has the current version. */
export function unlessKnown(request: ParsedRequest, etag: string, reply: Reply): Reply {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (!known.includes(etag) && !known.includes('*')) return reply;
  return { status: 304, headers: { ETag: etag, 'Cache-Control': reply.headers?.['Cache-Control'] ?? 'no-cache' } };
}

/** Sends an answer that no document describes, or its refusal, and records the request. */
export async function answerOutsideApi(
  context: Pick<Context, 'log' | 'metrics'>,
  exchange: Exchange,
  answer: () => Promise<Reply>,
): Promise<void> {
  const reply = await answer().catch((error: unknown) => refusalReply(refusalOf(context, exchange, error)));
  sendReply(exchange, reply);
  recordRequest(context, exchange, reply.status);
}
