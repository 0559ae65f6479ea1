import { Agent, type Dispatcher } from 'undici';
import type { AddressGuard } from '../../network/address-guard.ts';
import { type Asked, askOnce } from '../../network/ask-once.ts';
import { providerAgent } from '../../network/provider-agent.ts';
import { type TraceContext, traceparentOf } from '../../process/trace-context.ts';
import { answeredWith, beginClientSpan } from '../../tracing/client-span.ts';
import type { Tracing } from '../../tracing/tracing.ts';

/** Vapi's HTTP API, one request a question: the official SDK repeats a `POST /call` that failed, which would dial again. */
export interface VapiClient {
  get(path: string, query?: Readonly<Record<string, string>>, trace?: TraceContext | null): Promise<Asked>;
  post(url: string, body: unknown, trace?: TraceContext | null): Promise<Asked>;
  readonly baseUrl: string;
  close(): Promise<void>;
}

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
  const configured = providerAgent({ timeoutMs, maxAnswerBytes });
  const guarded = new Agent({ connect: guard.connect, pipelining: 0, maxResponseSize: maxAnswerBytes });
  const authorization = `Bearer ${apiKey}`;
  /** A control URL may lead anywhere. Vapi's own host was configured, and may lie in a private network. */
  const dispatcherTo = (url: string): Dispatcher =>
    URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin ? configured : guarded;

  async function send(
    url: string,
    options: { readonly method: 'GET' | 'POST'; readonly body?: string; readonly dispatcher: Dispatcher },
    trace: TraceContext | null | undefined,
  ): Promise<Asked> {
    const { method } = options;
    const span = tracing && trace ? beginClientSpan(tracing, trace, { method, url, template: templateOf(url, baseUrl) }) : null;
    // Our key and our trace go to Vapi's API and nowhere else: a control URL has another host, and is its own permission.
    const headers = {
      ...(url.startsWith(`${baseUrl}/`) ? { authorization, ...(span && { traceparent: traceparentOf(span.context) }) } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const asked = await askOnce(url, { ...options, headers, timeoutMs });
    span?.end(asked.kind === 'answer' ? answeredWith(asked.status) : { 'error.type': asked.kind });
    return asked;
  }

  return {
    baseUrl,
    get: (path, query = {}, trace) =>
      send(`${baseUrl}${path}?${new URLSearchParams(query)}`, { method: 'GET', dispatcher: configured }, trace),
    post: (url, body, trace) => send(url, { method: 'POST', body: JSON.stringify(body), dispatcher: dispatcherTo(url) }, trace),
    close: async () => {
      await Promise.all([configured.close(), guarded.close()]);
    },
  };
}

/** A control URL has none: it lies where Vapi likes. */
const templateOf = (url: string, baseUrl: string): string | undefined =>
  url.startsWith(`${baseUrl}/call`) ? (/\/call\/[^?]/.test(url) ? '/call/{id}' : '/call') : undefined;
