import type { Log } from '../process/log.ts';
import { migrate, type Step } from './migrate.ts';
import { migrationsFolder } from './schema-state.ts';

/** A migration that does not build an index is meant to take less than this. */
const quickMigrationMs = 10_000;

export interface AtStart {
  readonly log: Log;
  readonly stopping: AbortSignal;
  /** This is called, perhaps more than once, when the migration lasts or may last long. */
  readonly onLasting: () => void;
  readonly folder?: URL;
  /** A migration is called lasting after this many milliseconds. */
  readonly lastsAfterMs?: number;
}

/** Migrates as a step of the service's start, and logs it. */
export async function migrateAtStart(databaseUrl: string, options: AtStart): Promise<void> {
  const { log, stopping, onLasting, folder = migrationsFolder, lastsAfterMs = quickMigrationMs } = options;
  const onStep = ({ migration, at, mayLast }: Step): void => {
    if (mayLast) onLasting();
    if (at === 'waiting') log.info({ migration }, 'a migration waits for another session');
    if (at === 'begun') log.info({ migration }, 'a migration begins');
    if (at === 'committed') log.info({ migration }, 'a migration is applied');
  };
  const lasts = setTimeout(onLasting, lastsAfterMs);
  try {
    const { newer } = await migrate(databaseUrl, { folder, stopping, onStep });
    if (newer.length > 0) log.warn({ newer }, 'the database has the schema of a newer release, on which this one may run');
  } finally {
    clearTimeout(lasts);
  }
}
