import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The receiver, in its own process. It counts each delivery once however often it arrives, and answers at once or with
 * the requested delay. Requests to `/dead` are never answered.
 */
const seen = new Set<string>();
let delayMs = 0;

const server = createServer(async (request, response) => {
  request.resume();
  if (request.url === '/dead') return;
  seen.add(String(request.headers['x-webhook-delivery-id']));
  if (delayMs > 0) await pause(delayMs);
  response.writeHead(200).end();
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  // The address of a TCP listener has this shape.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (message: { readonly delayMs?: number }) => {
  delayMs = message.delayMs ?? delayMs;
  process.send?.({ count: seen.size });
});
process.on('disconnect', () => process.exit());
