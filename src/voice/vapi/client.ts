import { Agent, type Dispatcher, request } from 'undici';
import type { AddressGuard } from '../../network/address-guard.ts';
import { describeFailure, wasNeverSent } from '../../network/never-sent.ts';
import { answeredWith, beginClientSpan } from '../../tracing/client-span.ts';
import { type TraceContext, traceparentOf } from '../../tracing/trace-context.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { parseJson } from './reading.ts';

/**
 * Vapi's HTTP API, one attempt a call: the official SDK would repeat a `POST /call` that failed, and dial again. What
 * comes back is a value, whatever went wrong, and it says whether the request can have reached Vapi.
 */
export interface VapiClient {
  get(path: string, query?: Readonly<Record<string, string>>, trace?: TraceContext | null): Promise<WireResult>;
  post(url: string, body: unknown, trace?: TraceContext | null): Promise<WireResult>;
  readonly baseUrl: string;
  close(): Promise<void>;
}

export type WireResult =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly raw: string }
  /** No connection was made, so not a byte of the request was sent. */
  | { readonly kind: 'never_sent'; readonly raw: string }
  /** Sent, perhaps whole, and nothing usable came back. */
  | { readonly kind: 'no_answer'; readonly raw: string };

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  /** Stands before every host that Vapi names and nobody configured. */
  readonly guard: Pick<AddressGuard, 'connect'>;
  readonly tracing?: Tracing | null;
}

/** A page of a hundred calls with their transcripts; an answer beyond this is none that we can use. */
const maxAnswerBytes = 32 * 1024 * 1024;

export function vapiClient({ baseUrl, apiKey, timeoutMs, guard, tracing = null }: ClientOptions): VapiClient {
  const connect = { timeout: Math.floor(timeoutMs * 0.8) };
  const reading = new Agent({ connect, maxResponseSize: maxAnswerBytes });
  // A kept connection may be closed by the other side just as we send, which leaves a dial in doubt: a new one each time.
  const dialling = new Agent({ connect, pipelining: 0, maxResponseSize: maxAnswerBytes });
  const guarded = new Agent({ connect: guard.connect, pipelining: 0, maxResponseSize: maxAnswerBytes });
  const authorization = `Bearer ${apiKey}`;
  /** A control URL may lead anywhere. Vapi's own host was configured, and may lie in a private network. */
  const dispatcherTo = (url: string): Dispatcher =>
    URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin ? dialling : guarded;

  async function send(
    url: string,
    options: { readonly method: 'GET' | 'POST'; readonly body?: string; readonly dispatcher: Dispatcher },
    trace: TraceContext | null | undefined,
  ): Promise<WireResult> {
    const { method } = options;
    const span = tracing && trace ? beginClientSpan(tracing, trace, { method, url, template: templateOf(url, baseUrl) }) : null;
    // Our key and our trace go to Vapi's API and nowhere else: a control URL has another host, and is its own permission.
    const headers = {
      ...(url.startsWith(`${baseUrl}/`) ? { authorization, ...(span && { traceparent: traceparentOf(span.context) }) } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      const answer = await request(url, { ...options, body: options.body ?? null, headers, signal: AbortSignal.timeout(timeoutMs) });
      const raw = await answer.body.text();
      span?.end(answeredWith(answer.statusCode));
      return { kind: 'answer', status: answer.statusCode, body: parseJson(raw), raw: `HTTP ${answer.statusCode} ${raw.slice(0, 500)}` };
    } catch (error) {
      const kind = wasNeverSent(error) ? 'never_sent' : 'no_answer';
      span?.end({ 'error.type': kind });
      return { kind, raw: describeFailure(error) };
    }
  }

  return {
    baseUrl,
    get: (path, query = {}, trace) =>
      send(`${baseUrl}${path}?${new URLSearchParams(query)}`, { method: 'GET', dispatcher: reading }, trace),
    post: (url, body, trace) => send(url, { method: 'POST', body: JSON.stringify(body), dispatcher: dispatcherTo(url) }, trace),
    close: async () => {
      await Promise.all([reading.close(), dialling.close(), guarded.close()]);
    },
  };
}

/** A control URL has none: it lies where Vapi likes. */
const templateOf = (url: string, baseUrl: string): string | undefined =>
  url.startsWith(`${baseUrl}/call`) ? (/\/call\/[^?]/.test(url) ? '/call/{id}' : '/call') : undefined;
