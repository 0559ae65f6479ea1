import { parseArgs } from 'node:util';
import { migrate } from '../db/migrate.ts';
import { environmentConfig } from '../main.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

export const migrateCommand: Command = {
  summary: 'Brings the database that DATABASE_URL names to the present schema.',
  help: `Usage: DATABASE_URL=postgres://… ringpost migrate

Applies each numbered migration once, however many processes try at the same time. The service does the
same at its start; this is for those who want it done before.`,

  async run(args) {
    parseArgs({ args: [...args], options: {} });
    const { databaseUrl } = environmentConfig();
    if (!databaseUrl) throw new UsageError('DATABASE_URL must be set: the embedded database is migrated whenever it starts.');
    await migrate(databaseUrl);
    console.log('The database has the present schema.');
    return 0;
  },
};
