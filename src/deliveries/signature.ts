import { createHmac } from 'node:crypto';

/**
 * The value of `X-Webhook-Signature`: HMAC-SHA256 of `<timestamp>.<raw body>` (spec, Authentication, 6). The key is the
 * secret's text as it was shown, not the bytes that its hex digits stand for.
 */
export const sign = (secret: string, timestampSeconds: number, rawBody: string | Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestampSeconds}.`).update(rawBody).digest('hex')}`;
