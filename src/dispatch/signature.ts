import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The key that `sign` takes: the secret's text as it was shown, not the bytes that its hex digits stand for. */
export const signingKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');

/** The value of `X-Webhook-Signature`: HMAC-SHA256 of `<timestamp>.<raw body>` (spec, Authentication, 6). */
export const sign = (key: KeyObject, timestampSeconds: number, rawBody: string | Uint8Array): string =>
  `sha256=${createHmac('sha256', key).update(`${timestampSeconds}.`).update(rawBody).digest('hex')}`;
