import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/**
 * Asks PostgreSQL to cancel the session's statement, by the protocol's own cancel request on a connection of its own. This works
 * through pgbouncer as well, where `pg_cancel_backend` would meet another session. Where the request cannot be sent, the statement
 * goes on.
 */
export function cancelStatement(client: PoolClient): void {
  // These members are missing in pg's types: the session's address, and its identity at the server.
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

/** The code of a CancelRequest (PostgreSQL, "Message Formats"). */
const cancelRequestCode = 80_877_102;
const giveUpMs = 2_000;
