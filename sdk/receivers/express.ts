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
 * `@ringpost/sdk/webhooks/express`: a handler for `app.all`, before any body parser, or after
 * `express.raw({ type: '*\/*', limit: '4mb' })`, because its own 100 kB are less than a call with large variables has. An
 * error from `onDelivery` goes to `next`.
 */
export function expressReceiver(options: ReceiverOptions): ExpressReceiver {
  const { maxBodyBytes = defaultMaxBodyBytes } = options;
  const receive = receiver(options, verify);
  return (request, response, next) => {
    // If a body parser has read the stream, only its result is left. Those of Express 4 set `{}` where they leave it alone.
    const isUnread = request.body === undefined || !(request.readableDidRead || request.body instanceof Uint8Array);
    const body = isUnread ? readRawBody(request, maxBodyBytes) : Promise.resolve(request.body);
    body
      .then((bytes) => receive(request.method ?? '', request.headers, bytes))
      .then((reply) => answer(response, reply))
      // Express goes on to its next handler for some of what is no error, as if nothing had failed.
      .catch((error) => next(error instanceof Error ? error : new Error('onDelivery threw what is no Error', { cause: error })));
  };
}
