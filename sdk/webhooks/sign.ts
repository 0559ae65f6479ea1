import { createHmac, randomUUID } from 'node:crypto';
import { bytesOf, type SignedRequest, type SignOptions, signedRequest } from './signed-request.ts';

/** Makes a delivery as Ringpost would send it, for the tests of a receiver. */
export function sign(
  event: object | string | Uint8Array,
  { secret, at = new Date(), deliveryId = randomUUID() }: SignOptions,
): SignedRequest {
  const body = bytesOf(event);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return signedRequest({ body, timestamp, digest, deliveryId });
}
