import { MigrationError, pendingMigrations } from '../db/migrate.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen } from './finding.ts';

export async function migrations({ engine }: SoundDatabase): Promise<readonly Seen[]> {
  try {
    const { applied, pending } = await pendingMigrations(engine);
    if (pending.length === 0) return [good(`all ${applied} are applied`)];
    return [fault(`${pending.join(', ')}: not applied.`, 'Run `ringpost migrate`, or start the service, which does the same.')];
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return [fault(error.message, 'No process of this version may work on this database until that is settled.')];
  }
}
