import { type Refusal, refuse } from './refusal.ts';

/** The headers of a delivery. */
export interface SignedHeaders {
  readonly ok: true;
  /** Is the header's exact text, which is part of the signed bytes. */
  readonly timestamp: string;
  /** Is the signature's 64 hex digits. */
  readonly digest: string;
  /** Is not covered by the signature. */
  readonly deliveryId: string;
}

/** A `Headers` object, or a plain one as Node, Express and Fastify give it; names in any case. */
export type DeliveryHeaders = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export function signedHeaders(headers: DeliveryHeaders): SignedHeaders | Refusal {
  const [signature, timestamp, deliveryId] = [signatureHeader, timestampHeader, deliveryIdHeader].map((name) => headerOf(headers, name));
  if (!signature) return missing(signatureHeader);
  if (!timestamp) return missing(timestampHeader);
  if (!deliveryId) return missing(deliveryIdHeader);
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return malformed(signatureHeader, 'sha256= and 64 lower-case hex digits');
  if (!/^\d{10,12}$/.test(timestamp)) return malformed(timestampHeader, 'whole seconds since 1970');
  if (!uuid.test(deliveryId)) return malformed(deliveryIdHeader, 'a UUID');
  return { ok: true, timestamp, digest: signature.slice('sha256='.length), deliveryId };
}

export const signatureHeader = 'X-Webhook-Signature';
export const timestampHeader = 'X-Webhook-Timestamp';
export const deliveryIdHeader = 'X-Webhook-Delivery-Id';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function headerOf(headers: DeliveryHeaders, name: string): string | null {
  if (isFetchHeaders(headers)) return headers.get(name);
  const wanted = name.toLowerCase();
  const found = headers[wanted] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
  // A repeated header makes two claims, so neither counts.
  return typeof found === 'string' ? found : found?.length === 1 ? (found[0] ?? null) : null;
}

const isFetchHeaders = (headers: DeliveryHeaders): headers is { get(name: string): string | null } => typeof headers['get'] === 'function';

const missing = (name: string): Refusal =>
  refuse('missing_header', `${name} is missing, or came twice. Pass the headers of the request on, all of them; a proxy may drop some.`);

const malformed = (name: string, form: string): Refusal => refuse('malformed_header', `${name} is not ${form}.`);
