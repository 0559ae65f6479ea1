import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The connections of each server that listens. */
const connectionsOf = new WeakMap<Server, Set<Answering>>();

/** The response that goes out on a socket, which Node's types do not name. Node looks at it too before it refuses what it could not read. */
export type Answering = Socket & { readonly _httpMessage?: ServerResponse | null };

export async function startListening(server: Server, port: number, host: string): Promise<AddressInfo> {
  const connections = new Set<Answering>();
  connectionsOf.set(server, connections);
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has an address and a port');
  return address;
}

/** Makes `server`, which listens, answer as `next` would. Connections stay open. */
export function answerAs(server: Server, next: Server): void {
  for (const event of ['request', 'checkExpectation', 'clientError']) {
    server.removeAllListeners(event);
    for (const listener of next.listeners(event)) server.on(event, listener as () => void);
  }
}

export interface StopOptions {
  /** Is how long open connections are still served, so that their clients learn that they end. */
  readonly lingerMs: number;
  /** Limits the time for requests that are under way after that. A slow client does not keep the service from stopping. */
  readonly graceMs: number;
}

/**
 * Stops a server. It first refuses new connections: a refused balancer has not sent anything and can try another
 * process. A client with an open connection may just be sending on it, and it cannot repeat a POST whose connection was
 * cut. So the next answer on each connection announces its end, that of a request under way too, and only connections
 * without a further request are closed.
 */
export async function stopListening(server: Server, { lingerMs, graceMs }: StopOptions): Promise<void> {
  if (!server.listening) return;
  const lingering = new AbortController();
  const closed = once(server, 'close').finally(() => lingering.abort());
  await quietTurn();
  // The HTTP server's own close would end idle connections at once.
  TcpServer.prototype.close.call(server);
  server.prependListener('request', (_request, response) => announceEnd(response));
  for (const { _httpMessage: response } of connectionsOf.get(server) ?? []) if (response) announceEnd(response);
  await pause(lingerMs, undefined, { signal: lingering.signal }).catch(() => {});
  // An answer that began before this has promised to keep its connection.
  server.keepAliveTimeout = 1;
  await quietTurn();
  server.close();
  const patience = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(patience);
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

const quietMs = 0.3;
/** Limits the wait, so that a busy process stops too. */
const longestWaitMs = 500;

/**
 * Waits until a turn of the event loop has almost nothing to do. By then connections and data that arrived have been
 * read. Closing before that would cut off clients that are already waiting.
 */
async function quietTurn(): Promise<void> {
  // From one immediate to the next the loop polls once for input.
  await new Promise(setImmediate);
  for (const until = performance.now() + longestWaitMs; performance.now() < until; ) {
    const began = performance.now();
    await new Promise(setImmediate);
    if (performance.now() - began < quietMs) return;
  }
}
