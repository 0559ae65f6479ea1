import { type Refusal, refuse } from './refusal.ts';
import type { DeliveryHeaders } from './signed-headers.ts';

export interface DeliveryRequest {
  readonly headers: DeliveryHeaders;
  /** Is the body's raw bytes before any parsing; a string stands for its UTF-8. */
  readonly body: Uint8Array | ArrayBuffer | string;
}

export interface VerifyOptions {
  /**
   * Is the endpoint's signing secret as it was shown, 64 characters. While you change it, pass several: any of them may
   * have signed.
   */
  readonly secret: string | readonly string[];
  /** Limits how far the timestamp may differ from your clock in either direction. The contract says 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/** Returns the raw bytes, or the reason why these cannot be the signed ones. */
export function rawBytes(body: unknown): { readonly ok: true; readonly bytes: Uint8Array } | Refusal {
  if (body instanceof Uint8Array) return body.byteLength > 0 ? { ok: true, bytes: body } : emptyBody;
  if (body instanceof ArrayBuffer) return rawBytes(new Uint8Array(body));
  if (typeof body === 'string') return rawBytes(new TextEncoder().encode(body));
  return refuse(
    'body_not_raw',
    "The body was parsed already, or something has read the request before. Verify the bytes as they came: express.raw({ type: '*/*', limit: '4mb' }) in place of express.json().",
  );
}

const emptyBody = refuse('body_empty', 'The body is empty. If one was sent, something has read the request before, such as a body parser.');

/** Returns the secrets to try, or the reason why there are none. */
export function secretsOf(secret: VerifyOptions['secret']): { readonly ok: true; readonly secrets: readonly string[] } | Refusal {
  const secrets = [secret].flat();
  const usable = secrets.every((one) => typeof one === 'string' && one !== '');
  if (secrets.length === 0 || !usable) return refuse('secret_malformed', 'There is no signing secret, or an empty one.');
  if (secrets.some((one) => one.includes('*')))
    return refuse('secret_malformed', 'This is the masked secret of a list. The whole one is shown once, when the endpoint is made.');
  return { ok: true, secrets };
}
