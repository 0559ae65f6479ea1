import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawQuery } from '../contract/compile.ts';
import { random16 } from '../process/identifiers.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import type { ShownBudget } from './budget-headers.ts';

/** One request and the facts found about it so far: its id, its caller, its operation, and the budget that the answer shows. */
export interface Exchange extends RequestAbout {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: RawQuery;
  /** Is in milliseconds of `performance.now()`, for the log's duration alone. */
  readonly startedAt: number;
  /** Is the time that the body took to arrive. */
  arrivalMs: number;
  route?: string;
  /** Is the path of the operation in its document, with parameters in braces. */
  template?: string;
  /** Is the cell that an unknown key names, which shows that a router chose the wrong cell. */
  otherCell?: string;
  /** Is shown in the headers of any answer. */
  budget?: ShownBudget;
}

export interface ParsedRequest extends IncomingMessage {
  readonly path: string;
  readonly query: RawQuery;
}

/** Opens an exchange. Path and query are unknown for a request that was refused before Polka parsed it. */
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

/** Returns the caller's own id if it is a token that is safe to log and to send back, otherwise a new one. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : newRequestId();
}

export const newRequestId = (): string => `req_${random16().toString('hex')}`;
