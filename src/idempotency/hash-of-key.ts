import { sha256 } from '../process/secrets.ts';
import type { KeyName } from './claim.ts';

/** Hashes an idempotency key with its owner, for the provider, which must not learn it. */
export const hashOfKey = (tenantId: string, { apiKeyId, operation, key }: KeyName): string =>
  sha256(JSON.stringify([tenantId, apiKeyId, operation, key])).toString('base64url');
