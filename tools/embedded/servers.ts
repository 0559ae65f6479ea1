import type { EmbeddedServers } from '../../src/main.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { startPrivateRedis } from './redis.ts';

/** Starts a PostgreSQL and a Redis whose files are in the data folder. They end with the process that started them. */
export const embeddedServers = (dataFolder: string): EmbeddedServers => ({
  postgres: (log) => startEmbeddedPostgres({ dataFolder, log }),
  redis: (log) => startPrivateRedis({ dataFolder, log }),
});
