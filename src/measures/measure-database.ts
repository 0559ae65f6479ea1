import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { readArchiver } from '../db/archiver.ts';
import { requireRow } from '../db/require-row.ts';

/** Measures what the database server tells every user about itself for the gauges. */
export async function measureDatabase({ db, metrics }: Pick<Context, 'db' | 'metrics'>): Promise<void> {
  const facts = await readFacts(db.knex);
  const { isFailing, isStuck, archivedAt } = await readArchiver(db.engine);
  metrics.databaseConnections.set(facts.connections);
  metrics.databaseConnectionsLimit.set(facts.limit);
  metrics.databaseSizeBytes.set(facts.size);
  metrics.archiveFailing.set(isFailing || isStuck ? 1 : 0);
  metrics.archiveLastSuccess.set((archivedAt?.getTime() ?? 0) / 1_000);
  metrics.replicas.set(facts.replicas);
  metrics.replicationLagBytes.set(facts.lag ?? Number.NaN);
  metrics.replicationSlotBytes.set(facts.kept);
}

interface Facts {
  readonly connections: number;
  readonly limit: number;
  readonly size: number;
  readonly replicas: number;
  /** Null where the role of the service may not see it. */
  readonly lag: number | null;
  readonly kept: number;
}

async function readFacts(knex: Knex): Promise<Facts> {
  const { rows } = await knex.raw<{ rows: Facts[] }>(statement);
  return requireRow(rows[0]);
}

/** A server without replicas has no lag. A role that is no member of pg_monitor sees that there are replicas, and not their lag. */
const statement = `
  select (select coalesce(sum(numbackends), 0)::float8 from pg_stat_database) as connections,
         current_setting('max_connections')::float8 - current_setting('superuser_reserved_connections')::float8 as "limit",
         pg_database_size(current_database())::float8 as size,
         replication.replicas,
         case when replication.replicas = 0 then 0 else replication.lag end as lag,
         (select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8 from pg_replication_slots) as kept
    from (select count(*)::float8 as replicas, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 as lag
            from pg_stat_replication) as replication`;
