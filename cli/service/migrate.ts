import { untilSignal } from '../../src/process/until-signal.ts';
import { command } from '../parts/command.ts';
import { UsageError } from '../parts/usage-error.ts';

export const migrate = command({
  summary: 'Brings the database that DATABASE_URL names to the present schema.',
  notes: `Applies each numbered migration once, however many processes try at the same time. The service does the
same at its start; this is for those who want it done before. SIGTERM and Ctrl-C cancel what PostgreSQL is doing
for it, and the exit code is 1. Stopped or killed at whatever moment, the next one goes on from there.`,
  examples: ['DATABASE_URL=postgres://ringpost@db.internal/ringpost ringpost migrate'],

  async run() {
    const { environmentConfig } = await import('../../src/process/environment-config.ts');
    const { databaseUrl } = environmentConfig();
    if (!databaseUrl) throw new UsageError('DATABASE_URL must be set: the embedded database is migrated whenever it starts.');
    const database = await import('../../src/db/migrate.ts');
    const stopping = new AbortController();
    void untilSignal(stopping);
    const { newer } = await database.migrate(databaseUrl, {
      stopping: stopping.signal,
      onStep({ migration, at }) {
        if (at === 'waiting') console.log(`${migration} waits for another session, which migrates or builds an index.`);
        if (at === 'begun') console.log(`${migration} …`);
      },
    });
    console.log(
      newer.length > 0
        ? `A newer Ringpost has applied ${newer.join(', ')}, and this one may run on that.`
        : 'The database has the present schema.',
    );
    return 0;
  },
});
