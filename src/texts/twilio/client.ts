import { type Asked, askOnce } from '../../network/ask-once.ts';
import { providerAgent } from '../../network/provider-agent.ts';
import { type TraceContext, traceparentOf } from '../../process/trace-context.ts';
import { answeredWith, beginClientSpan } from '../../tracing/client-span.ts';
import type { Tracing } from '../../tracing/tracing.ts';

/** Twilio's HTTP API under one account, one request a question: a client that repeats a POST sends the text twice. */
export interface TwilioClient {
  get(path: string, query?: Readonly<Record<string, string>>, trace?: TraceContext | null): Promise<Asked>;
  post(path: string, form: Readonly<Record<string, string>>, trace?: TraceContext | null): Promise<Asked>;
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly timeoutMs: number;
  readonly tracing?: Tracing | null;
}

const maxAnswerBytes = 4 * 1024 * 1024;

export function twilioClient({ baseUrl, accountSid, authToken, timeoutMs, tracing = null }: ClientOptions): TwilioClient {
  const agent = providerAgent({ timeoutMs, maxAnswerBytes });
  const account = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  async function send(
    path: string,
    { query, form = null }: { readonly query?: URLSearchParams; readonly form?: URLSearchParams | null },
    trace: TraceContext | null | undefined,
  ): Promise<Asked> {
    const method = form ? 'POST' : 'GET';
    const span = tracing && trace ? beginClientSpan(tracing, trace, { method, url: baseUrl, template: templateOf(path) }) : null;
    const headers = {
      authorization,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(span && { traceparent: traceparentOf(span.context) }),
    };
    const asked = await askOnce(`${account}${path}${query ? `?${query}` : ''}`, {
      method,
      headers,
      body: form?.toString() ?? null,
      dispatcher: agent,
      timeoutMs,
    });
    span?.end(asked.kind === 'answer' ? answeredWith(asked.status) : { 'error.type': asked.kind });
    return asked;
  }

  return {
    get: (path, query = {}, trace) => send(path, { query: new URLSearchParams(query) }, trace),
    post: (path, form, trace) => send(path, { form: new URLSearchParams(form) }, trace),
    close: () => agent.close(),
  };
}

const templateOf = (path: string): string =>
  `/2010-04-01/Accounts/{AccountSid}${path.startsWith('/Messages/') ? '/Messages/{Sid}.json' : path}`;
