import { Agent, type buildConnector, type Dispatcher, request } from 'undici';

/** Fetches a recording from where the provider keeps it, whole or not at all. What goes wrong is a value. */
export type Download =
  | { readonly kind: 'content'; readonly content: Uint8Array; readonly contentType: string }
  /** It will be no better next time: too large, or gone. */
  | { readonly kind: 'hopeless'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export interface DownloadOptions {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** How to connect to a URL's host; null where it may not be. The URL came over the network, so it may point anywhere. */
  readonly connectTo: (url: URL) => buildConnector.connector | 'unguarded' | null;
}

/** Storage answers a recording's URL with a short-lived one, so redirects are followed, and each is judged anew. */
const maxRedirects = 3;

export async function download(url: string, options: DownloadOptions): Promise<Download> {
  try {
    return await follow(url, maxRedirects, { ...options, signal: AbortSignal.timeout(options.timeoutMs) });
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

type Attempt = DownloadOptions & { readonly signal: AbortSignal };

async function follow(url: string, redirectsLeft: number, attempt: Attempt): Promise<Download> {
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) return { kind: 'hopeless', reason: 'not an http address' };
  const connect = attempt.connectTo(new URL(url));
  if (connect === null) return { kind: 'failed', reason: 'blocked address' };
  const dispatcher = new Agent({ pipelining: 0, ...(connect === 'unguarded' ? {} : { connect }) });
  try {
    return await take(await request(url, { dispatcher, signal: attempt.signal }), url, redirectsLeft, attempt);
  } finally {
    await dispatcher.destroy();
  }
}

async function take(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: string,
  redirectsLeft: number,
  attempt: Attempt,
): Promise<Download> {
  if (statusCode >= 300 && statusCode < 400) {
    await body.dump();
    const location = headers['location'];
    if (typeof location !== 'string' || !URL.canParse(location, url))
      return { kind: 'failed', reason: `HTTP ${statusCode} that leads nowhere` };
    return redirectsLeft === 0
      ? { kind: 'failed', reason: 'too many redirects' }
      : follow(new URL(location, url).href, redirectsLeft - 1, attempt);
  }
  if (statusCode !== 200) return { kind: statusCode === 410 ? 'hopeless' : 'failed', reason: `HTTP ${statusCode}` };
  const contentType = headers['content-type'];
  const content = await readAtMost(body, attempt.maxBytes);
  if (content === null) return { kind: 'hopeless', reason: `larger than ${attempt.maxBytes} bytes` };
  return { kind: 'content', content, contentType: typeof contentType === 'string' ? contentType : 'audio/wav' };
}

async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
