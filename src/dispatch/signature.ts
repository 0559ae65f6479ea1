import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Makes the key that `sign` takes from the secret's text as it was shown, not from the bytes that its hex digits stand for. */
export const signingKey = (secret: string): KeyObject => createSecretKey(secret, 'utf8');

/** Returns the value of `X-Webhook-Signature`, the HMAC-SHA256 of `<timestamp>.<raw body>` (`A-SIGN-01`, `A-SIGN-02`). */
export const sign = (key: KeyObject, timestampSeconds: number, rawBody: string | Uint8Array): string =>
  `sha256=${createHmac('sha256', key).update(`${timestampSeconds}.`).update(rawBody).digest('hex')}`;

/** Returns the value of `webhook-signature` of Standard Webhooks, which covers the delivery's id too (`D-192`). */
export const signStandard = (key: KeyObject, deliveryId: string, timestampSeconds: number, rawBody: string | Uint8Array): string =>
  `v1,${createHmac('sha256', key).update(`${deliveryId}.${timestampSeconds}.`).update(rawBody).digest('base64')}`;
