import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { listen } from '../../support/api.ts';

export const secret = '4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d';

export const secondSecret = '9d0c7b5a3e1f28460c8e6a4d2b1f39578e6c4a2f0d1b3957a8c6e4f2b0d19375';

/** The data of an event, as a careless program reads it. */
// biome-ignore lint/suspicious/noExplicitAny: a careless program believes anything of it.
export type Event = any;

/** The steps of a sound receiver. A mutant takes one of them differently. */
export interface Steps {
  /** Returns the bytes of the body. */
  read(request: IncomingMessage): Promise<Buffer>;
  /** Returns all values of a header. */
  header(request: IncomingMessage, name: string): readonly string[];
  isSigned(given: string, timestamps: readonly string[], body: Buffer): boolean;
  isFresh(timestamps: readonly string[]): boolean;
  /** Handles an event that is new. A throw is answered with 500. */
  handle(event: Event): void;
  /** Answers before anything else is done, or not at all for null; undefined goes on. */
  first(request: IncomingMessage): number | null | undefined;
  /** Answers when the bytes are there, before they are verified. */
  beforeVerifying(id: string): number | undefined;
  /** Answers a delivery that was handled before; undefined handles it again. */
  again(id: string): number | undefined;
  /** Answers a delivery that lacks something or has it twice, by what it is. */
  lacking(what: 'signature' | 'timestamp'): number | undefined;
  /** Is true if an id is remembered before its event is handled. */
  remembersEarly: boolean;
  takesNoId: boolean;
}

export const hmac = (content: string | Buffer, key: string | Buffer = secret): string =>
  createHmac('sha256', key).update(content).digest('hex');

export const signedText = (timestamp: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(`${timestamp}.`), body]);

export const ageOf = (timestamp: string): number => Math.floor(Date.now() / 1_000) - Number(timestamp);

export const isSignedWith = (keys: readonly string[], given: string, timestamps: readonly string[], body: Buffer): boolean =>
  timestamps.length === 1 && keys.some((key) => given === `sha256=${hmac(signedText(timestamps[0] ?? '', body), key)}`);

const sound: Steps = {
  read: buffer,
  header: (request, name) => request.headersDistinct[name.toLowerCase()] ?? [],
  isSigned: (given, timestamps, body) => isSignedWith([secret, secondSecret], given, timestamps, body),
  isFresh: ([timestamp = '']) => Math.abs(ageOf(timestamp)) <= 300,
  handle: () => undefined,
  first: () => undefined,
  beforeVerifying: () => undefined,
  again: () => 204,
  lacking: () => 401,
  remembersEarly: false,
  takesNoId: true,
};

export interface RunningMutant {
  readonly url: string;
  readonly processedUrl: string;
  /** Resolves when the next piece of a body has come. */
  pieceCame(): Promise<unknown>;
}

/** Serves a receiver that is sound except for what is given. It tells what it has processed at `/processed`, and fails where `X-Fail` is sent. */
export async function startMutant(t: TestContext, broken: Partial<Steps>): Promise<RunningMutant> {
  const steps: Steps = { ...sound, ...broken };
  const processed: Record<string, number> = {};
  const remembered = new Set<string>();
  const answer = async (request: IncomingMessage): Promise<number | null> => {
    const early = steps.first(request);
    if (early !== undefined) return early;
    const body = await steps.read(request);
    const [signature] = steps.header(request, 'X-Webhook-Signature');
    const timestamps = steps.header(request, 'X-Webhook-Timestamp');
    const [id = ''] = steps.header(request, 'X-Webhook-Delivery-Id');
    const before = steps.beforeVerifying(id);
    if (before !== undefined) return before;
    const lack = signature === undefined ? steps.lacking('signature') : timestamps.length === 0 ? steps.lacking('timestamp') : undefined;
    if (lack !== undefined) return lack;
    if (!steps.isSigned(signature ?? '', timestamps, body) || !steps.isFresh(timestamps)) return 401;
    if (id === '' && !steps.takesNoId) throw new Error('There is no id.');
    if (remembered.has(id)) {
      const again = steps.again(id);
      if (again !== undefined) return again;
    }
    if (steps.remembersEarly) remembered.add(id);
    if (request.headers['x-fail']) throw new Error('It is told to fail.');
    steps.handle(JSON.parse(body.toString()));
    remembered.add(id);
    processed[id] = (processed[id] ?? 0) + 1;
    return 204;
  };
  const heard = new EventEmitter();
  const server = createServer((request, response) => {
    request.once('error', () => undefined);
    if (request.url === '/processed') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(processed));
      return;
    }
    answer(request)
      .catch(() => 500)
      .then((status) => {
        if (status !== null) response.writeHead(status).end();
      });
    request.once('data', () => heard.emit('data'));
  });
  const { origin, close } = await listen(server);
  t.after(async () => {
    server.closeAllConnections();
    await close();
  });
  return { url: `${origin}/hooks`, processedUrl: `${origin}/processed`, pieceCame: () => once(heard, 'data') };
}

/** Returns the first piece of a body. */
export const firstPiece = async (request: IncomingMessage): Promise<Buffer> => {
  const [chunk] = await once(request, 'data');
  return chunk;
};
