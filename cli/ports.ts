import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
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
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** Returns this many ports of this machine that no program listens on now, all different. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  // A TCP listener has an address of this shape.
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
