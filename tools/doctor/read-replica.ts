import { patienceFor } from '../../src/db/connect.ts';
import { standing } from '../../src/db/read-replica.ts';
import { openReplica } from '../../src/db/readers.ts';
import type { Config } from '../../src/process/config.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen, warning } from './finding.ts';

/**
 * Checks that the read replica follows this database, and closely enough to be read. Without a replica all reads go to
 * the database.
 */
export async function readReplica(
  database: SoundDatabase,
  { databaseReadUrl, databaseUrl, databasePrepared, requestSeconds }: Config,
): Promise<readonly Seen[]> {
  if (databaseReadUrl === null || databaseUrl === null) return [good('all is read from the primary')];
  const { statementMs: statementTimeoutMs } = patienceFor(requestSeconds * 1_000);
  const replica = openReplica({ url: databaseReadUrl, prepared: databasePrepared, statementTimeoutMs }, 2);
  try {
    const found = await standing(database.engine, replica.position, AbortSignal.timeout(patienceMs));
    switch (found) {
      case 'current':
        return [good('it follows')];
      case 'behind':
        return [
          warning(
            `It was not as far as the primary within ${patienceMs / 1_000} s.`,
            'See pg_stat_replication at the primary. Until it keeps up all is read from the primary.',
          ),
        ];
      case 'not a replica':
        return [
          fault('It is no replica.', 'Point DATABASE_READ_URL at a streaming replica, or unset it. After a failover, at another one.'),
        ];
      default:
        return [
          fault(
            'It follows another database, or has not come to the timeline of the primary.',
            'Point DATABASE_READ_URL at a replica of DATABASE_URL; after a failover run CHECKPOINT there, or make it anew.',
          ),
        ];
    }
  } catch (error) {
    return [
      fault(
        `It does not answer: ${messageOf(error)}`,
        'Start it, correct DATABASE_READ_URL, or unset it. Meanwhile all is read from the primary.',
      ),
    ];
  } finally {
    await replica.close();
  }
}

const patienceMs = 2_000;
