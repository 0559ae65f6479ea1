import { sha256 } from '../process/secrets.ts';
import type { Claim } from './claim.ts';

export type HashedKey = Pick<Claim, 'apiKeyId' | 'operation' | 'key'>;

/** Hashes an idempotency key with its owner, for the provider, which must not learn it. */
export const hashOfKey = (tenantId: string, { apiKeyId, operation, key }: HashedKey): string =>
  sha256(JSON.stringify([tenantId, apiKeyId, operation, key])).toString('base64url');
