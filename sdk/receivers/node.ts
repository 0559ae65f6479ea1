import type { IncomingMessage, ServerResponse } from 'node:http';
import { verify } from '../webhooks/verify.ts';
import { answer, readRawBody } from './node-body.ts';
import { defaultMaxBodyBytes, type ReceiverOptions, receiver } from './receive.ts';

export { rememberedInMemory } from './seen-deliveries.ts';
export type * from './types.ts';

export interface NodeReceiverOptions extends ReceiverOptions {
  /** Receives the error from `onDelivery`, which is answered 500. By default it is printed to standard error. */
  readonly onError?: (error: unknown) => void;
}

/** `@ringpost/sdk/webhooks/node`: a handler for `createServer` of `node:http`, or for one path of it. */
export function nodeReceiver(options: NodeReceiverOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { maxBodyBytes = defaultMaxBodyBytes, onError = console.error } = options;
  const receive = receiver(options, verify);
  return async (request, response) => {
    try {
      const body = await readRawBody(request, maxBodyBytes);
      answer(response, await receive(request.method ?? '', request.headers, body));
    } catch (error) {
      onError(error);
      answer(response, { status: 500, headers: {}, body: null });
    }
  };
}
