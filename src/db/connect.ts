import { requestSeconds } from '../process/limits.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { cancelStatement } from './cancel-statement.ts';
import type { Database } from './database.ts';
import { createDatabaseState } from './database-state.ts';
import { knexOver, openPool, type PoolOptions } from './pool.ts';
import { poolSizes, preparedSettings } from './pool-sizes.ts';
import { DatabaseReach } from './reach.ts';
import { openRequestPools, type RequestPoolsOptions, requestConnections, sharedScope } from './request-connections.ts';
import { socketOf } from './silent-sessions.ts';
import type { PoolWatch } from './watched-pool.ts';

/**
 * Connects to the database. The process's own pools are `knex` for ordinary SQL; `engine` for the delivery engine, whose plans may
 * not depend on how full a table was when they were cached; `settling`, which does not wait for the disk, because losing the last
 * milliseconds of outcomes can only cause a duplicate; and `health`. Requests have other pools, for writes, for reads, which may go
 * to a replica, and for prepared statements.
 */
export function connect(options: ConnectOptions): Database & { close(): Promise<void> } {
  const { poolSize, requestDeadlineMs = requestSeconds * 1_000 } = options;
  const patience = patienceFor(requestDeadlineMs);
  const sizes = poolSizes(poolSize);
  const watch: PoolWatch = { reach: new DatabaseReach(options), metrics: options.metrics };
  const reached = { ...options, watch, statementTimeoutMs: patience.statementMs };
  const open = (pool: Omit<PoolOptions, 'acquireTimeoutMs'>) => openPool(reached, { ...patience.own, ...pool });
  const background = open({ name: 'knex', max: sizes.background });
  const engine = open({ name: 'engine', max: sizes.engine, settings: preparedSettings, keepsIdle: true });
  const settling = open({
    name: 'settling',
    max: sizes.settling,
    settings: [...preparedSettings, 'synchronous_commit=off'],
    keepsIdle: true,
  });
  const health = openPool(reached, { name: 'health', max: sizes.health, ...patience.health, keepsIdle: true });
  const state = createDatabaseState(health);
  const requestPools = openRequestPools(reached, { engine, connectTimeoutMs: patience.connectMs });
  return {
    knex: knexOver(background, options.log),
    engine,
    reading: requestPools.reading(() => sharedScope('background', requestDeadlineMs)),
    settling,
    state,
    requests: requestConnections(requestPools, { settling, state }, requestDeadlineMs),
    async close() {
      const own = [background, engine, settling, health];
      const closing = own.map((pool) => pool.end());
      // What the stop has left at work, such as a chore, may have a statement that takes minutes. It may have others after that one, or the
      // server may be silent.
      let turns = 0;
      const impatience = setInterval(() => {
        turns += 1;
        for (const client of own.flatMap(({ lent }) => [...lent]))
          if (turns < turnsToCancel) cancelStatement(client);
          else socketOf(client).destroy();
      }, closePatienceMs);
      await Promise.all(closing).finally(() => clearInterval(impatience));
      await requestPools.close();
    },
  };
}

/** A statement that is under way when the connections are closed has this long to end. */
const closePatienceMs = 1_000;
/** After this time more, its session is ended. */
const turnsToCancel = 5;

/**
 * Returns how long requests wait for a new session, the process's own work for a free one, and the question how the database stands
 * for its answer. No statement takes as long as `statementMs`: one that does is a mistake, which would hold a snapshot and let dead
 * rows pile up. Who gives requests more time than usual has a machine that needs more for these too.
 */
export function patienceFor(requestDeadlineMs: number) {
  const ms = Math.max(requestDeadlineMs, requestSeconds * 1_000);
  return {
    connectMs: ms / 4,
    statementMs: ms * (15 / 4),
    own: { acquireTimeoutMs: ms * (5 / 4) },
    health: { acquireTimeoutMs: ms / 16, queryTimeoutMs: ms / 20 },
  };
}

export interface ConnectOptions extends Omit<RequestPoolsOptions, 'statementTimeoutMs'> {
  /** Receives Knex's warnings and errors; without it they go to the console. */
  readonly log?: Pick<Log, 'warn' | 'error' | 'info' | 'debug'>;
  readonly metrics?: Pick<Metrics, 'replicaReads' | 'poolWaitSeconds' | 'databaseAway' | 'databaseConnectFailures'>;
  /** A request may take this long. A statement shared by many requests may take a third of it. */
  readonly requestDeadlineMs?: number;
}
