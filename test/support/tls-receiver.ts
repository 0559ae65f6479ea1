import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type SecureVersion, type TLSSocket } from 'node:tls';

/** The key and certificate (receiver.example.org, 127.0.0.1; until 2120) are used by the tests alone. */
const certificate = readFileSync(join(import.meta.dirname, 'receiver-certificate.pem'));

/** Makes `createSecureContext` trust this receiver and no other. */
export const trustsTlsReceiver = { ca: certificate };

/** A receiver behind TLS that answers 200. */
export interface TlsReceiver {
  readonly port: number;
  /** Says for each connection so far whether it resumed a session. */
  readonly resumed: readonly boolean[];
  /** Makes it close the connection after each answer, so that the next delivery needs a new one. */
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
    // The address of a TCP listener has this shape.
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
