import canonicalizeModule from 'canonicalize';
import { invalidRequest } from '../errors.ts';
import { sha256 } from '../process/secrets.ts';

/** Hashes a body by RFC 8785 without the key itself, so that two spellings of one body are equal. */
export function requestHash(body: unknown): Buffer {
  // A spread copies a member named `__proto__` as plain data; an assignment would not.
  const compared = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, idempotencyKey: undefined } : body;
  try {
    return sha256(canonicalize(compared) ?? '');
  } catch (error) {
    if (error instanceof RangeError)
      throw invalidRequest('The body is nested too deeply.', [{ path: '/body', message: 'is nested too deeply' }]);
    throw error;
  }
}

/** The package is CommonJS and exports the function itself, while its types declare a `default` export. */
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;
