import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type SecureVersion, type TLSSocket } from 'node:tls';

/** Key and certificate (receiver.example.org, 127.0.0.1; until 2120) of a receiver that is nobody's but the tests'. */
const certificate = readFileSync(join(import.meta.dirname, 'receiver-certificate.pem'));

/** For `createSecureContext`: trusts this receiver and nobody else. */
export const trustsTlsReceiver = { ca: certificate };

/** A receiver behind TLS that answers 200. */
export interface TlsReceiver {
  readonly port: number;
  /** Of each connection so far, whether it resumed a session. */
  readonly resumed: readonly boolean[];
  /** Hangs up after each answer, so that the next delivery needs a connection of its own. */
  hangUp: boolean;
  close(): Promise<void>;
}

export async function tlsReceiver(version: SecureVersion = 'TLSv1.3'): Promise<TlsReceiver> {
  const connections = new Set<TLSSocket>();
  const resumed: boolean[] = [];
  const server = createServer({ key: certificate, cert: certificate, minVersion: version, maxVersion: version }, (socket) => {
    connections.add(socket);
    resumed.push(socket.isSessionReused());
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: ${receiver.hangUp ? 'close' : 'keep-alive'}\r\n\r\n`);
      if (receiver.hangUp) socket.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: TlsReceiver = {
    // A TCP listener has an address of this shape.
    port: (server.address() as AddressInfo).port,
    resumed,
    hangUp: false,
    close: async () => {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
