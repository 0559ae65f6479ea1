import { connect, createServer } from 'node:net';
import type { Run } from '../../../tools/conformance/run.ts';
import { listen } from '../../support/api.ts';
import type { Deployment } from './deployment.ts';
import { judge } from './run.ts';

/** A TCP proxy that knows no HTTP: it passes bytes on as they came, but for what its mutant changes in them. */
export interface RawMutant {
  /** The first request of a connection, as far as it has come with its headers. */
  request?(text: string): string;
  response?(text: string): string;
}

/** What the checks come to of a service that is broken, as the mutant says, in the bytes themselves. */
export async function judgeRawMutant({ target }: Deployment, mutant: RawMutant, only: readonly string[]): Promise<Run> {
  const { hostname, port, origin } = new URL(target.baseUrl);
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    for (const socket of [client, service]) socket.on('error', () => {});
    client.on('close', () => service.destroy());
    service.on('close', () => client.end());
    let head: string | null = '';
    client.on('data', (chunk) => {
      if (head === null) return void service.write(chunk);
      head += chunk.toString('latin1');
      // Headers that never end are passed on as they dribble in.
      if (!head.includes('\r\n\r\n') && chunk.length > 1) return;
      service.write(mutant.request?.(head) ?? head, 'latin1');
      head = null;
    });
    service.on('data', (chunk) => client.write(mutant.response?.(chunk.toString('latin1')) ?? chunk.toString('latin1'), 'latin1'));
  });
  const proxy = await listen(server);
  try {
    return await judge({ target: { ...target, baseUrl: target.baseUrl.replace(origin, proxy.origin) } }, only);
  } finally {
    await proxy.close();
  }
}
