import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import type { WatchedPool } from './watched-pool.ts';

/**
 * Ends sessions that are in use and have heard nothing for longer than the server lets a statement run. Then the server's machine is gone
 * without a word, or the way there is, and TCP would have whoever waits for the answer wait for a quarter of an hour, or for hours if
 * the statement itself had arrived. The pool's idle sessions end too, because the next statement would wait as long on one of them.
 * So each loop of the process goes on at the new primary.
 */
export function endSilentSessions(pool: WatchedPool, statementTimeoutMs: number): void {
  const limitMs = (statementTimeoutMs * 4) / 3;
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => {
      const heard = socket.bytesRead;
      // A process that was paused finds that the time is up before it reads the answer that has come meanwhile.
      setImmediate(() => {
        if (!pool.isLent(client) || socket.bytesRead > heard) return;
        for (const each of open) if (!pool.isLent(each)) socketOf(each).destroy();
        // When these are closed: whoever waits hears of the end at once, and may be lent another in the same moment.
        setImmediate(() => socketOf(client).destroy());
      });
    });
    socket.setTimeout(limitMs);
    open.add(client);
  });
  pool.on('release', (_error, client) => {
    if (socketOf(client).timeout === 0) socketOf(client).setTimeout(limitMs);
  });
  pool.on('remove', (client) => open.delete(client));
}

/** Lets the session's statements take any time, until it is given back. Of a lost session only the probes of TCP tell then. */
export const mayBeSilent = (client: PoolClient): void => void socketOf(client).setTimeout(0);

/** Lets the statements of the session's transaction take any time. */
export function mayTakeLong(client: PoolClient): Promise<unknown> {
  mayBeSilent(client);
  return client.query('set local statement_timeout = 0');
}

/** Returns the socket of a session. The member is missing in pg's types. */
export const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
