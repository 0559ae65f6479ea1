import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonOf as jsonOfText } from '../../../src/contract/json.ts';
import { listen } from '../../support/api.ts';

/**
 * An HTTP proxy that passes everything on, but for the one thing in which its mutant is broken. It stands before the
 * service to break answers, and before the run's receiver to break webhooks: the same in both directions.
 */
export interface Mutant {
  /** What comes waits until what came before it is answered. */
  readonly oneAtATime?: true;
  /** What comes is passed on only after this time. */
  readonly delayMs?: number;
  /** What is passed on in place of what came; an `answer` is given at once, and nothing passed on. */
  request?(request: Passed): Passed | Swallowed;
  /** What is done besides: `forward` asks the service something else. */
  act?(response: Returned, request: Passed, forward: (other: Passed) => Promise<Returned>): Promise<unknown>;
  /** What is answered where nothing was answered. */
  readonly unanswered?: Returned;
  /** What is answered in place of what was answered. */
  response?(response: Returned, request: Passed): Returned;
}

export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

export interface Returned {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Never passed on: the proxy answers by itself. */
export interface Swallowed {
  readonly answer: Returned;
}

export interface Proxy {
  readonly origin: string;
  readonly port: number;
  stop(): Promise<void>;
}

export async function startProxy(target: string, mutant: Mutant): Promise<Proxy> {
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((incoming, response) => {
    const passed = mutant.oneAtATime ? before.then(() => pass(incoming, target, mutant)) : pass(incoming, target, mutant);
    before = passed.catch(() => {});
    void passed.then(
      ({ status, headers, body }) => response.writeHead(status, framed(headers, status, body)).end(body),
      () => response.destroy(),
    );
  });
  const { origin, port, close: stop } = await listen(server);
  return { origin, port, stop };
}

async function pass(incoming: IncomingMessage, target: string, mutant: Mutant): Promise<Returned> {
  const came: Passed = {
    method: incoming.method ?? '',
    path: incoming.url ?? '/',
    headers: incoming.headers,
    body: await buffer(incoming),
  };
  if (mutant.delayMs) await delay(mutant.delayMs);
  const request = mutant.request?.(came) ?? came;
  if ('answer' in request) return request.answer;
  const response = await forward(target, request).catch((error: unknown) => {
    if (mutant.unanswered) return mutant.unanswered;
    throw error;
  });
  await mutant.act?.(response, request, (other) => forward(target, other));
  return mutant.response?.(response, request) ?? response;
}

function forward(target: string, { method, path, headers, body }: Passed): Promise<Returned> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target);
    const { 'transfer-encoding': _, ...own } = headers;
    const announced = body.length > 0 || 'content-length' in own ? { 'content-length': String(body.length) } : {};
    const message = send({ host: hostname, port, method, path, headers: { ...own, ...announced } });
    message.once('error', reject);
    message.once('response', (response) => {
      buffer(response).then((read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }), reject);
    });
    message.end(body);
  });
}

/** The length is that of the body as it is now. */
function framed(headers: OutgoingHttpHeaders, status: number, body: Buffer): OutgoingHttpHeaders {
  const { 'content-length': _length, 'transfer-encoding': _encoding, connection: _connection, ...rest } = headers;
  return status === 204 ? rest : { ...rest, 'content-length': String(body.length) };
}

export const deliveryIdOf = ({ headers }: Passed): string => String(headers['x-webhook-delivery-id']);

/** A mutant that changes webhooks; `nth` counts the attempts of a delivery from 1. */
export function changingAttempts(change: (request: Passed, nth: number) => Passed): Mutant {
  const attempts = new Map<string, number>();
  return {
    request(request) {
      const id = deliveryIdOf(request);
      const nth = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, nth);
      return change(request, nth);
    },
  };
}

/** Says that every webhook was taken, so the service never tries again. */
export const neverFailing: Mutant = {
  unanswered: { status: 200, headers: {}, body: Buffer.alloc(0) },
  response: (response) => (response.status < 300 ? response : { status: 200, headers: {}, body: Buffer.alloc(0) }),
};

/** An operator API that cannot delete tenants. */
export const notDeleting: Mutant = {
  request: (request) =>
    request.method === 'DELETE' && /\/tenants\/\w+$/.test(request.path)
      ? { answer: { status: 405, headers: {}, body: Buffer.from('') } }
      : request,
};

/** A mutant that answers some requests otherwise. What `change` returns is answered, under `status`; undefined leaves it. */
export const answering = (change: (json: unknown, response: Returned, request: Passed) => unknown, status?: number): Mutant => ({
  response(response, request) {
    const changed = change(jsonOf(response.body), response, request);
    if (changed === undefined) return response;
    return { ...response, status: status ?? response.status, body: Buffer.from(JSON.stringify(changed)) };
  },
});

/** A mutant that understands requests otherwise: the text of their bodies is changed before the service reads it. */
export const sending = (change: (text: string) => string): Mutant => ({
  request: (request) => ({ ...request, body: Buffer.from(change(request.body.toString('utf8'))) }),
});

/** Undefined where it is not JSON. */
export const jsonOf = (body: Buffer): unknown => jsonOfText(body.toString('utf8'));
