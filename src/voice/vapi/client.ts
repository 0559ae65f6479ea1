import { Agent, type Dispatcher, request } from 'undici';
import { describeFailure, wasNeverSent } from '../../network/never-sent.ts';
import { parseJson } from './reading.ts';

/**
 * Vapi's HTTP API, one attempt a call: the official SDK would repeat a `POST /call` that failed, and dial again. What
 * comes back is a value, whatever went wrong, and it says whether the request can have reached Vapi.
 */
export interface VapiClient {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<WireResult>;
  post(url: string, body: unknown): Promise<WireResult>;
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
}

/** A page of a hundred calls with their transcripts; an answer beyond this is none that we can use. */
const maxAnswerBytes = 32 * 1024 * 1024;

export function vapiClient({ baseUrl, apiKey, timeoutMs }: ClientOptions): VapiClient {
  const connect = { timeout: Math.floor(timeoutMs * 0.8) };
  const reading = new Agent({ connect, maxResponseSize: maxAnswerBytes });
  // A kept connection may be closed by the other side just as we send, which leaves a dial in doubt: a new one each time.
  const dialling = new Agent({ connect, pipelining: 0, maxResponseSize: maxAnswerBytes });
  const authorization = `Bearer ${apiKey}`;

  async function send(
    url: string,
    options: { readonly method: 'GET' | 'POST'; readonly body?: string; readonly dispatcher: Dispatcher },
  ): Promise<WireResult> {
    // Our key goes to Vapi's API and nowhere else: a control URL has another host, and is its own permission.
    const headers = {
      ...(url.startsWith(`${baseUrl}/`) ? { authorization } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      const answer = await request(url, { ...options, body: options.body ?? null, headers, signal: AbortSignal.timeout(timeoutMs) });
      const raw = await answer.body.text();
      return { kind: 'answer', status: answer.statusCode, body: parseJson(raw), raw: `HTTP ${answer.statusCode} ${raw.slice(0, 500)}` };
    } catch (error) {
      return { kind: wasNeverSent(error) ? 'never_sent' : 'no_answer', raw: describeFailure(error) };
    }
  }

  return {
    baseUrl,
    get: (path, query = {}) => send(`${baseUrl}${path}?${new URLSearchParams(query)}`, { method: 'GET', dispatcher: reading }),
    post: (url, body) => send(url, { method: 'POST', body: JSON.stringify(body), dispatcher: dialling }),
    close: async () => {
      await Promise.all([reading.close(), dialling.close()]);
    },
  };
}
