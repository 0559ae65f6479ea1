import { Agent, request } from 'undici';
import { describeFailure, wasNeverSent } from '../../network/never-sent.ts';
import { answeredWith, beginClientSpan } from '../../tracing/client-span.ts';
import { type TraceContext, traceparentOf } from '../../tracing/trace-context.ts';
import type { Tracing } from '../../tracing/tracing.ts';

/**
 * Twilio's HTTP API under one account, one attempt a request: a client that repeats a POST sends the text twice. What
 * comes back is a value, whatever went wrong, and it says whether the request can have reached Twilio.
 */
export interface TwilioClient {
  get(path: string, query?: Readonly<Record<string, string>>, trace?: TraceContext | null): Promise<WireResult>;
  post(path: string, form: Readonly<Record<string, string>>, trace?: TraceContext | null): Promise<WireResult>;
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
  readonly accountSid: string;
  readonly authToken: string;
  readonly timeoutMs: number;
  readonly tracing?: Tracing | null;
}

const maxAnswerBytes = 4 * 1024 * 1024;

export function twilioClient({ baseUrl, accountSid, authToken, timeoutMs, tracing = null }: ClientOptions): TwilioClient {
  // A kept connection may be closed by the other side just as we send, which leaves a text in doubt: a new one each time.
  const agent = new Agent({ connect: { timeout: Math.floor(timeoutMs * 0.8) }, pipelining: 0, maxResponseSize: maxAnswerBytes });
  const account = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  async function send(
    path: string,
    { query, form = null }: { readonly query?: URLSearchParams; readonly form?: URLSearchParams | null },
    trace: TraceContext | null | undefined,
  ): Promise<WireResult> {
    const method = form ? 'POST' : 'GET';
    const span = tracing && trace ? beginClientSpan(tracing, trace, { method, url: baseUrl, template: templateOf(path) }) : null;
    const headers = {
      authorization,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(span && { traceparent: traceparentOf(span.context) }),
    };
    try {
      const answer = await request(`${account}${path}${query ? `?${query}` : ''}`, {
        method,
        body: form?.toString() ?? null,
        headers,
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
      });
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
    get: (path, query = {}, trace) => send(path, { query: new URLSearchParams(query) }, trace),
    post: (path, form, trace) => send(path, { form: new URLSearchParams(form) }, trace),
    close: () => agent.close(),
  };
}

const templateOf = (path: string): string =>
  `/2010-04-01/Accounts/{AccountSid}${path.startsWith('/Messages/') ? '/Messages/{Sid}.json' : path}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
