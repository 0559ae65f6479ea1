import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets that must be readable (a signing secret, a stored answer that shows one) at rest with AES-256-GCM.
 * `purpose` is authenticated with each: a value copied to another column does not open.
 */
export interface Secrets {
  seal(plain: string, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): string;
  /** Seals the value again with the present key, or returns null if that key sealed it. Throws if no key opens it. */
  reseal(sealed: Buffer, purpose: string): Buffer | null;
}

/** Returns secrets that are sealed with `key`, 32 bytes from `RINGPOST_SECRET_KEY`. The older keys only open. */
export function aesSecrets(key: Buffer, older: readonly Buffer[] = []): Secrets {
  const openWithAny = (sealed: Buffer, purpose: string): Opened => {
    const plain = open(key, sealed, purpose);
    if (plain !== null) return { plain, isPresent: true };
    for (const old of older) {
      const found = open(old, sealed, purpose);
      if (found !== null) return { plain: found, isPresent: false };
    }
    throw new Error('no key opens it');
  };
  return {
    seal: (plain, purpose) => seal(key, plain, purpose),
    open: (sealed, purpose) => openWithAny(sealed, purpose).plain,
    reseal(sealed, purpose) {
      const { plain, isPresent } = openWithAny(sealed, purpose);
      return isPresent ? null : seal(key, plain, purpose);
    },
  };
}

interface Opened {
  readonly plain: string;
  readonly isPresent: boolean;
}

const ivBytes = 12;
const tagBytes = 16;

function seal(key: Buffer, plain: string, purpose: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Returns the text, or null if it was sealed with another key or for another purpose, which the tag shows. */
function open(key: Buffer, sealed: Buffer, purpose: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export const sha256 = (text: string | Uint8Array): Buffer => Buffer.from(hash('sha256', text, 'hex'), 'hex');
