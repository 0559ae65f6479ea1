import { type Refusal, refuse } from './refusal.ts';
import type { DeliveryHeaders } from './signed-headers.ts';

export interface DeliveryRequest {
  readonly headers: DeliveryHeaders;
  /** The body's bytes as they came, before anything has parsed them; a string stands for its UTF-8. */
  readonly body: Uint8Array | ArrayBuffer | string;
}

export interface VerifyOptions {
  /** The endpoint's signing secret as it was shown, 64 characters. Several while you change it: any of them may have signed. */
  readonly secret: string | readonly string[];
  /** How far the timestamp may be off your clock, before and after. The contract says 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/** Rule of the contract: what is further off is a replay. */
export const contractToleranceSeconds = 300;

/** The bytes, or why these cannot be what was signed. */
export function rawBytes(body: unknown): { readonly ok: true; readonly bytes: Uint8Array } | Refusal {
  if (body instanceof Uint8Array) return body.byteLength > 0 ? { ok: true, bytes: body } : emptyBody;
  if (body instanceof ArrayBuffer) return rawBytes(new Uint8Array(body));
  if (typeof body === 'string') return rawBytes(new TextEncoder().encode(body));
  return refuse('body_not_raw', 'The body was parsed already. Verify the bytes as they came: express.raw() in place of express.json().');
}

const emptyBody = refuse('body_not_raw', 'The body is empty: something has read the request before, such as a body parser.');

/** The secrets to try, or why there is none. */
export function secretsOf(secret: VerifyOptions['secret']): { readonly ok: true; readonly secrets: readonly string[] } | Refusal {
  const secrets = [secret].flat();
  const usable = secrets.every((one) => typeof one === 'string' && one !== '');
  if (secrets.length === 0 || !usable) return refuse('secret_malformed', 'There is no signing secret, or an empty one.');
  if (secrets.some((one) => one.includes('*')))
    return refuse('secret_malformed', 'This is the masked secret of a list. The whole one is shown once, when the endpoint is made.');
  return { ok: true, secrets };
}
