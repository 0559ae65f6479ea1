/**
 * The timeline on which the server writes, as SQL: eight hexadecimal digits. A server that was restored, or promoted, begins another
 * one.
 */
export const timelineSql = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';
