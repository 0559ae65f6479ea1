import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawQuery } from '../contract/compile.ts';
import type { BucketState } from '../pacing/pacing.ts';
import type { RequestAbout } from '../tracing/request-about.ts';

/** One request and what has become known of it on its way: its id, who asks, which operation, and whose budget it shows. */
export interface Exchange extends RequestAbout {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: RawQuery;
  /** Real milliseconds of the process, for the log's duration alone. */
  readonly startedAt: number;
  /** How long its body took to arrive. */
  arrivalMs: number;
  route?: string;
  /** The path of the operation in its document, ids left out. */
  template?: string;
  tenantId?: string;
  /** The cell that an unknown key names: a router has sent it to the wrong one. */
  otherCell?: string;
  /** Shown in the `X-RateLimit-*` headers of whatever the answer will be. */
  budget?: BucketState;
}

/** What Polka has parsed of a request. */
export interface ParsedRequest extends IncomingMessage {
  readonly path: string;
  readonly query: RawQuery;
}

/** Of a request that was refused before Polka saw it, neither path nor query is known. */
export function openExchange(request: IncomingMessage & { path?: string; query?: RawQuery }, response: ServerResponse): Exchange {
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: request.path ?? '',
    query: request.query ?? {},
    requestId: requestIdOf(request),
    startedAt: performance.now(),
    arrivalMs: 0,
  };
}

/** The caller's own id, if it is a token that is safe to log and to send back; otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : newRequestId();
}

export const newRequestId = (): string => `req_${randomBytes(16).toString('hex')}`;
