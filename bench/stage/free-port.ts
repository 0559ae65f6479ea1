import { createServer } from 'node:net';

/** Returns a port that no program listens on now. */
export function freePort(): Promise<number> {
  return new Promise((fulfil, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? fulfil(address.port) : reject(new Error('no port'))));
    });
  });
}
