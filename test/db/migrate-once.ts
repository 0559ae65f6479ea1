import { migrate } from '../../src/db/migrate.ts';

/** One of several processes that start at once. */
await migrate(process.argv[2] ?? '');
