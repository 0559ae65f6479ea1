import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A receiver in its own process (`webhook-load.ts` starts it), so that its work does not count as the service's. It
 * computes each event's lag from `sent_at` in the body, and groups it by the first part of the path. Requests to
 * `/hang` are never answered, and others with the status that it was last told.
 */
const lags = new Map<string, number[]>();
let status = 200;

const server = createServer((request, response) => {
  const arrivedAt = Date.now();
  const [, group = ''] = (request.url ?? '').split('/');
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sentAt = /"sent_at":(\d+)/.exec(Buffer.concat(chunks).toString('latin1'))?.[1];
    const kept = lags.get(group) ?? [];
    lags.set(group, kept);
    kept.push(arrivedAt - Number(sentAt));
    answer(group, response);
  });
});

function answer(group: string, response: ServerResponse): void {
  if (group !== 'hang') response.writeHead(status).end();
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  // The address of a TCP listener has this shape.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (message: 'lags' | { readonly status: number }) => {
  if (message !== 'lags') {
    status = message.status;
    return;
  }
  process.send?.({ lags: Object.fromEntries(lags) });
  lags.clear();
});
process.on('disconnect', () => process.exit());
