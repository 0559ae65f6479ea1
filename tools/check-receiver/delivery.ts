import { createHmac } from 'node:crypto';
import { signatureOf, standardSignatureOf } from '../conformance/signature.ts';

/** A delivery as it goes to the receiver. */
export interface Delivery {
  readonly id: string;
  /** Holds the headers in the order and case in which they are sent. A header that is sent twice stands here in two cases of its name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What may differ from a sound delivery. */
export interface DeliveryOptions {
  readonly id: string;
  readonly body: Buffer;
  readonly key: string | Buffer;
  readonly timestamp: string;
  /** Is the timestamp that is signed, if it is not the one of the header. */
  readonly signedTimestamp?: string;
  /** Are the bytes that are signed, if they are not the body. */
  readonly signedBody?: Buffer;
  /** Is true if the headers of Standard Webhooks are sent too. */
  readonly standardWebhooks: boolean;
}

/** The headers that carry each part, the specified one and that of Standard Webhooks. */
const namesOf = {
  signature: ['X-Webhook-Signature', 'webhook-signature'],
  timestamp: ['X-Webhook-Timestamp', 'webhook-timestamp'],
  id: ['X-Webhook-Delivery-Id', 'webhook-id'],
} as const;
export type Part = keyof typeof namesOf;

/** Makes a delivery by the published recipe. Both signatures are of the same content, so that either kind of receiver is judged. */
export function delivery({ id, body, key, timestamp, ...signed }: DeliveryOptions): Delivery {
  const signedTimestamp = signed.signedTimestamp ?? timestamp;
  const signedBody = signed.signedBody ?? body;
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Ringpost-Webhooks/1.0',
    [namesOf.signature[0]]: signatureOf(signedBody, signedTimestamp, key),
    [namesOf.timestamp[0]]: timestamp,
    [namesOf.id[0]]: id,
    ...(signed.standardWebhooks && {
      [namesOf.id[1]]: id,
      [namesOf.timestamp[1]]: timestamp,
      [namesOf.signature[1]]: standardSignatureOf(signedBody, { id, timestamp: signedTimestamp }, key),
    }),
  };
  return { id, headers, body };
}

/** Returns the delivery with signatures of its body alone. */
export const signedWithoutTimestamp = (whole: Delivery, key: string): Delivery =>
  changed(whole, 'signature', (value) => {
    const mac = createHmac('sha256', key).update(whole.body);
    return value.startsWith('v1,') ? `v1,${mac.digest('base64')}` : `sha256=${mac.digest('hex')}`;
  });

/** Returns the delivery without a part, in both kinds of headers. */
export const without = (whole: Delivery, part: Part): Delivery =>
  withHeaders(whole, (name, value) => (isOf(part, name) ? {} : { [name]: value }));

/** Returns the delivery with another value of a part, in both kinds of headers. */
export const changed = (whole: Delivery, part: Part, change: (value: string) => string): Delivery =>
  withHeaders(whole, (name, value) => ({ [name]: isOf(part, name) ? change(value) : value }));

/** Returns the delivery with other letters in the names of its headers. */
export const renamed = (whole: Delivery, rename: (name: string) => string): Delivery =>
  withHeaders(whole, (name, value) => ({ [rename(name)]: value }));

/** Returns the delivery with a second header for a part, behind the first. HTTP compares names of headers without their case. */
export function doubled(whole: Delivery, part: Part, second: (first: string) => string): Delivery {
  const more = Object.entries(whole.headers).flatMap(([name, value]) => (isOf(part, name) ? [[name.toUpperCase(), second(value)]] : []));
  return { ...whole, headers: { ...whole.headers, ...Object.fromEntries(more) } };
}

const isOf = (part: Part, name: string): boolean => namesOf[part].some((known) => known.toLowerCase() === name.toLowerCase());

const withHeaders = (whole: Delivery, change: (name: string, value: string) => Delivery['headers']): Delivery => ({
  ...whole,
  headers: Object.assign({}, ...Object.entries(whole.headers).map(([name, value]) => change(name, value))),
});
