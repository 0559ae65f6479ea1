import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { latch } from './latch.ts';

/** An address on loopback that leads to a port, as a wire does, and fails as wires do. */
export interface Link {
  readonly port: number;
  /** Leads to another port from now on, as the name of a managed Redis does. Open connections stay with theirs. */
  leadTo(port: number): void;
  /** Ends every connection, and refuses new ones. */
  cut(): void;
  /** Lets nothing through from now on, not even the end of a connection: both sides hold half of one. */
  fallSilent(): void;
  /** Each piece of data takes so much longer. */
  delay(ms: number): void;
  /** Everything passes at once. Connections that were silent are reset. */
  mend(): void;
  close(): Promise<void>;
}

export async function linkTo(firstPort: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let port = firstPort;
  let isCut = false;
  let delayMs = 0;
  let silence = spoken();

  const forward = async (from: Socket, to: Socket): Promise<void> => {
    let end = (): unknown => to.end();
    const closed = once(to, 'close').catch(() => {});
    try {
      for await (const chunk of from) {
        if (delayMs > 0) await pause(delayMs);
        await silence.isOver;
        if (to.destroyed) break;
        if (!to.write(chunk)) await Promise.race([once(to, 'drain'), closed]);
      }
    } catch {
      end = () => to.destroy();
    }
    await silence.isOver;
    end();
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {});
    if (isCut) return void near.destroy();
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
      void forward(socket, other);
    }
  });
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(next) {
      port = next;
    },
    cut() {
      isCut = true;
      endAll();
    },
    fallSilent() {
      silence = untilSpoken();
    },
    delay(ms) {
      delayMs = ms;
    },
    mend() {
      const wasSilent = silence.isSilent;
      isCut = false;
      delayMs = 0;
      if (wasSilent) endAll();
      silence.end();
      silence = spoken();
    },
    async close() {
      endAll();
      silence.end();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Silence {
  readonly isSilent: boolean;
  readonly isOver: Promise<void>;
  end(): void;
}

const spoken = (): Silence => ({ isSilent: false, isOver: Promise.resolve(), end: () => {} });

function untilSpoken(): Silence {
  const { give: end, given: isOver } = latch();
  return { isSilent: true, isOver, end };
}
