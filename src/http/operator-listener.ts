import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from '../context.ts';
import type { Config } from '../process/config.ts';
import { answerAs, startListening, stopListening } from './listening.ts';
import { createMigratingServer } from './server.ts';

/**
 * The operator listener, which may answer health checks before there is a context. It opens early only if the start may
 * last: a balancer without health checks moves on from a refused connection to the next process, but passes the 503 of
 * an open port on to the caller.
 */
export interface OperatorListener {
  /** Starts answering for a process that migrates, if the process has this listener. May be called once. */
  openEarly(): void;
  /** Makes this server answer from now on, and resolves to the one that listens. */
  serve(next: Server): Promise<{ readonly server: Server; readonly address: AddressInfo }>;
  /** Closes the listener if the start ends before `serve`. */
  closeEarly(): Promise<void>;
}

export function operatorListener(config: Config, parts: Pick<Context, 'log' | 'metrics'>): OperatorListener {
  const isWanted = config.roles.has('api') || config.isOperatorPortSet;
  const listen = async (server: Server) => ({
    server,
    address: await startListening(server, config.operatorPort, config.operatorHost),
  });
  let early: ReturnType<typeof listen> | null = null;
  return {
    openEarly() {
      if (early || !isWanted) return;
      early = listen(createMigratingServer({ ...parts, config }));
      // A taken port is reported by `serve`.
      early.catch(() => {});
    },
    async serve(next) {
      if (!early) return listen(next);
      const listening = await early;
      early = null;
      answerAs(listening.server, next);
      return listening;
    },
    async closeEarly() {
      const listening = await early?.catch(() => null);
      if (listening) await stopListening(listening.server, { lingerMs: 0, graceMs: 0 });
    },
  };
}
