import { createHmac, timingSafeEqual } from 'node:crypto';
import { openDelivery, type VerifyResult } from './delivery.ts';
import { type DeliveryRequest, rawBytes, secretsOf, type VerifyOptions } from './options.ts';
import type { Refusal } from './refusal.ts';
import { type SignedHeaders, signedHeaders } from './signed-headers.ts';
import { noneOfTheseSecrets, suspicions } from './suspicions.ts';

/** Tells if a request is a delivery of Ringpost, and returns its event. Never throws for input from the network. */
export function verify(request: DeliveryRequest, options: VerifyOptions): VerifyResult {
  const given = secretsOf(options.secret);
  if (!given.ok) return given;
  const headers = signedHeaders(request.headers);
  if (!headers.ok) return headers;
  const body = rawBytes(request.body);
  if (!body.ok) return body;
  // Every secret is tried, so that the duration does not reveal which one matched.
  const signed = given.secrets.map((secret) => matches(headers, secret, body.bytes)).includes(true);
  if (!signed) return explain(headers, given.secrets, body.bytes);
  return openDelivery(headers, body.bytes, options);
}

const explain = (headers: SignedHeaders, secrets: readonly string[], body: Uint8Array): Refusal =>
  suspicions(secrets, body).find((one) => matches(headers, one.secret, one.body))?.refusal ?? noneOfTheseSecrets;

function matches({ timestamp, digest }: SignedHeaders, secret: string, body: Uint8Array): boolean {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(digest, 'hex'));
}
