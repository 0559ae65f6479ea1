import { command } from './command.ts';
import { UsageError } from './usage-error.ts';

export const migrate = command({
  summary: 'Brings the database that DATABASE_URL names to the present schema.',
  notes: `Applies each numbered migration once, however many processes try at the same time. The service does the
same at its start; this is for those who want it done before.`,
  examples: ['DATABASE_URL=postgres://ringpost@db.internal/ringpost ringpost migrate'],

  async run() {
    const { environmentConfig } = await import('../environment-config.ts');
    const { databaseUrl } = environmentConfig();
    if (!databaseUrl) throw new UsageError('DATABASE_URL must be set: the embedded database is migrated whenever it starts.');
    const database = await import('../db/migrate.ts');
    await database.migrate(databaseUrl);
    console.log('The database has the present schema.');
    return 0;
  },
});
