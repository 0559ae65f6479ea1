import { minuteMs } from '../../src/process/time.ts';
import type { SoundDatabase } from './database.ts';
import { good, type Seen, warning } from './finding.ts';

/** A few dead tuples are normal. Many among few live ones make every claim slower. */
const manyDead = 10_000;
const [oldMinutes, bytesInAGibibyte] = [10, 1_073_741_824];

/** Reports what keeps vacuum from its work, and tables that suffer from it. */
export async function upkeep({ engine, realNow }: SoundDatabase): Promise<readonly Seen[]> {
  const { rows } = await engine.query<Upkeep>(
    `select (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables where relname like 'webhook\\_deliver%') as dead,
            (select coalesce(sum(n_live_tup), 0)::float8 from pg_stat_user_tables where relname like 'webhook\\_deliver%') as live,
            (select min(xact_start) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as "oldestSince",
            (select array_agg(slot_name::text)
               from pg_replication_slots
              where not active and pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > $1) as slots`,
    [bytesInAGibibyte],
  );
  const [found] = rows;
  return found ? judge(found, realNow) : [];
}

interface Upkeep {
  readonly dead: number;
  readonly live: number;
  readonly oldestSince: Date | null;
  readonly slots: readonly string[] | null;
}

function judge({ dead, live, oldestSince, slots }: Upkeep, now: Date): readonly Seen[] {
  const seen: Seen[] = [];
  if (dead > manyDead && dead > live)
    seen.push(
      warning(`Rows of the delivery tables: ${dead} dead beside ${live} live.`, 'See that autovacuum runs and what holds a snapshot open.'),
    );
  const minutes = oldestSince ? Math.floor((now.getTime() - oldestSince.getTime()) / minuteMs) : 0;
  if (minutes >= oldMinutes)
    seen.push(
      warning(
        `A transaction has been open for ${minutes} minutes.`,
        'Find it in pg_stat_activity and end it: while it stands, no dead row can be cleaned up. Ringpost holds none open so long.',
      ),
    );
  for (const slot of slots ?? [])
    seen.push(
      warning(
        `The replication slot ${slot} is left behind.`,
        'Start its replica or drop the slot: it keeps the write-ahead log, and the disk fills.',
      ),
    );
  return seen.length > 0 ? seen : [good(`rows of the delivery tables: ${dead} dead beside ${live} live`)];
}
