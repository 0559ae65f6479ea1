import { createHmac } from 'node:crypto';
import type { SignedRequest } from './signature.ts';

/**
 * Returns what is wrong with the headers of Standard Webhooks of a delivery that has a `webhook-signature`, or null. They repeat the
 * delivery's id and timestamp, and one of the signatures is `v1,` and the base64 HMAC-SHA256 of `{id}.{timestamp}.{raw body}`, keyed
 * as the specified one.
 */
export function standardProblem({ headers, body }: SignedRequest, secret: string): string | null {
  const signatures = headers['webhook-signature'];
  if (signatures === undefined) return null;
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  if (id === undefined || id !== headers['x-webhook-delivery-id']) return 'webhook-id is not the delivery id.';
  if (timestamp === undefined || timestamp !== headers['x-webhook-timestamp']) return 'webhook-timestamp is not X-Webhook-Timestamp.';
  const expected = `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  return signatures.split(' ').includes(expected) ? null : 'webhook-signature is not that of the id, the timestamp and the raw body.';
}
