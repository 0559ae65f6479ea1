import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { recordingUrlSeconds } from '../process/limits.ts';

/**
 * Signs recording URLs of the local store: `/recordings/<key>?expires=<unix seconds>&signature=<hex>`. The signature
 * covers the key and the time, so that neither can be changed. The time is the service's.
 */
export function signRecording(signingKey: Buffer, key: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1_000) + recordingUrlSeconds;
  return new URLSearchParams({ expires: String(expires), signature: signature(signingKey, key, expires).toString('hex') }).toString();
}

export function judgeRecordingUrl(
  signingKeys: readonly Buffer[],
  key: string,
  query: URLSearchParams,
  now: Date,
): 'valid' | 'expired' | 'forged' {
  const expires = query.get('expires') ?? '';
  const given = query.get('signature') ?? '';
  if (!/^\d{1,12}$/.test(expires) || !/^[0-9a-f]{64}$/.test(given)) return 'forged';
  const isOurs = signingKeys.some((signingKey) => timingSafeEqual(signature(signingKey, key, Number(expires)), Buffer.from(given, 'hex')));
  if (!isOurs) return 'forged';
  return now.getTime() < Number(expires) * 1_000 ? 'valid' : 'expired';
}

/** Derives a separate key, so that these signatures are useless for anything else that the secret key protects. */
export const recordingSigningKey = (secretKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'ringpost recording urls', 32));

const signature = (signingKey: Buffer, key: string, expires: number): Buffer =>
  createHmac('sha256', signingKey).update(`${expires}.${key}`).digest();
