import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type SecureVersion } from 'node:tls';
import { listen } from './api.ts';

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
  const resumed: boolean[] = [];
  const server = createServer({ key: certificate, cert: certificate, minVersion: version, maxVersion: version }, (socket) => {
    resumed.push(socket.isSessionReused());
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: ${receiver.hangUp ? 'close' : 'keep-alive'}\r\n\r\n`);
      if (receiver.hangUp) socket.end();
    });
  });
  const { port, close } = await listen(server);
  const receiver: TlsReceiver = { port, resumed, hangUp: false, close };
  return receiver;
}
