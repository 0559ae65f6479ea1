import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maxBodyBytes } from './limits.ts';

/** A listening server. Bodies are read whole, a handler's `Response` is written, and errors are reported. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly connect: Switchboard;
}

/** Gets the raw message and the raw response, because programmes and faults break connections. */
export type Switchboard = (message: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void> | void;

export async function listen(options: ServerOptions): Promise<Listening> {
  const server = createServer(listener(options.connect));
  // The time is longer than a client keeps an idle connection, so that none is closed during a request.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, options.host, resolve));
  const { port } = server.address() as AddressInfo; // A listening TCP server has an address of this shape.
  return { port, url: `http://${hostInUrl(options.host)}:${port}`, close: () => closed(server) };
}

/** Writes a host as URLs have it, an IPv6 address in brackets. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

export const listener =
  (connect: Switchboard): RequestListener =>
  (message, response) =>
    void serve(message, response, connect);

async function serve(message: IncomingMessage, response: ServerResponse, connect: Switchboard): Promise<void> {
  try {
    const body = await readBody(message);
    if (body === null) return refuseBody(response);
    await connect(message, response, body);
  } catch (error) {
    // A broken connection is the other side's doing. Any other error is a fault of the simulator and must be reported.
    // A message that was read to its end is destroyed too, so the socket is checked.
    if (message.socket.destroyed) return;
    console.error(error);
    if (response.writableEnded) return;
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 'internal_error', message: 'The simulator made a mistake; its output says which.' } }));
  }
}

/** Returns the body, or null if it is too large. */
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

/** Makes a `Request`. Its signal aborts when the caller disconnects, so that a handler that never answers stops waiting. */
export function requestOf(message: IncomingMessage, response: ServerResponse, body: Buffer, path: string): Request {
  const gone = new AbortController();
  // To abort costs a good part of a request, so what was answered is not.
  response.once('close', () => response.writableFinished || gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  }
  const method = message.method ?? 'GET';
  const scheme = 'encrypted' in message.socket ? 'https' : 'http';
  const url = new URL(path, `${scheme}://${message.headers.host ?? `127.0.0.1:${message.socket.localPort}`}`);
  return new Request(url, {
    method,
    headers,
    signal: gone.signal,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
  });
}

export async function write(response: ServerResponse, answer: Response): Promise<void> {
  if (answer.type === 'error') return void response.destroy();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body), response);
}

export const closed = (server: Pick<Server, 'close' | 'closeAllConnections'>): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
