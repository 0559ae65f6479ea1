import { Agent, type Dispatcher } from 'undici';
import type { AddressGuard } from '../../network/address-guard.ts';
import { type Asked, askOnce } from '../../network/ask-once.ts';
import { providerAgent } from '../../network/provider-agent.ts';
import { type TraceContext, traceparentOf } from '../../process/trace-context.ts';
import { answeredWith, beginClientSpan } from '../../tracing/client-span.ts';
import type { Tracing } from '../../tracing/tracing.ts';

/**
 * Calls Vapi's HTTP API with exactly one request each time: the official SDK repeats a failed `POST /call`, which would
 * dial again.
 */
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
  /** Guards connections to hosts that Vapi names and the operator did not configure. */
  readonly guard: Pick<AddressGuard, 'connect'>;
  readonly tracing?: Tracing | null;
}

/** The limit allows a page of a hundred calls with their transcripts. A larger answer is not used. */
const maxAnswerBytes = 32 * 1024 * 1024;

export function vapiClient({ baseUrl, apiKey, timeoutMs, guard, tracing = null }: ClientOptions): VapiClient {
  const configured = providerAgent({ timeoutMs, maxAnswerBytes });
  const guarded = new Agent({ connect: guard.connect, pipelining: 0, maxResponseSize: maxAnswerBytes });
  const authorization = `Bearer ${apiKey}`;
  /**
   * Returns the dispatcher of a URL. A control URL may lead anywhere. Vapi's own host is configured, and may be in a
   * private network.
   */
  const dispatcherTo = (url: string): Dispatcher =>
    URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin ? configured : guarded;

  async function send(
    url: string,
    options: { readonly method: 'GET' | 'POST'; readonly body?: string; readonly dispatcher: Dispatcher },
    trace: TraceContext | null | undefined,
  ): Promise<Asked> {
    const { method } = options;
    const span = tracing && trace ? beginClientSpan(tracing, trace, { method, url, template: templateOf(url, baseUrl) }) : null;
    // The key and the trace go only to Vapi's API. A control URL has another host and needs no key.
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

/** Returns the form of a path. A control URL has none, since Vapi chooses its path. */
const templateOf = (url: string, baseUrl: string): string | undefined =>
  url.startsWith(`${baseUrl}/call`) ? (/\/call\/[^?]/.test(url) ? '/call/{id}' : '/call') : undefined;
