import { createHmac, timingSafeEqual } from 'node:crypto';
import { fields, inner, parseProviderJson } from '../../network/provider-json.ts';
import { signatureToleranceSeconds } from '../../process/limits.ts';
import { sha256 } from '../../process/secrets.ts';
import type { CallbackRequest, IngestResult } from '../voice-provider.ts';
import { eventsOfMessage } from './events.ts';
import { unknownIn } from './official-form.ts';

/**
 * Verifies and reads Vapi's callbacks. The sender proves itself with an HMAC credential over the exact bytes, or with a
 * bearer credential that equals the same secret, which may be any of `secrets`. Nothing is parsed before that, and no input makes this
 * throw.
 */
export function ingestCallback(secrets: readonly string[], request: CallbackRequest): IngestResult {
  const refusal = verify(secrets, request);
  if (refusal !== null) return { ok: false, why: refusal };
  const message = inner(fields(parseProviderJson(request.rawBody)), 'message');
  const events = message === null ? null : eventsOfMessage(message);
  return message === null || events === null ? { ok: false, why: 'malformed' } : { ok: true, events, unknown: unknownIn(message) };
}

function verify(secrets: readonly string[], { headers, rawBody, now }: CallbackRequest): 'bad_signature' | 'stale' | null {
  const signature = header(headers, 'x-signature');
  const timestamp = header(headers, 'x-timestamp');
  if (signature === null) return isBearer(secrets, header(headers, 'authorization')) ? null : 'bad_signature';
  if (timestamp === null || !/^\d{1,15}$/.test(timestamp)) return 'bad_signature';
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex'));
  if (!isOneOf(expected, signature.replace(/^sha256=/, '').toLowerCase())) return 'bad_signature';
  const skewSeconds = Math.abs(now.getTime() / 1_000 - toSeconds(Number(timestamp)));
  return skewSeconds > signatureToleranceSeconds ? 'stale' : null;
}

const isBearer = (secrets: readonly string[], authorization: string | null): boolean => {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && isOneOf(secrets, token);
};

/** Vapi documents no unit. As seconds, 100,000,000,000 is the year 5138, so greater numbers are milliseconds. */
const toSeconds = (timestamp: number): number => (timestamp > 1e11 ? timestamp / 1_000 : timestamp);

/**
 * Compares digests, which have one length, so that the comparison does not even reveal a secret's length. All are compared, so that the
 * time does not tell which one it is.
 */
const isOneOf = (expected: readonly string[], given: string): boolean =>
  expected.filter((each) => timingSafeEqual(sha256(each), sha256(given))).length > 0;

function header(headers: CallbackRequest['headers'], name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
