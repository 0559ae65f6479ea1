import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/**
 * Asks PostgreSQL to cancel what this session is doing, by the protocol's own cancel request on a connection of its own.
 * It works through pgbouncer as well, where `pg_cancel_backend` would meet another session. That it could not be sent
 * shows in the session, which goes on.
 */
export function cancelStatement(client: PoolClient): void {
  // Not in pg's types: where the session is, and what identifies it to the server.
  const { host, port, processID, secretKey } = client as unknown as CancelKey;
  const request = Buffer.alloc(16);
  [request.length, cancelRequestCode, processID, secretKey].forEach((value, index) => {
    request.writeInt32BE(value, 4 * index);
  });
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.setTimeout(giveUpMs, () => socket.destroy());
  socket.on('error', () => {}).end(request);
}

interface CancelKey {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

/** PostgreSQL, "Message Formats": CancelRequest. */
const cancelRequestCode = 80_877_102;
const giveUpMs = 2_000;
