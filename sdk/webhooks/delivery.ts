import { readEvent, type UnknownEvent, type WebhookEvent } from './events.ts';
import type { VerifyOptions } from './options.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { SignedHeaders } from './signed-headers.ts';

/** A delivery with a valid signature. */
export type VerifiedDelivery = Delivered & (KnownDelivery | UnknownDelivery);

export type VerifyResult = VerifiedDelivery | Refusal;

interface Delivered {
  readonly ok: true;
  /**
   * Is the same on every attempt and replay. The signature does not cover it: an attacker who records a delivery can
   * send it again under another id while its timestamp is fresh. Key actions that must never happen twice by the
   * event's own ids.
   */
  readonly deliveryId: string;
  /** Is the time when this attempt was signed. */
  readonly signedAt: Date;
}

interface KnownDelivery {
  readonly known: true;
  readonly event: WebhookEvent;
}

/** An event, or a form of one, that is newer than this package. Answer it with 2xx and ignore it. */
interface UnknownDelivery {
  readonly known: false;
  readonly event: UnknownEvent;
}

/** Checks a delivery with a valid signature: its age and its body. */
export function openDelivery(headers: SignedHeaders, body: Uint8Array, options: VerifyOptions): VerifyResult {
  const { toleranceSeconds = contractToleranceSeconds, now = new Date() } = options;
  const old = tooFarOff(Number(headers.timestamp), toleranceSeconds, now);
  if (old) return old;
  const read = readEvent(body);
  if (!read) return refuse('not_an_event', 'The signature holds, but the body is no JSON object with event, timestamp and data.');
  return { ok: true, deliveryId: headers.deliveryId, signedAt: new Date(Number(headers.timestamp) * 1_000), ...read };
}

/** A timestamp that is further off counts as a replay (`L-TOLERANCE-01`). */
const contractToleranceSeconds = 300;

function tooFarOff(timestamp: number, toleranceSeconds: number, now: Date): Refusal | null {
  const age = Math.floor(now.getTime() / 1_000) - timestamp;
  const limit = `more than ${toleranceSeconds} s`;
  // A tolerance that is no number lets nothing pass.
  if (!(age <= toleranceSeconds))
    return refuse('timestamp_too_old', `It was signed ${age} s ago, ${limit}: a recorded delivery sent again, or a clock that is fast.`);
  if (age < -toleranceSeconds) return refuse('timestamp_in_future', `It was signed ${-age} s ahead, ${limit}: your clock is slow.`);
  return null;
}
