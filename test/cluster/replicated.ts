import { join } from 'node:path';
import { type Cleanups, started } from '../support/end-all.ts';
import { type Postgres, startPrimary, startReplica } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import type { Pgbouncer } from './proxies.ts';

/** A primary and its synchronous replica. */
export interface ReplicatedDatabase {
  readonly primary: Postgres;
  readonly replica: Postgres;
  /** Is the primary of the moment. */
  readonly current: Postgres;
  /** In the order of deploy/README.md: the old primary is surely dead, the replica is promoted, pgbouncer is told. */
  failOver(pgbouncer: Pgbouncer): Promise<void>;
}

const replicaName = 'replica';
/** A tenant that moves is followed by the other cell. */
const followed = { wal_level: 'logical' };

/** What is committed is on the replica's disk too before anybody is told so: a dead primary takes nothing along. */
export async function startReplicated(folder: string, cleanups: Cleanups): Promise<ReplicatedDatabase> {
  const primary = await started(cleanups, startPrimary(join(folder, 'primary'), followed), (it) => it.remove());
  const replica = await started(cleanups, startReplica(join(folder, replicaName), primary, replicaName, followed), (it) => it.remove());
  await primary.ask(`alter system set synchronous_standby_names = '${replicaName}'`);
  await primary.ask('select pg_reload_conf()');
  await until('commits wait for the replica', async () => {
    const [found] = await primary.ask<{ sync_state: string }>('select sync_state from pg_stat_replication');
    return found?.sync_state === 'sync';
  });
  let current = primary;
  return {
    primary,
    replica,
    get current() {
      return current;
    },
    async failOver(pgbouncer) {
      await primary.kill();
      await replica.ask('select pg_promote()');
      await pgbouncer.point(replica);
      current = replica;
    },
  };
}
