import type { Pool } from 'pg';
import { requireRow } from './require-row.ts';

/** What PostgreSQL says about the archiving of its write-ahead log. */
export interface Archiver {
  readonly isOn: boolean;
  readonly isFailing: boolean;
  /** True if a complete file waits although nothing was archived for long, as while `archive_command` hangs. */
  readonly isStuck: boolean;
  readonly failedTries: number;
  readonly failedFile: string | null;
  readonly archivedAt: Date | null;
}

const stuckAfterSeconds = 600;

/** Reads it from the primary. Before the first file is archived it is not known whether one waits. */
export async function readArchiver(engine: Pick<Pool, 'query'>, stuckAfter = stuckAfterSeconds): Promise<Archiver> {
  const { rows } = await engine.query<Archiver>(statement, [stuckAfter]);
  return requireRow(rows[0]);
}

/** The name of a file of the log tells where it ends: after the timeline, eight digits each for 4 GiB and for the file in them. */
const statement = `
  select current_setting('archive_mode') <> 'off' as "isOn",
         current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity') is true as "isFailing",
         current_setting('archive_mode') <> 'off'
           and (last_archived_time <= now() - make_interval(secs => $1)
                and last_archived_wal ~ '^[0-9A-F]{24}'
                and pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')
                    >= ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * 4294967296
                       + (('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint + 2) * pg_size_bytes(current_setting('wal_segment_size'))) is true
           as "isStuck",
         failed_count::float8 as "failedTries",
         last_failed_wal as "failedFile",
         last_archived_time as "archivedAt"
    from pg_stat_archiver`;
