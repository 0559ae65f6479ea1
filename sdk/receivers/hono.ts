import { fetchReceiver } from './fetch.ts';
import type { ReceiverOptions } from './receive.ts';

export { rememberedInMemory } from './seen-deliveries.ts';
export type * from './types.ts';

/** `@ringpost/sdk/webhooks/hono`: a handler for `app.on(['POST', 'PUT'], …)`. An error from `onDelivery` goes to `app.onError`, an `HTTPException` as the cause of one. */
export function honoReceiver(options: ReceiverOptions): (context: { readonly req: { readonly raw: Request } }) => Promise<Response> {
  const receive = fetchReceiver(options);
  return ({ req }) => receive(req.raw).catch(failed);
}

/** Hono would answer with the response that an HTTPException holds, which may be a success. */
function failed(error: unknown): never {
  throw error instanceof Error && 'getResponse' in error ? new Error(error.message, { cause: error }) : error;
}
