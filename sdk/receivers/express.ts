import type { IncomingMessage, ServerResponse } from 'node:http';
import { verify } from '../webhooks/verify.ts';
import { answer, readRawBody } from './node-body.ts';
import { defaultMaxBodyBytes, type ReceiverOptions, receiver } from './receive.ts';

export { rememberedInMemory } from './seen-deliveries.ts';
export type * from './types.ts';

type ExpressReceiver = (
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * `@ringpost/sdk/webhooks/express`: a handler for `app.all`, before any body parser, or after `express.raw()` with a `limit` of
 * 4 MB, because its own 100 kB are less than a call with large variables has. An error from `onDelivery` goes to `next`.
 */
export function expressReceiver(options: ReceiverOptions): ExpressReceiver {
  const { maxBodyBytes = defaultMaxBodyBytes } = options;
  const receive = receiver(options, verify);
  return (request, response, next) => {
    // If a body parser has read the stream, only its result is left.
    const body = request.body === undefined ? readRawBody(request, maxBodyBytes) : Promise.resolve(request.body);
    body
      .then((bytes) => receive(request.method ?? '', request.headers, bytes))
      .then((reply) => answer(response, reply))
      .catch(next);
  };
}
