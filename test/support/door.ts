import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A port that leads to a server as long as it is open. While it is shut, connections are refused, as by a server that is gone. */
export interface Door {
  readonly port: number;
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** `to` is how Node reaches the server: a port and a host, or the path of a socket. */
export async function doorTo(to: { readonly port: number; readonly host: string } | { readonly path: string }): Promise<Door> {
  const sockets = new Set<Socket>();
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(to);
      near.pipe(far).pipe(near);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => other.destroy());
      }
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async shut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await once(server, 'close');
    },
    async open() {
      server = await listen(port);
    },
  };
}
