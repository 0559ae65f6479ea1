import { readArchiver } from '../../src/db/archiver.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen } from './finding.ts';

/** Checks that PostgreSQL can archive its write-ahead log, where it is told to. */
export async function archive({ engine }: Pick<SoundDatabase, 'engine'>, stuckAfterSeconds?: number): Promise<readonly Seen[]> {
  const { isOn, isFailing, isStuck, failedTries, failedFile, archivedAt } = await readArchiver(engine, stuckAfterSeconds);
  if (!isOn) return [good('archive_mode is off: the server archives nothing')];
  const last = archivedAt === null ? 'nothing was ever archived' : `the last success was at ${archivedAt.toISOString()}`;
  if (isFailing)
    return [
      fault(
        `PostgreSQL cannot archive ${failedFile} (${failedTries} tries have failed; ${last}).`,
        `PostgreSQL’s log has what archive_command said. ${whatFollows}`,
      ),
    ];
  if (isStuck)
    return [
      fault(
        `PostgreSQL archives nothing although files wait (${last}).`,
        `archive_command seems to hang: look for its process. ${whatFollows}`,
      ),
    ];
  return [good(archivedAt === null ? 'nothing was to be archived yet' : last)];
}

const whatFollows = 'Until it succeeds nothing newer can be restored, and the disk of the server fills.';
