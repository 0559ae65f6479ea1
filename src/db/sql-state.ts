/**
 * Returns the SQLSTATE of an error (PostgreSQL documentation, appendix A). Null where the error is not an answer of PostgreSQL.
 * Codes of broken sockets, such as `EPIPE`, hold no digit.
 */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return null;
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** True where the statement is at fault and not the connection: its data does not fit (class 22) or breaks a constraint (class 23). */
export const isRefused = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

/**
 * True where pgbouncer ended the session, because it reaches no server or lost the one that it had. PostgreSQL ends no session with a
 * state of class 08.
 */
export const isEndedByPooler = (error: unknown): boolean =>
  /^08/.test(sqlState(error) ?? '') && (error as { readonly severity?: unknown }).severity === 'FATAL';

/** True where the session ended under a statement, because of the network, this process, the server (57P, a timeout in 25P0) or pgbouncer. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(57P|25P0[34])/.test(sqlState(error) ?? '') ||
    isEndedByPooler(error) ||
    /^Connection terminated|not queryable/.test(error.message) ||
    ('code' in error && typeof error.code === 'string' && /^E([A-Z]+|AI_AGAIN)$/.test(error.code)));

/** True where PostgreSQL or pgbouncer opens no session: it does not take the role or its password (class 28), or has too many sessions. */
export const isTurnedAway = (error: unknown): boolean => /^28|^53300$/.test(sqlState(error) ?? '');

/**
 * True where a session ended under a statement, which may have taken effect. False where no session could be opened, or it had ended
 * before.
 */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof Error &&
  (/^57P0[12]$/.test(sqlState(error) ?? '') ||
    (isEndedByPooler(error) && !isRefusedByPooler(error)) ||
    // Knex writes the statement before the message.
    /Connection terminated( unexpectedly)?$/.test(error.message) ||
    ('syscall' in error && (error.syscall === 'read' || error.syscall === 'write')));

/** True where pgbouncer had no server for a statement, and names the setting because of which it waits no longer. Nothing was done. */
export const isRefusedByPooler = (error: unknown): boolean =>
  isEndedByPooler(error) && /server_login_retry|query_wait_timeout/.test((error as Error).message);

/** True where PostgreSQL lacks disk, memory or connections (class 53). It has undone the statement, or has opened no session. */
export const lacksResources = (error: unknown): boolean => /^53/.test(sqlState(error) ?? '');

/** True for a statement on a session that had ended before. */
export const isAfterEnd = (error: unknown): boolean => error instanceof Error && error.message.endsWith('not queryable');

/** PostgreSQL's SQLSTATE of a write in a read-only session or transaction. The server is a replica, or was set read-only. */
export const readOnlyTransaction = '25006';
/** Our own, of a write about a tenant that is being handed over to another cell, or lives there by now. */
export const tenantMoves = '23M01';
export const queryCanceled = '57014';
export const deadlockDetected = '40P01';
export const lockNotAvailable = '55P03';
export const undefinedTable = '42P01';
export const objectInUse = '55006';
