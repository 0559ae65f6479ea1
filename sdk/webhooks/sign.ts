import { createHmac, randomUUID } from 'node:crypto';
import { bytesOf, type SignedRequest, type SignOptions, signedRequest } from './signed-request.ts';

/** Makes a delivery as Ringpost would send it, for the tests of a receiver. */
export function sign(
  event: object | string | Uint8Array,
  { secret, at = new Date(), deliveryId = randomUUID(), standardWebhooks = false }: SignOptions,
): SignedRequest {
  const body = bytesOf(event);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const hmacOf = (head: string) => createHmac('sha256', secret).update(head).update(body).digest();
  const digest = hmacOf(`${timestamp}.`).toString('hex');
  const standardDigest = standardWebhooks ? hmacOf(`${deliveryId}.${timestamp}.`).toString('base64') : undefined;
  return signedRequest({ body, timestamp, digest, deliveryId, standardDigest });
}
