import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../context.ts';
import { decoded } from '../contract/routes.ts';
import { methodNotAllowed } from '../errors.ts';
import { serveRecording } from '../recordings/serve-recording.ts';
import { refusalOf } from './api.ts';
import { type Exchange, openExchange, type ParsedRequest } from './exchange.ts';
import { discardBody } from './read-body.ts';
import { refusalReply, sendReply } from './reply.ts';
import { recordRequest } from './request-log.ts';

/** Streams recordings of the local store. `recordings/serve-recording` checks the URL's signature. */
export function serveRecordings(context: Context): (request: ParsedRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const exchange = openExchange(request, response);
    exchange.route = '/recordings';
    const status = await stream(context, exchange).catch((error: unknown) => refuse(context, exchange, error));
    recordRequest(context, exchange, status);
  };
}

async function stream(context: Context, exchange: Exchange): Promise<number> {
  const { method, path, request, response, requestId } = exchange;
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
  const query = new URLSearchParams(request.url?.split('?', 2)[1] ?? '');
  const { callId, status, headers, body } = await serveRecording(context, decoded(path), query, request.headers.range);
  if (callId !== undefined) exchange.callId = callId;
  discardBody(request);
  response.writeHead(status, { ...headers, 'X-Request-Id': requestId });
  // Node would read the whole recording for an answer without a body, and no slow caller would hold it back.
  if (method === 'HEAD') {
    body.destroy();
    response.end();
  } else await pipeline(body, response);
  return status;
}

/** Answers a failure. A client that disconnects is none, and once the headers are sent no other answer is possible. */
function refuse(context: Context, exchange: Exchange, error: unknown): number {
  const { response, requestId, callId } = exchange;
  if (response.headersSent) {
    if (!isDisconnect(error)) context.log.error({ err: error, requestId, callId }, 'a recording broke off while it was sent');
    return response.statusCode;
  }
  const refusal = refusalOf(context, exchange, error);
  sendReply(exchange, refusalReply(refusal));
  return refusal.status;
}

const isDisconnect = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
