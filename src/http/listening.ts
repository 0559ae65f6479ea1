import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, Server as TcpServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Resolves once connections are accepted. */
export async function startListening(server: Server, port: number, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener has an address and a port');
  return address;
}

/** From now on `server`, which listens, answers as `next` would. Connections stay open. */
export function answerAs(server: Server, next: Server): void {
  for (const event of ['request', 'checkExpectation', 'clientError']) {
    server.removeAllListeners(event);
    for (const listener of next.listeners(event)) server.on(event, listener as () => void);
  }
}

export interface StopOptions {
  /** How long connections that are open are still served, so that who keeps them learns that they end. */
  readonly lingerMs: number;
  /** For the requests that are then under way. A caller who dribbles does not keep the service from stopping. */
  readonly graceMs: number;
}

/**
 * First nobody new is let in: a balancer that is refused a connection has sent nothing yet, and goes elsewhere. Who has a
 * connection may be sending on it just now, and a POST that meets the end of its connection cannot be repeated: so each is
 * told with its next answer that this was the last, and only those that nobody has used meanwhile are closed.
 */
export async function stopListening(server: Server, { lingerMs, graceMs }: StopOptions): Promise<void> {
  if (!server.listening) return;
  const lingering = new AbortController();
  const closed = once(server, 'close').finally(() => lingering.abort());
  await quietTurn();
  // The close of an HTTP server would end idle connections at once.
  TcpServer.prototype.close.call(server);
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  await pause(lingerMs, undefined, { signal: lingering.signal }).catch(() => {});
  // An answer that was begun before this has promised to keep its connection.
  server.keepAliveTimeout = 1;
  await quietTurn();
  server.close();
  const patience = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(patience);
}

const quietMs = 0.3;
/** A process that is never quiet stops all the same. */
const longestWaitMs = 500;

/**
 * Until a turn of the event loop has found next to nothing to do. What has come meanwhile, connections and what was sent on
 * them, has then been read: to close before that would cut off who is waiting already.
 */
async function quietTurn(): Promise<void> {
  // From one immediate to the next the loop looks once for what has come.
  await new Promise(setImmediate);
  for (const until = performance.now() + longestWaitMs; performance.now() < until; ) {
    const began = performance.now();
    await new Promise(setImmediate);
    if (performance.now() - began < quietMs) return;
  }
}
