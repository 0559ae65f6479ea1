import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Secrets that we must be able to read back (a signing secret, an idempotent answer that shows one) are encrypted at
 * rest with AES-256-GCM. `purpose` is authenticated with each: a value copied to another column does not open.
 */
export interface Secrets {
  seal(plain: string, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): string;
}

const ivBytes = 12;
const tagBytes = 16;

/** `key`: 32 bytes, from `RINGPOST_SECRET_KEY`. */
export function aesSecrets(key: Buffer): Secrets {
  return {
    seal(plain, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open(sealed, purpose) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(Buffer.from(purpose));
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}

export const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest();
