import type { EmbeddedServers } from '../../src/main.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { startPrivateRedis } from './redis.ts';

/**
 * A PostgreSQL and a Redis whose files are in the data folder. They end with the process that started them, but for a PostgreSQL that is
 * to run on when it is stopped.
 */
export const embeddedServers = (dataFolder: string, runsOn = () => false): EmbeddedServers => ({
  async postgres(log) {
    const { url, stop, leave } = await startEmbeddedPostgres({ dataFolder, log });
    return { url, stop: () => (runsOn() ? leave() : stop()) };
  },
  redis: (log) => startPrivateRedis({ dataFolder, log }),
});
