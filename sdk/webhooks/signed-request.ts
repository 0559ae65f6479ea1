import { deliveryIdHeader, signatureHeader, timestampHeader } from './signed-headers.ts';

export interface SignOptions {
  readonly secret: string;
  /** Is the time of the signature, by default now. An old time makes a stale delivery. */
  readonly at?: Date;
  readonly deliveryId?: string;
  /** Is true if the endpoint has the headers of Standard Webhooks too. */
  readonly standardWebhooks?: boolean;
}

/** Is a Uint8Array as `fetch` takes it for a body. Before TypeScript 5.7 that type has no parameter. */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;

/** The arguments of a `fetch` to the receiver, without its method. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes;
}

export const signedRequest = (parts: {
  readonly body: Bytes;
  readonly timestamp: string;
  readonly digest: string;
  readonly deliveryId: string;
  /** Is the base64 of the signature of Standard Webhooks, for an endpoint that has it. */
  readonly standardDigest?: string | undefined;
}): SignedRequest => ({
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': 'Ringpost-Webhooks/1.0',
    [signatureHeader]: `sha256=${parts.digest}`,
    [timestampHeader]: parts.timestamp,
    [deliveryIdHeader]: parts.deliveryId,
    ...(parts.standardDigest === undefined
      ? {}
      : { 'webhook-id': parts.deliveryId, 'webhook-timestamp': parts.timestamp, 'webhook-signature': `v1,${parts.standardDigest}` }),
  },
  body: parts.body,
});

/** Returns the bytes to sign: an event is written as JSON, text and bytes are used as they are. */
export function bytesOf(event: object | string | Uint8Array): Bytes {
  if (event instanceof Uint8Array) return new Uint8Array(event);
  return new TextEncoder().encode(typeof event === 'string' ? event : JSON.stringify(event));
}
