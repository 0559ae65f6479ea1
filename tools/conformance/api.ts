import { setTimeout as delay } from 'node:timers/promises';
import { object } from '../../src/contract/json.ts';
import { type Documents, expectOperation, offers } from './documents.ts';
import type { Answer, Asked, Connections, Exchange } from './exchange.ts';

/** A client of the public API that sends one key. Every exchange is recorded and judged by group B. */
export interface Api {
  /** Is null for a client without a key. */
  readonly key: string | null;
  /** Sends a request of the document's operation with this id. Throws `Skipped` if the service under test lacks it. */
  ask(operationId: string, parts?: Parts): Promise<Exchange>;
  /** Tells if the service under test has an operation. A check asks before a step that it can do without. */
  offers(operationId: string): boolean;
  /** Sends a request that puts back what a check has made, and judges nothing. A service without the operation keeps it. */
  tidy(operationId: string, parts?: Parts): Promise<void>;
  /** Sends any request to a path below the base URL. */
  send(method: string, path: string, options?: SendOptions): Promise<Exchange>;
  with(key: string | null): Api;
}

export interface Parts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Is sent as JSON; a string or a buffer is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the client return a 429 for a used-up budget instead of waiting: the check wants to see it. */
  readonly unpaced?: boolean;
}

export type SendOptions = Omit<Parts, 'path' | 'query'>;

export interface Line {
  readonly baseUrl: string;
  readonly documents: Documents;
  /** Is the id of the check that asks. */
  readonly check: string;
  readonly connections: Connections;
  /** Holds every key that a client was made with, so that the reports can hide them. */
  readonly keys: Set<string>;
  record(exchange: Exchange): void;
  nextSeq(): number;
  /** Is called when the run waits for a budget of `perMinute` requests. */
  waiting(seconds: number, budget: 'read' | 'write', perMinute: number): void;
  /** Stops all further requests once it is aborted. */
  readonly stop: AbortSignal;
}

export function apiOf(line: Line, key: string | null): Api {
  if (key !== null) line.keys.add(key);
  const api: Api = {
    key,
    ask(operationId, { path = {}, query, ...options } = {}) {
      const operation = line.documents.operation(operationId);
      const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
      const asked = new URLSearchParams();
      for (const [name, value] of Object.entries(query ?? {})) asked.set(name, String(value));
      return api.send(operation.method, asked.size > 0 ? `${filled}?${asked}` : filled, options);
    },
    offers: (operationId) => offers(line.documents, operationId),
    async tidy(operationId, parts) {
      if (api.offers(operationId)) await api.ask(operationId, parts);
    },
    async send(method, path, options = {}) {
      expectOperation(line.documents, method, path);
      const asked = askedOf(line, key, method, path, options);
      for (let turn = 1; ; turn++) {
        line.stop.throwIfAborted();
        const exchanged = await once(line, asked);
        const overloaded = turn < turnsAgainstLoad ? secondsOverloaded(exchanged.response) : null;
        const limited = options.unpaced ? null : secondsLimited(exchanged.response);
        const seconds = overloaded ?? limited;
        if (seconds === null) return exchanged;
        if (limited !== null)
          line.waiting(limited, method === 'GET' ? 'read' : 'write', Number(exchanged.response.headers['x-ratelimit-limit']));
        await delay(seconds * 1_000, undefined, { signal: line.stop });
      }
    },
    with: (other) => apiOf(line, other),
  };
  return api;
}

function askedOf(line: Line, key: string | null, method: string, path: string, { body, headers = {} }: SendOptions): Asked {
  const content = contentOf(body);
  return {
    method,
    path,
    url: line.baseUrl + path,
    operationId: line.documents.route(method, path),
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(content && { 'content-type': 'application/json' }),
      ...lowerCase(headers),
    },
    body: content,
  };
}

function contentOf(body: unknown): Buffer | null {
  if (body === undefined) return null;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function once(line: Line, request: Asked): Promise<Exchange> {
  const at = new Date();
  const began = performance.now();
  const response = await line.connections.exchange(request);
  const exchanged = { seq: line.nextSeq(), at, ms: performance.now() - began, check: line.check, request, response };
  line.record(exchanged);
  return exchanged;
}

/** Returns the seconds to wait after a 429 for a used-up budget, and null for every other answer. */
const secondsLimited = (answer: Answer): number | null => secondsAfter(answer, 429, 'rate_limited');

/**
 * Returns the seconds to wait after a 503 for a deployment that is too busy, and null for every other answer. The
 * documents say that nothing of the request was done and that it may be sent again.
 */
const secondsOverloaded = (answer: Answer): number | null => secondsAfter(answer, 503, 'overloaded');

export const isOverloaded = (answer: Answer): boolean => secondsOverloaded(answer) !== null;

/** A deployment that is still too busy after these turns is judged by its answer. */
export const turnsAgainstLoad = 20;

/** A deployment that wants to be asked again later than that is judged by its answer. */
export const longestWaitSeconds = 120;

function secondsAfter({ status, headers, json }: Answer, refused: number, code: string): number | null {
  if (status !== refused || codeOf(json) !== code) return null;
  const seconds = Number(headers['retry-after']);
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= longestWaitSeconds ? seconds : null;
}

/** Returns the code of an error envelope, or null if there is none. */
export function codeOf(json: unknown): string | null {
  const { code } = object(object(json)['error']);
  return typeof code === 'string' ? code : null;
}
