import { Readable } from 'node:stream';
import { type Dispatcher, errors, request } from 'undici';
import { messageOf } from '../process/reason-of.ts';
import { parseProviderJson } from './provider-json.ts';

/**
 * The result of one HTTP request to a provider. The request is sent once and never repeated, because one that places a
 * call or sends a text must not be made twice. Every failure is a value that says if the request can have reached the
 * provider.
 */
export type Asked =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly raw: string }
  /** No connection was made, so the provider has received nothing. */
  | { readonly kind: 'never_sent'; readonly raw: string }
  /** The request was sent, perhaps in part, and no usable answer came back. */
  | { readonly kind: 'no_answer'; readonly raw: string; readonly isTooLarge?: boolean };

export interface Question {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly dispatcher: Dispatcher;
  /** Limits the time from the call to the last byte of the answer, the connection included. */
  readonly timeoutMs: number;
}

/** Sends the request. An answer's `body` is its JSON, or undefined if it is not JSON. `raw` is a short text for the log. */
export async function askOnce(url: string, { method, headers, body = null, dispatcher, timeoutMs }: Question): Promise<Asked> {
  const sending = body === null ? null : bodyOnTheWire(body);
  const limit = lateLimit(timeoutMs);
  try {
    const answer = await request(url, {
      method,
      headers: { ...headers, ...sending?.headers },
      body: sending?.stream ?? null,
      dispatcher,
      signal: limit.signal,
    });
    const raw = await answer.body.text();
    return {
      kind: 'answer',
      status: answer.statusCode,
      body: parseProviderJson(raw),
      raw: `HTTP ${answer.statusCode} ${raw.slice(0, 500)}`,
    };
  } catch (error) {
    if (sending && !sending.isBegun()) return { kind: 'never_sent', raw: describeFailure(error) };
    return { kind: 'no_answer', raw: describeFailure(error), isTooLarge: error instanceof errors.ResponseExceededMaxSizeError };
  } finally {
    limit.forget();
  }
}

/**
 * Returns a signal that aborts at the time limit, once the event loop has read what has arrived by then: an answer that came while this
 * process was busy or paused counts, as it does for attempts (`src/process/deadlines.ts`). A limit that is not forgotten lives until its time.
 */
function lateLimit(timeoutMs: number): { readonly signal: AbortSignal; forget(): void } {
  const limit = AbortSignal.timeout(timeoutMs);
  const late = new AbortController();
  const end = (): void => void setImmediate(() => late.abort(limit.reason));
  limit.addEventListener('abort', end, { once: true });
  return { signal: late.signal, forget: () => limit.removeEventListener('abort', end) };
}

/**
 * Makes a body whose first byte is read only when a connection (with TLS) is established and the request is being
 * written. That shows more than the error: a reset has the same code before the handshake and after the request.
 */
function bodyOnTheWire(text: string) {
  const bytes = Buffer.from(text);
  let begun = false;
  const stream = new Readable({
    read() {
      begun = true;
      this.push(bytes);
      this.push(null);
    },
  });
  return { stream, headers: { 'content-length': String(bytes.length) }, isBegun: () => begun };
}

function describeFailure(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;
  const message = messageOf(error);
  return code ? `${code}: ${message}` : message;
}
