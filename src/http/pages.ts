import type { ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import { methodNotAllowed } from '../errors.ts';
import { refusalOf } from './api.ts';
import { openExchange, type ParsedRequest } from './exchange.ts';
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
    let reply: Reply;
    try {
      if (exchange.method !== 'GET' && exchange.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
      reply = await page(request);
    } catch (error) {
      reply = refusalReply(refusalOf(context, exchange, error));
    }
    sendReply(exchange, reply);
    recordRequest(context, exchange, reply.status);
  };
}
