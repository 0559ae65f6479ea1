import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Proper } from './answers/give.ts';

/**
 * The sockets in front of the handlers. Receivers get the raw message and the raw response, because their programmes
 * break connections; everything else becomes a `Request` and comes back as a `Response`.
 */
export interface Listening {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly respond: (request: Request) => Promise<Response>;
  /** The receiver a request is meant for, if any. */
  readonly receiverOf: (method: string, path: string) => string | null;
  readonly receive: (name: string, body: Buffer, message: IncomingMessage, response: ServerResponse) => void;
  /** True where a request is answered already, under load. */
  readonly answers: (message: IncomingMessage, response: ServerResponse, body: Buffer, path: string) => boolean;
  /** Told of every other request, before anything is made of it. */
  readonly arrived: (message: IncomingMessage, response: ServerResponse, body: Buffer, path: string) => void;
  /** Null where the request is answered as it should be. */
  readonly spoil: (path: string) => Spoilt | null;
}

/** An answer that goes wrong. `properly`: asks for the one that would be given, where it is wanted. */
export type Spoilt = (message: IncomingMessage, response: ServerResponse, properly: () => Promise<Proper>) => Promise<void>;

/** Larger than anything the service may send: 100 variables of 4 KiB, and metadata, and a transcript. */
const maxBodyBytes = 8 * 1024 * 1024;

export async function listen(options: ServerOptions): Promise<Listening> {
  const server = createServer(listener(options));
  // Longer than a client keeps an idle connection, so that none is closed under a request on its way.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, options.host, resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { port, url: `http://${host}:${port}`, close: () => closed(server) };
}

export const listener =
  (options: Omit<ServerOptions, 'host' | 'port'>): RequestListener =>
  (message, response) =>
    void serve(message, response, options);

async function serve(message: IncomingMessage, response: ServerResponse, options: Omit<ServerOptions, 'host' | 'port'>): Promise<void> {
  try {
    const body = await readBody(message);
    if (body === null) return refuseBody(response);
    const path = (message.url ?? '/').split('?')[0] ?? '/';
    if (options.answers(message, response, body, path)) return;
    options.arrived(message, response, body, path);
    const receiver = options.receiverOf(message.method ?? 'GET', path);
    if (receiver !== null) return options.receive(receiver, body, message, response);
    const spoilt = options.spoil(path);
    if (spoilt) return await spoilt(message, response, async () => properOf(await options.respond(requestOf(message, response, body))));
    await write(response, await options.respond(requestOf(message, response, body)));
  } catch (error) {
    // A connection that broke off is the other side's affair. Anything else is our mistake and must be seen.
    if (response.destroyed || message.destroyed) return;
    console.error(error);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 'internal_error', message: 'The simulator made a mistake; its output says which.' } }));
  }
}

/** Null where it is too large. */
async function readBody(message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes > maxBodyBytes ? null : Buffer.concat(chunks);
}

function refuseBody(response: ServerResponse): void {
  const message = `The body is larger than ${maxBodyBytes} bytes.`;
  response.writeHead(413, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code: 'payload_too_large', message } }));
}

/** Its signal says when the caller has gone: a handler that never answers stops waiting then. */
function requestOf(message: IncomingMessage, response: ServerResponse, body: Buffer): Request {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  }
  const method = message.method ?? 'GET';
  const url = new URL(message.url ?? '/', `http://${message.headers.host ?? 'simulator'}`);
  return new Request(url, {
    method,
    headers,
    signal: gone.signal,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
  });
}

const properOf = async (answer: Response): Promise<Proper> => ({
  status: answer.status,
  headers: Object.fromEntries(answer.headers),
  body: Buffer.from(await answer.arrayBuffer()),
});

async function write(response: ServerResponse, answer: Response): Promise<void> {
  if (answer.type === 'error') return void response.destroy();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body), response);
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
