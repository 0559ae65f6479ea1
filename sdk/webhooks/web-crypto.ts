import { openDelivery, type VerifyResult } from './delivery.ts';
import { type DeliveryRequest, rawBytes, secretsOf, type VerifyOptions } from './options.ts';
import type { Refusal } from './refusal.ts';
import { type SignedHeaders, signedHeaders } from './signed-headers.ts';
import { bytesOf, type SignedRequest, type SignOptions, signedRequest } from './signed-request.ts';
import { noneOfTheseSecrets, suspicions } from './suspicions.ts';

/** Does the same as `verify` where `node:crypto` is missing: in workers, at the edge, in a browser. */
export async function verify(request: DeliveryRequest, options: VerifyOptions): Promise<VerifyResult> {
  const given = secretsOf(options.secret);
  if (!given.ok) return given;
  const headers = signedHeaders(request.headers);
  if (!headers.ok) return headers;
  const body = rawBytes(request.body);
  if (!body.ok) return body;
  // Every secret is tried, so that the duration does not reveal which one matched.
  const tried = await Promise.all(given.secrets.map((secret) => matches(headers, secret, body.bytes)));
  if (!tried.includes(true)) return explain(headers, given.secrets, body.bytes);
  return openDelivery(headers, body.bytes, options);
}

/** Makes a delivery as Ringpost would send it, for the tests of a receiver. */
export async function sign(event: object | string | Uint8Array, options: SignOptions): Promise<SignedRequest> {
  const { secret, at = new Date(), deliveryId = crypto.randomUUID(), standardWebhooks = false } = options;
  const body = bytesOf(event);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const hmacOf = async (head: string) => new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), signedContent(head, body)));
  const digest = hexOf(await hmacOf(timestamp));
  const standardDigest = standardWebhooks ? btoa(String.fromCharCode(...(await hmacOf(`${deliveryId}.${timestamp}`)))) : undefined;
  return signedRequest({ body, timestamp, digest, deliveryId, standardDigest });
}

async function explain(headers: SignedHeaders, secrets: readonly string[], body: Uint8Array): Promise<Refusal> {
  for (const { secret, body: suspected, refusal } of suspicions(secrets, body))
    if (await matches(headers, secret, suspected)) return refusal;
  return noneOfTheseSecrets;
}

/** Compares in constant time, as `subtle.verify` does. */
async function matches({ timestamp, digest }: SignedHeaders, secret: string, body: Uint8Array): Promise<boolean> {
  return crypto.subtle.verify('HMAC', await keyOf(secret), bytesOfHex(digest), signedContent(timestamp, body));
}

const keyOf = (secret: string): ReturnType<typeof crypto.subtle.importKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** Returns the bytes to sign: what stands before the body, a full stop, the body. */
function signedContent(head: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const stamp = new TextEncoder().encode(`${head}.`);
  const content = new Uint8Array(stamp.byteLength + body.byteLength);
  content.set(stamp);
  content.set(body, stamp.byteLength);
  return content;
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
