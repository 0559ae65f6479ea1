import { errorStatuses } from '../../src/contract/generated/public.ts';
import type { Circumstances } from './errors.ts';
import { NoAnswerError, RefusedError, type RingpostError, UnreadableAnswerError } from './errors.ts';
import type { OperationId } from './operation-types.ts';
import { noteRateLimit } from './rate-limits.ts';
import { limitOf, type OperationRow, type Settings } from './settings.ts';

/** The result of one try. `repeatable` is true if the contract allows sending the same request again. */
export type Outcome =
  | { readonly kind: 'done'; readonly body: unknown }
  | { readonly kind: 'failed'; readonly error: RingpostError; readonly repeatable: boolean; readonly retryAfterMs: number | null };

/** A request as text, so that what the caller does with the input between two tries changes nothing. */
export interface Question {
  readonly url: string;
  readonly body: string | null;
}

/** A mistake of the caller, such as an address that is none, is thrown before anything is sent. */
export const questionOf = ({ baseUrl }: Settings, operation: OperationRow, id: OperationId, input: object): Question => ({
  url: urlOf(baseUrl, operation, id, input),
  body: operation.takesBody ? JSON.stringify(bodyOf(operation, input), finite) : null,
});

/**
 * Sends a request once. Every operation is safe to repeat as the client sends it, because those that need an
 * idempotency key have one. `x-retry` says which refusals are worth another try.
 */
export async function ask(
  settings: Settings,
  operation: OperationRow,
  { url, body: sent }: Question,
  circumstances: Circumstances,
  signal?: AbortSignal,
): Promise<Outcome> {
  const limit = limitOf(settings.timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await settings.fetch(url, {
      method: operation.method,
      headers: { ...headersOf(operation), Authorization: `Bearer ${settings.apiKey}` },
      body: sent,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    return { kind: 'failed', error: new NoAnswerError(circumstances, cause), repeatable: true, retryAfterMs: null };
  }
  noteRateLimit(settings.rateLimits, operation.budget, response.headers);
  if (response.status === 204 && !operation.givesBody) return { kind: 'done', body: undefined };
  const body = parse(text);
  // Every body of the contract is an object. A success that has none is a 204.
  if (response.ok && operation.givesBody && typeof body === 'object' && body !== null && !Array.isArray(body))
    return { kind: 'done', body };
  return failed(response, body, text, operation, circumstances);
}

function failed(response: Response, body: unknown, text: string, operation: OperationRow, circumstances: Circumstances): Outcome {
  const retryAfterMs = msToWait(response.headers);
  const requestId = response.headers.get('x-request-id');
  const never = response.headers.get('x-should-retry') === 'false';
  // A proxy may have lost the answer, or has a limit of its own. Some write their errors in our form.
  const mayBeAProxys = response.status >= 500 || response.status === 429;
  if (!isEnvelope(body) || (mayBeAProxys && !Object.hasOwn(errorStatuses, body.error.code))) {
    const error = new UnreadableAnswerError({ ...circumstances, status: response.status, text });
    return { kind: 'failed', error, repeatable: mayBeAProxys && !never, retryAfterMs };
  }
  const error = new RefusedError({ ...circumstances, ...body.error, status: response.status, requestId, retryAfterMs });
  return { kind: 'failed', error, repeatable: !never && operation.retry.codes.includes(error.code), retryAfterMs };
}

/**
 * Reads a `Retry-After`: seconds, or a date as a proxy may send it. A date is measured against the answer's own `Date`, because this
 * machine's clock may be wrong. What is not ahead says nothing, so that nobody is asked without a pause.
 */
function msToWait(headers: Headers): number | null {
  const retryAfter = headers.get('retry-after') ?? '';
  const isNumber = /^\d+$/.test(retryAfter);
  const ahead = isNumber ? Number(retryAfter) * 1_000 : timeOf(retryAfter) - (timeOf(headers.get('date') ?? '') || Date.now());
  return ahead > 0 ? ahead : null;
}

/** Returns NaN for what is no date. The oldest of HTTP's three forms of a date names no zone. */
const timeOf = (date: string): number =>
  /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/.test(date) ? Date.parse(date.replace(/( GMT)?$/, ' GMT')) : Number.NaN;

function urlOf(baseUrl: string, row: OperationRow, operation: OperationId, input: object): string {
  const values = new Map<string, unknown>(Object.entries(input));
  const inPath = (name: string): string => {
    const value = String(values.get(name));
    // With these it would be the path of another operation.
    if (['', '.', '..'].includes(value)) throw new TypeError(`${operation} takes no "${value}" as its ${name}.`);
    return encodeURIComponent(value);
  };
  const filled = row.pathParameters.reduce((path, name) => path.replace(`{${name}}`, inPath(name)), row.path);
  const query = row.queryParameters.flatMap((name): [string, string][] =>
    values.get(name) === undefined ? [] : [[name, String(values.get(name))]],
  );
  const url = `${baseUrl}${filled}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
  // Throws if the address is none. A failure of `fetch` may have any reason.
  new Request(url);
  return url;
}

function bodyOf({ pathParameters, queryParameters }: OperationRow, input: object): object {
  const elsewhere = new Set([...pathParameters, ...queryParameters]);
  return Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.has(name)));
}

/** JSON would be given `null` in place of a number that it does not have. */
function finite(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`"${name}" is ${value}, and JSON has no ${value}.`);
  return value;
}

const headersOf = ({ takesBody }: OperationRow): Record<string, string> => (takesBody ? { 'Content-Type': 'application/json' } : {});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Envelope {
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown };
}

function isEnvelope(body: unknown): body is Envelope {
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  if (typeof error !== 'object' || error === null) return false;
  return 'code' in error && typeof error.code === 'string' && 'message' in error && typeof error.message === 'string';
}
