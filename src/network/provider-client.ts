import { Agent, type Dispatcher } from 'undici';
import { parseUrl } from '../process/parse-url.ts';
import { type TraceContext, traceparentOf } from '../process/trace-context.ts';
import { answeredWith, beginClientSpan } from '../tracing/client-span.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { AddressGuard } from './address-guard.ts';
import { type Asked, askOnce } from './ask-once.ts';
import { providerAgent } from './provider-agent.ts';

/**
 * A provider's HTTP API, with exactly one request each time: a client that repeats a POST could place a call or send a
 * text twice.
 */
export interface ProviderClient {
  readonly baseUrl: string;
  get(path: string, query?: Readonly<Record<string, string>>, trace?: TraceContext | null): Promise<Asked>;
  /** Sends a form as it is, and any other body as JSON. */
  post(url: string, body: unknown, trace?: TraceContext | null): Promise<Asked>;
  close(): Promise<void>;
}

export interface ProviderOptions {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Returns the form of a path below the base URL without ids, for traces. */
  readonly templateOf: (path: string) => string | undefined;
  /** Guards connections to hosts that the provider names and the operator did not configure. */
  readonly guard?: Pick<AddressGuard, 'connect'>;
  readonly tracing?: Tracing | null;
}

export function providerClient(options: ProviderOptions): ProviderClient {
  const { baseUrl, authorization, timeoutMs, maxAnswerBytes, templateOf, guard, tracing = null } = options;
  const configured = providerAgent({ timeoutMs, maxAnswerBytes });
  const guarded = guard && new Agent({ connect: guard.connect, pipelining: 0, maxResponseSize: maxAnswerBytes });
  /**
   * Returns the dispatcher of a URL. The provider's own host is configured, and may be in a private network. An address
   * that the provider names may lead anywhere.
   */
  const dispatcherTo = (url: string): Dispatcher => (!guarded || parseUrl(url)?.origin === new URL(baseUrl).origin ? configured : guarded);

  async function send(url: string, content: Content | null, trace: TraceContext | null | undefined): Promise<Asked> {
    const method = content ? 'POST' : 'GET';
    const [path = ''] = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length).split('?') : [];
    const template = path ? templateOf(path) : undefined;
    const span = tracing && trace ? beginClientSpan(tracing, trace, { method, url, template }) : null;
    const headers = {
      // Credentials and the trace go only to the provider's API. An address that it names needs no key.
      ...(path && { authorization, ...(span && { traceparent: traceparentOf(span.context) }) }),
      ...(content && { 'content-type': content.type }),
    };
    const asked = await askOnce(url, { method, headers, body: content?.text ?? null, dispatcher: dispatcherTo(url), timeoutMs });
    span?.end(asked.kind === 'answer' ? answeredWith(asked.status) : { 'error.type': asked.kind });
    return asked;
  }

  return {
    baseUrl,
    get: (path, query = {}, trace) => send(`${baseUrl}${path}?${new URLSearchParams(query)}`, null, trace),
    post: (url, body, trace) => send(url, contentOf(body), trace),
    close: async () => {
      await Promise.all([configured.close(), guarded?.close()]);
    },
  };
}

interface Content {
  readonly type: string;
  readonly text: string;
}

const contentOf = (body: unknown): Content =>
  body instanceof URLSearchParams
    ? { type: 'application/x-www-form-urlencoded', text: body.toString() }
    : { type: 'application/json', text: JSON.stringify(body) };
