import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen } from './finding.ts';

/** Checks that PostgreSQL can archive its write-ahead log, where it is told to. */
export async function archive({ engine }: Pick<SoundDatabase, 'engine'>): Promise<readonly Seen[]> {
  const { rows } = await engine.query<Archiver>(`
    select current_setting('archive_mode') <> 'off' as "isOn",
           failed_count::float8 as failed,
           last_failed_wal as "failedFile",
           last_failed_time > coalesce(last_archived_time, '-infinity') is true as "isFailing",
           last_archived_time as "archivedAt"
      from pg_stat_archiver`);
  const [archiver] = rows;
  if (!archiver?.isOn) return [good('archive_mode is off: the server archives nothing')];
  const { failed, failedFile, isFailing, archivedAt } = archiver;
  const last = archivedAt === null ? 'nothing was ever archived' : `the last success was at ${archivedAt.toISOString()}`;
  if (!isFailing) return [good(archivedAt === null ? 'nothing was to be archived yet' : last)];
  return [
    fault(
      `PostgreSQL cannot archive ${failedFile} (${failed} tries have failed; ${last}).`,
      'PostgreSQL’s log has what archive_command said. Until it succeeds nothing newer can be restored, and the disk of the server fills.',
    ),
  ];
}

interface Archiver {
  readonly isOn: boolean;
  readonly failed: number;
  readonly failedFile: string | null;
  readonly isFailing: boolean;
  readonly archivedAt: Date | null;
}
