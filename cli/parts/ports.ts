import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { UsageError } from './usage-error.ts';

/** Refuses taken ports before anything is started, so that the error comes at once and leaves nothing behind. */
export async function refuseTakenPorts(ports: Readonly<Record<string, { readonly port: number; readonly host: string }>>): Promise<void> {
  for (const [option, { port, host }] of Object.entries(ports)) {
    const code = await tryToListen(port, host);
    if (code === 'EADDRINUSE')
      throw new UsageError(`Port ${port} is taken by another program. Stop that one, or choose another with ${option}.`);
    if (code === 'EACCES') throw new UsageError(`Port ${port} needs rights that this user lacks. Choose one above 1023 with ${option}.`);
    if (code) throw new UsageError(`Port ${port} on ${host} cannot be listened on (${code}). Choose another with ${option}.`);
  }
}

function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error)));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/**
 * Returns a port of this machine that no program listens on now, and that no process is given another time while this one runs: until
 * its program listens another one could take it. It is below the range that the kernel gives to outgoing connections, one of which
 * could also take it first, and above 10080, which `fetch` refuses.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_100, 32_000);
    const code = (await reserve(port)) ?? (await tryToListen(port, '127.0.0.1'));
    if (code === null) return port;
    if (code !== 'EADDRINUSE') throw new Error(`No port of 127.0.0.1 can be listened on (${code})`);
  }
}

/**
 * Takes the UDP port of the same number until this process ends, and returns the code of the error if another process has it. The
 * program that is to listen needs the TCP port alone.
 */
function reserve(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', (error) => {
      socket.close();
      resolve(codeOf(error));
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(null);
    });
  });
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message);
