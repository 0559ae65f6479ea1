import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { Answer, Exchange } from '../conformance/exchange.ts';
import { reasonOf } from '../conformance/reachable.ts';
import type { Delivery } from './delivery.ts';
import type { How } from './vector.ts';

/** Sends deliveries to one receiver as the service would: redirects are not followed, and an answer has its time. */
export interface Sender {
  /** Resolves for no answer too, with status 0 and the reason as its text. */
  send(delivery: Delivery, how: How, vector: string): Promise<Exchange>;
  breakOff(delivery: Delivery): Promise<void>;
  close(): Promise<void>;
}

/** `pause` lies between the two pieces of a body, and is to be long enough for a receiver to read the first on its own. */
export function openSender(url: string, timeoutMs: number, pause: () => Promise<unknown>): Sender {
  // A request has a time of its own, which covers its answer.
  const dispatcher = new Agent({ connections: 1_000, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  let seq = 0;
  const start = ({ headers, body: whole }: Delivery, method: 'POST' | 'PUT', body: Buffer | Readable, signal: AbortSignal) => {
    const flat = Object.entries({ ...headers, 'content-length': String(whole.length) }).flat();
    return request(url, { dispatcher, method, headers: flat, body, signal });
  };
  const ask = async (delivery: Delivery, { method = 'POST', inPieces }: How): Promise<Answer> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const body = inPieces ? Readable.from(pieces(delivery.body, pause)) : delivery.body;
    try {
      return await read(await start(delivery, method, body, signal));
    } catch (error) {
      return noAnswer(signal.aborted ? `it gave no answer within ${timeoutMs / 1_000} s` : `it gave no answer: ${reasonOf(error)}`);
    }
  };
  return {
    async send(delivery, how, vector) {
      const [at, begun] = [new Date(), performance.now()];
      const response = await ask(delivery, how);
      const asked = {
        method: how.method ?? 'POST',
        url,
        path: new URL(url).pathname,
        operationId: null,
        headers: delivery.headers,
        body: delivery.body,
      };
      return { seq: ++seq, at, ms: performance.now() - begun, check: vector, request: asked, response };
    },
    async breakOff(delivery) {
      const body = Readable.from(half(delivery.body, pause));
      await start(delivery, 'POST', body, AbortSignal.timeout(timeoutMs)).catch(() => undefined);
    },
    close: () => dispatcher.destroy(),
  };
}

async function* pieces(body: Buffer, pause: () => Promise<unknown>): AsyncGenerator<Buffer> {
  yield body.subarray(0, body.length / 2);
  await pause();
  yield body.subarray(body.length / 2);
}

async function* half(body: Buffer, pause: () => Promise<unknown>): AsyncGenerator<Buffer> {
  yield body.subarray(0, body.length / 2);
  await pause();
  throw new Error('The connection is broken off here.');
}

/** The service ignores the body of an answer, so only its beginning is kept. */
const keptBytes = 10_000;

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > keptBytes) break;
  }
  const kept = Buffer.concat(chunks);
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { status: statusCode, headers: Object.fromEntries(named), body: kept, text: kept.toString('utf8'), json: undefined };
}

const noAnswer = (text: string): Answer => ({ status: 0, headers: {}, body: Buffer.alloc(0), text, json: undefined });
