import { Agent, request } from 'undici';
import { maxAnswerBytes } from './limits.ts';

export interface Answered {
  readonly status: number | null;
  readonly error: string | null;
  /** Is the beginning of the answer's body. */
  readonly body: string;
}

export interface Post {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Makes connections that close soon when they are idle, so that a restarted service is not sent a request on a dead one. */
export const shortLived = (connections: number): Agent => new Agent({ connections, keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });

/** Sends one request. A connection that fails, and an answer that does not come in time, have an error in place of a status. */
export async function post(dispatcher: Agent, { url, timeoutMs, ...content }: Post): Promise<Answered> {
  try {
    const response = await request(url, { method: 'POST', dispatcher, ...content, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.statusCode, error: null, body: await headOf(response.body) };
  } catch (error) {
    return { status: null, error: reasonOf(error), body: '' };
  }
}

/** Is the error where a server was reached and did not answer in time. */
export const answeredTooLate = 'No answer came in time.';

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'TimeoutError' ? answeredTooLate : error.message;
}

/** Returns the beginning of a body as text, without waiting for the rest, which may have no end. */
async function headOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxAnswerBytes);
}
