import { createHmac } from 'node:crypto';
import type { Delivery } from './receiver.ts';

/**
 * Returns the fault of a delivery's signature, or null. It follows the published recipe and uses no code of the
 * service, so a mistake there cannot hide.
 */
export function signatureProblem({ headers, body }: Pick<Delivery, 'headers' | 'body'>, secret: string): string | null {
  const given = headers['x-webhook-signature'] ?? '';
  if (!/^sha256=[0-9a-f]{64}$/.test(given)) return `X-Webhook-Signature is "${given}", not sha256= and 64 lower-case hex digits`;
  if (given === signatureOf(body, headers['x-webhook-timestamp'] ?? '', secret)) return null;
  const decoded = given === signatureOf(body, headers['x-webhook-timestamp'] ?? '', Buffer.from(secret, 'hex'));
  return decoded ? 'the key is the secret decoded from hex, not its text' : 'the signature is not that of these bytes';
}

/**
 * Returns the fault of a delivery's timestamp, or null. It is in whole seconds, and at most `tolerance` seconds off the arrival. A slow
 * machine may sign an attempt long before it arrives, but not before it was due (`dueAt`, in milliseconds).
 */
export function timestampProblem(
  { at, headers }: Pick<Delivery, 'at' | 'headers'>,
  tolerance: number,
  dueAt = at.getTime(),
): string | null {
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  if (!/^[0-9]{10,}$/.test(timestamp)) return `X-Webhook-Timestamp is "${timestamp}", not whole seconds`;
  const off = Math.max(dueAt / 1_000 - Number(timestamp), Number(timestamp) - at.getTime() / 1_000);
  return off <= tolerance ? null : `X-Webhook-Timestamp is ${off.toFixed(1)} s off the arrival, and ${tolerance} s are allowed`;
}

/** Is how many seconds a delivery's timestamp may be off when it arrives. A receiver refuses a delivery that is off by more. */
export const freshnessSeconds = 300;

/** Is how many seconds it may be off where the clocks of both sides are right and the network is quick. */
export const promptnessSeconds = 5;

/** Returns the fault of a delivery's headers of Standard Webhooks, or null. The header may hold several signatures. */
export function standardProblem({ headers, body }: Pick<Delivery, 'headers' | 'body'>, secret: string): string | null {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (id === undefined || id !== headers['x-webhook-delivery-id']) return `webhook-id is "${id ?? ''}", not the delivery id`;
  if (timestamp === undefined || timestamp !== headers['x-webhook-timestamp'])
    return `webhook-timestamp is "${timestamp ?? ''}", not X-Webhook-Timestamp`;
  return signatures.split(' ').includes(standardSignatureOf(body, { id, timestamp }, secret))
    ? null
    : `webhook-signature is "${signatures}", not that of these bytes`;
}

export const signatureOf = (body: Buffer, timestamp: string, secret: string | Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;

export const standardSignatureOf = (
  body: Buffer,
  { id, timestamp }: { readonly id: string; readonly timestamp: string },
  secret: string | Buffer,
): string => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
