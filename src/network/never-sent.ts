/**
 * Whether a request that failed can have reached the other side: not if it failed before there was a connection to write
 * to. What is done once and never twice (a dial, a text) hangs on this. A reset is not among them: it may come after.
 */
export function wasNeverSent(error: unknown): boolean {
  // Where a name has several addresses, each of them must have failed before its first byte.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(wasNeverSent);
  const code = codeOf(error);
  return code !== null && beforeTheFirstByte.has(code);
}

export function describeFailure(error: unknown): string {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return code ? `${code}: ${message}` : message;
}

const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

const beforeTheFirstByte = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
