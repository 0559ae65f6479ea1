import type { ApiError } from '../errors.ts';
import { addBudget, type ShownBudget } from './budget-headers.ts';
import type { Exchange } from './exchange.ts';
import { discardBody } from './read-body.ts';

/** The answer of an operation. `rawJson` holds stored bytes that are sent unchanged; `text` holds documents, their pictures and metrics. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly rawJson?: string;
  readonly text?: string | Buffer;
}

/** Makes the error envelope of all refusals (`C-ERROR-01`). */
export const refusalReply = (error: ApiError): Reply => ({
  status: error.status,
  headers: error.headers,
  body: { error: { code: error.code, message: error.message, ...(error.details ? { details: error.details } : {}) } },
});

/** Sends an answer: envelope or body, the budget's headers, the request's id. */
export function sendReply(exchange: Exchange, reply: Reply): void {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) return;
  discardBody(request);
  const content = contentOf(reply);
  const headers: Record<string, string | number> = { 'X-Request-Id': exchange.requestId, 'Cache-Control': 'no-store' };
  if (exchange.budget) addBudget(headers, exchange.budget);
  if (content !== undefined) headers['Content-Type'] = 'application/json';
  if (reply.headers) Object.assign(headers, reply.headers);
  if (reply.status !== 204 && reply.status !== 304) headers['Content-Length'] = content === undefined ? 0 : Buffer.byteLength(content);
  response.writeHead(reply.status, headers).end(content);
}

function contentOf(reply: Reply): string | Buffer | undefined {
  if (reply.rawJson !== undefined) return reply.rawJson;
  if (reply.text !== undefined) return reply.text;
  return reply.body === undefined ? undefined : JSON.stringify(reply.body);
}

/** Writes an answer to input that never became a request: Node could not parse it, or it came too slowly. */
export function rawReply(error: ApiError, requestId: string, budget: ShownBudget | null): string {
  const { status, body } = refusalReply(error);
  const content = JSON.stringify(body);
  const rates = {};
  if (budget) addBudget(rates, budget);
  return [
    `HTTP/1.1 ${status} ${error.code}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(content)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(rates).map(([name, value]) => `${name}: ${value}`),
    '',
    content,
  ].join('\r\n');
}
