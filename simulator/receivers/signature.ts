import { createHmac, timingSafeEqual } from 'node:crypto';
import type { components } from '../../src/contract/generated/simulator.ts';
import { parseJson } from '../json.ts';
import { standardProblem } from './standard-signature.ts';

export type SignatureVerdict = components['schemas']['Verdict']['signature'];

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A timestamp that is further off counts as a replay (`L-TOLERANCE-01`). */
const toleranceSeconds = 300;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/**
 * A receiver's verification, written from the published rules alone and independent of the service (`A-SIGN-01` to
 * `A-SIGN-04`). The signature is `sha256=` and the lower-case hex HMAC-SHA256 of `{X-Webhook-Timestamp}.{raw body}`,
 * keyed by the signing secret as it is written, and the timestamp is within 300 s. If it does not match, common
 * mistakes are tried one by one, and the verdict names the one that explains the signature.
 */
export function judgeSignature(request: SignedRequest, secret: string | null, now: Date): SignatureVerdict {
  const malformed = judgeHeaders(request.headers);
  if (malformed) return malformed;
  if (secret === null) return { reason: 'not_checked', explanation: 'The receiver has no secret, so the signature was not checked.' };
  const timestamp = request.headers['x-webhook-timestamp'] ?? '';
  const signature = (request.headers['x-webhook-signature'] ?? '').slice('sha256='.length);
  if (!matches(signature, secret, timestamp, request.body)) return explainMismatch(signature, secret, timestamp, request.body);
  const problem = standardProblem(request, secret);
  if (problem !== null) return { reason: 'wrong_standard_headers', explanation: `The signature matches, but ${problem}` };
  return judgeAge(Math.floor(now.getTime() / 1_000) - Number(timestamp));
}

function judgeHeaders(headers: Readonly<Record<string, string>>): SignatureVerdict | null {
  const needed = {
    'x-webhook-signature': 'X-Webhook-Signature',
    'x-webhook-timestamp': 'X-Webhook-Timestamp',
    'x-webhook-delivery-id': 'X-Webhook-Delivery-Id',
  };
  for (const [key, name] of Object.entries(needed)) {
    if (!headers[key]) return { reason: 'missing_header', explanation: `The header ${name} is missing.` };
  }
  const bad = (explanation: string): SignatureVerdict => ({ reason: 'bad_format', explanation });
  const signature = headers['x-webhook-signature'] ?? '';
  if (!signature.startsWith('sha256=')) return bad('X-Webhook-Signature does not begin with sha256=.');
  if (/^sha256=[0-9A-F]{64}$/.test(signature) && /[A-F]/.test(signature))
    return bad('X-Webhook-Signature is in upper-case hex; it must be lower case.');
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return bad('X-Webhook-Signature is not sha256= and 64 hex digits.');
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  if (/^\d{13}$/.test(timestamp)) return bad('X-Webhook-Timestamp is in milliseconds; it must be Unix seconds.');
  if (!/^\d{1,12}$/.test(timestamp)) return bad('X-Webhook-Timestamp is not a whole number of Unix seconds.');
  if (!uuid.test(headers['x-webhook-delivery-id'] ?? '')) return bad('X-Webhook-Delivery-Id is not a UUID.');
  if (!(headers['content-type'] ?? '').startsWith('application/json')) return bad('Content-Type is not application/json.');
  return null;
}

function judgeAge(ageSeconds: number): SignatureVerdict {
  const outside = `; more than ${toleranceSeconds} s is a replay.`;
  if (ageSeconds > toleranceSeconds) return { reason: 'timestamp_too_old', explanation: `The timestamp is ${ageSeconds} s old${outside}` };
  if (ageSeconds < -toleranceSeconds)
    return { reason: 'timestamp_in_future', explanation: `The timestamp is ${-ageSeconds} s in the future${outside}` };
  return { reason: 'valid', explanation: 'The signature matches the raw body, and the timestamp is fresh.' };
}

type Key = string | Buffer;

function matches(signature: string, key: Key, timestamp: string, body: Uint8Array | string): boolean {
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function explainMismatch(signature: string, secret: string, timestamp: string, body: Uint8Array): SignatureVerdict {
  for (const [how, text] of writings(Buffer.from(body).toString('utf8'))) {
    if (!matches(signature, secret, timestamp, text)) continue;
    const explanation = `The signature is that of the body ${how}. Sign the very bytes that are sent.`;
    return { reason: 'body_reserialised', explanation };
  }
  for (const [how, key] of misreadSecrets(secret)) {
    if (matches(signature, key, timestamp, body))
      return { reason: 'wrong_secret', explanation: `The signature was made with the secret ${how}.` };
  }
  for (const [how, signed] of otherPayloads(timestamp, body)) {
    const expected = createHmac('sha256', secret).update(signed).digest('hex');
    if (expected === signature) return { reason: 'signed_differently', explanation: `The signature covers ${how}, not "timestamp.body".` };
  }
  return { reason: 'wrong_secret', explanation: 'The signature was made with another secret, or the body was changed on its way.' };
}

/** Returns nothing of a body that is nested too deeply to be written again. */
function writings(text: string): readonly (readonly [string, string])[] {
  try {
    return [...reserialised(text)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [];
  }
}

/** Yields the same JSON as other programs would have written it. */
function* reserialised(text: string): Generator<readonly [string, string]> {
  const value = parseJson(text);
  if (value === undefined) return;
  const compact = JSON.stringify(value);
  const sorted = sortKeys(value);
  yield ['written again without spaces', compact];
  yield ['written again with two spaces of indentation', JSON.stringify(value, null, 2)];
  yield ['written again with four spaces of indentation', JSON.stringify(value, null, 4)];
  yield ['written again with tabs', JSON.stringify(value, null, '\t')];
  yield ['written again with a space after each colon and comma, as Python does', spaced(value)];
  yield ['written again as Python does, with \\u escapes', asciiOnly(spaced(value))];
  yield ['written again with \\u escapes', asciiOnly(compact)];
  yield ['written again with its slashes escaped, as PHP does', compact.replaceAll('/', '\\/')];
  yield ['written again with sorted keys', JSON.stringify(sorted)];
  yield ['with a line break at its end', `${text}\n`];
  yield ['without the white space around it', text.trim()];
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`)
    .join(', ')}}`;
}

const asciiOnly = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

/** Yields the right secret, read in wrong ways. */
function* misreadSecrets(secret: string): Generator<readonly [string, Key]> {
  yield ['and a line break at its end', `${secret}\n`];
  yield ['without the white space around it', secret.trim()];
  yield ['in upper case', secret.toUpperCase()];
  if (/^([0-9a-f]{2})+$/i.test(secret)) yield ['decoded from hex; its text is the key', Buffer.from(secret, 'hex')];
  yield ['decoded from base64; its text is the key', Buffer.from(secret, 'base64')];
}

function* otherPayloads(timestamp: string, body: Uint8Array): Generator<readonly [string, Buffer]> {
  yield ['the body alone', Buffer.from(body)];
  yield ['the timestamp and the body without the point between them', Buffer.concat([Buffer.from(timestamp), body])];
  yield ['the body and then the timestamp', Buffer.concat([body, Buffer.from(`.${timestamp}`)])];
  yield ['a timestamp in milliseconds', Buffer.concat([Buffer.from(`${timestamp}000.`), body])];
}
