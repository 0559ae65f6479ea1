import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The customers' side, in a process of its own: it counts the deliveries that have come, each once however often it comes, and answers at
 * once, or as late as it is told to. What comes to `/dead` is never answered.
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
  // A TCP listener has an address of this shape.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', (message: { readonly delayMs?: number }) => {
  delayMs = message.delayMs ?? delayMs;
  process.send?.({ count: seen.size });
});
process.on('disconnect', () => process.exit());
