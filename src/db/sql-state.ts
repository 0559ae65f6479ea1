/**
 * PostgreSQL's code of what it answered (its documentation, appendix A); null where the error is not an answer of
 * PostgreSQL. Codes of broken sockets, such as `EPIPE`, hold no digit.
 */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return null;
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** What was asked for is at fault, not the connection: data that does not fit (22), a constraint (23). */
export const isRefused = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

/** The session has ended under a statement: by the network, by us, or by the server (57P). */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (/^57P/.test(sqlState(error) ?? '') ||
    /^Connection terminated|not queryable/.test(error.message) ||
    ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)));

/** The session or its transaction takes no writes: the server is a replica, or set read-only. */
export const readOnlyTransaction = '25006';
export const queryCanceled = '57014';
export const lockNotAvailable = '55P03';
