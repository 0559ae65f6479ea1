import { Agent, type buildConnector, type Dispatcher, request } from 'undici';
import { parseUrl } from '../process/parse-url.ts';
import { messageOf } from '../process/reason-of.ts';
import { answeredWith, type SentRequest } from '../tracing/client-span.ts';
import type { Span } from '../tracing/tracing.ts';

/**
 * The result of fetching a recording from the provider. The content is passed on as it arrives. If it breaks off, grows
 * too large or takes too long, its consumer is interrupted by an error. Every failure is a value.
 */
export type Download<T> =
  | { readonly kind: 'taken'; readonly value: T }
  /** A later try would fail too: the recording is too large, or gone. */
  | { readonly kind: 'hopeless'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The address is there, and does not give the recording to whoever asks like this. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface DownloadOptions<T> {
  readonly maxBytes: number;
  /** Limits the whole: redirects, download, and the work on the content. */
  readonly timeoutMs: number;
  /** Returns the connector for a URL's host. The URL came over the network, so it may lead anywhere. */
  readonly connectTo: (url: URL) => buildConnector.connector | 'unguarded';
  /** Are sent to the URL, and not to those that it redirects to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Begins the span of each request, redirects included. */
  readonly beginRequest?: (request: SentRequest) => Span | null;
  /** Reads the content to its end. The signal is the deadline. */
  readonly take: (content: AsyncIterable<Uint8Array>, contentType: string, signal: AbortSignal) => Promise<T>;
}

/** Storage answers a recording's URL with a short-lived one, so redirects are followed, and each target is checked again. */
const maxRedirects = 3;

export async function download<T>(url: string, options: DownloadOptions<T>): Promise<Download<T>> {
  try {
    return await follow(url, maxRedirects, { ...options, signal: AbortSignal.timeout(options.timeoutMs) });
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'hopeless', reason: error.message };
    return { kind: 'failed', reason: messageOf(error) };
  }
}

type Attempt<T> = DownloadOptions<T> & { readonly signal: AbortSignal };

async function follow<T>(url: string, redirectsLeft: number, attempt: Attempt<T>): Promise<Download<T>> {
  const parsed = parseUrl(url);
  if (parsed === null || !/^https?:\/\//i.test(url)) return { kind: 'hopeless', reason: 'not an http address' };
  const connect = attempt.connectTo(parsed);
  const dispatcher = new Agent({ pipelining: 0, ...(connect === 'unguarded' ? {} : { connect }) });
  try {
    return await judge(await ask(url, dispatcher, maxRedirects - redirectsLeft, attempt), url, redirectsLeft, attempt);
  } finally {
    await dispatcher.destroy();
  }
}

async function ask<T>(
  url: string,
  dispatcher: Dispatcher,
  redirects: number,
  { signal, beginRequest, maxBytes, headers = {} }: Attempt<T>,
): Promise<Dispatcher.ResponseData> {
  const span = beginRequest?.({ method: 'GET', url, resends: redirects });
  try {
    // A server that closes its connection while undici holds the content back would end the process (nodejs/undici#5360, mended in
    // undici 8), so nothing is held back: a slow store has at most the largest recording in memory.
    const answer = await request(url, { dispatcher, signal, headers: redirects === 0 ? headers : {}, highWaterMark: maxBytes });
    span?.end(answeredWith(answer.statusCode));
    return answer;
  } catch (error) {
    span?.end({ 'error.type': error instanceof Error ? error.name : 'unknown' });
    throw error;
  }
}

async function judge<T>(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: string,
  redirectsLeft: number,
  attempt: Attempt<T>,
): Promise<Download<T>> {
  if (statusCode >= 300 && statusCode < 400) {
    await body.dump();
    const { location } = headers;
    const next = typeof location === 'string' ? parseUrl(location, url) : null;
    if (next === null) return { kind: 'failed', reason: `HTTP ${statusCode} that leads nowhere` };
    return redirectsLeft === 0 ? { kind: 'failed', reason: 'too many redirects' } : follow(next.href, redirectsLeft - 1, attempt);
  }
  if (statusCode !== 200) return { kind: kindOf(statusCode), reason: `HTTP ${statusCode}` };
  if (Number(headers['content-length'] ?? 0) > attempt.maxBytes) throw new TooLarge(attempt.maxBytes);
  const contentType = typeof headers['content-type'] === 'string' ? headers['content-type'] : 'audio/wav';
  if (words.test(contentType)) return { kind: 'refused', reason: `HTTP 200 with ${contentType}, which is no recording` };
  const value = await attempt.take(upTo(attempt.maxBytes, body), contentType, attempt.signal);
  return { kind: 'taken', value };
}

/** Are types of an error, a notice or a page for signing in, which some storage answers with 200. */
const words = /^(text\/|application\/(json|problem\+json|xml|xhtml\+xml)\b)/i;

function kindOf(statusCode: number): 'hopeless' | 'refused' | 'failed' {
  if (statusCode === 410) return 'hopeless';
  return statusCode >= 400 && statusCode < 500 ? 'refused' : 'failed';
}

/** Yields the content and throws once there is too much of it, or if there is none: its declared length is not reliable. */
async function* upTo(maxBytes: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new TooLarge(maxBytes);
    yield chunk;
  }
  if (length === 0) throw new Error('empty');
}

class TooLarge extends Error {
  override readonly name = 'TooLarge';

  constructor(maxBytes: number) {
    super(`larger than ${maxBytes} bytes`);
  }
}
