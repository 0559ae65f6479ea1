import { verify } from '../webhooks/web-crypto.ts';
import { brokenOff, defaultMaxBodyBytes, type ReceiverOptions, receiver, tooLarge } from './receive.ts';

export { rememberedInMemory } from './seen-deliveries.ts';
export type * from './types.ts';

/**
 * `@ringpost/sdk/webhooks/fetch`: a function from a `Request` to a `Response`, for workers, Deno, Bun, Next.js and other
 * runtimes with these types. Rejects with the error from `onDelivery`.
 */
export function fetchReceiver(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const { maxBodyBytes = defaultMaxBodyBytes } = options;
  const receive = receiver(options, verify);
  return async (request) => {
    const { status, headers, body } = await receive(request.method, request.headers, await readRawBody(request, maxBodyBytes));
    return new Response(body, { status, headers: { ...headers } });
  };
}

async function readRawBody(request: Request, maxBytes: number): Promise<Uint8Array | typeof tooLarge | typeof brokenOff | null> {
  // Nothing is left of a body that something has read before, or reads now.
  if (request.bodyUsed || request.body?.locked) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      size += read.value.byteLength;
      if (size > maxBytes) {
        await reader?.cancel();
        return tooLarge;
      }
      chunks.push(read.value);
    }
  } catch {
    return brokenOff;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
