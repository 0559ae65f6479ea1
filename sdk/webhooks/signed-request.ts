import { deliveryIdHeader, signatureHeader, timestampHeader } from './signed-headers.ts';

export interface SignOptions {
  readonly secret: string;
  /** When it is signed: now, unless a test wants it stale. */
  readonly at?: Date;
  readonly deliveryId?: string;
}

/** What a `fetch` to the receiver takes, beside its method. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export const signedRequest = (parts: {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly timestamp: string;
  readonly digest: string;
  readonly deliveryId: string;
}): SignedRequest => ({
  headers: {
    'Content-Type': 'application/json',
    'User-Agent': 'Ringpost-Webhooks/1.0',
    [signatureHeader]: `sha256=${parts.digest}`,
    [timestampHeader]: parts.timestamp,
    [deliveryIdHeader]: parts.deliveryId,
  },
  body: parts.body,
});

/** An event is written as JSON; text and bytes are signed as they are. */
export function bytesOf(event: object | string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (event instanceof Uint8Array) return new Uint8Array(event);
  return new TextEncoder().encode(typeof event === 'string' ? event : JSON.stringify(event));
}
