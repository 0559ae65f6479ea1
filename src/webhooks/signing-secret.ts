import { randomBytes } from 'node:crypto';
import type { Secrets } from '../process/secrets.ts';

/** Makes a new signing secret: 32 random bytes as 64 hex characters. The text itself is the key that deliveries are signed with. */
export const newSigningSecret = (): string => randomBytes(32).toString('hex');

/** Masks a secret for lists. The mask is as long as the secret and shows enough to distinguish two secrets, but not to sign. */
export const maskSigningSecret = (last4: string): string => last4.padStart(64, '*');

export const lastFourOf = (secret: string): string => secret.slice(-4);

export const sealSigningSecret = (secrets: Secrets, secret: string): Buffer => secrets.seal(secret, purpose);
export const openSigningSecret = (secrets: Secrets, sealed: Buffer): string => secrets.open(sealed, purpose);

export const resealSigningSecret = (secrets: Secrets, sealed: Buffer): Buffer | null => secrets.reseal(sealed, purpose);

/** The secret is sealed for its column: a value copied from elsewhere does not open. */
const purpose = 'webhook_endpoints.secret';
