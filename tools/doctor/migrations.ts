import { readSchemaState } from '../../src/db/migrate.ts';
import { MigrationError } from '../../src/db/schema-state.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen, warning } from './finding.ts';

const howToMigrate = 'Run `ringpost migrate`, or start the service, which does the same.';

/** Is what there is to say of a database that no migration has seen. */
export const noSchema = fault('No migration has run on this database.', howToMigrate);

/** Tells if the database has a schema, without which nothing in it can be examined. */
export async function hasSchema({ engine }: SoundDatabase): Promise<boolean> {
  const { rows } = await engine.query<{ found: boolean }>("select to_regclass('schema_migrations') is not null as found");
  return rows[0]?.found === true;
}

export async function migrations({ engine }: SoundDatabase): Promise<readonly Seen[]> {
  try {
    const { applied, pending, newer } = await readSchemaState(engine);
    if (pending.length > 0) {
      const names = pending.map(({ name }) => name).join(', ');
      return [fault(`${names}: not applied.`, howToMigrate)];
    }
    if (newer.length > 0)
      return [
        warning(
          `A newer Ringpost has applied ${newer.join(', ')}, and processes of this version may run on that.`,
          'Go on with the upgrade, or leave it so after a rollback: nothing has to be undone in the database.',
        ),
      ];
    return [good(`all ${applied} are applied`)];
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return [fault(error.message, 'No process of this version may work on this database until that is settled.')];
  }
}
