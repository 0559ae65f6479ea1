import { mkdir } from 'node:fs/promises';
import { createLog } from '../../src/process/log.ts';
import { startEmbeddedPostgres } from '../../tools/embedded/postgres.ts';
import { type Ends, partOf } from '../stage/clean-end.ts';
import { postmasterPid } from '../stage/postmaster.ts';
import type { Place } from './contender.ts';
import type { Run } from './figures.ts';
import { freeze, thaw } from './freeze.ts';
import { measure, type Stage, type TaskOf } from './measure.ts';
import { type ContenderProcess, startContender } from './processes.ts';
import { startRedis } from './redis.ts';
import { type Stored, storedFor, storedIn } from './stored.ts';

/**
 * A contender with its own servers. All its processes are stopped during the turns of others, so that no contender's
 * vacuum, chores or log cost another CPU, and all its own work falls into its own turns.
 */
export interface Apart {
  /**
   * Opens connections with a load that is not measured, then measures the task. All processes are stopped before and
   * after a turn.
   */
  turn(task: Untold): Promise<Run>;
  /**
   * Returns the rows written for a delivery. Ends the contender's process, because its sessions report their last
   * counts to PostgreSQL as they end.
   */
  stored(): Promise<Stored>;
}

/** A task without the contender's own settings. */
type Untold = { readonly kind: 'saturate'; readonly seconds: number } | Extract<TaskOf, { kind: 'pace' }>;

export interface Entry {
  /** Names the contender's file in this folder. */
  readonly contender: keyof typeof needs;
  readonly tenants: number;
  /** Is the number of events under way while it is saturated. */
  readonly outstanding: number;
}

/**
 * The stores of each contender. Pacing needs nothing on the disk; BullMQ's makers recommend an append-only file that is
 * written every second.
 */
const needs = {
  limit: { postgres: false, redis: null },
  ringpost: { postgres: true, redis: 'none' },
  bullmq: { postgres: false, redis: 'everysec' },
  'pg-boss': { postgres: true, redis: null },
  'graphile-worker': { postgres: true, redis: null },
} as const;

/** Connections are opened for this long before each measurement. */
const openingSeconds = 0.5;

export async function openApart(entry: Entry, shared: Shared, ends: Ends): Promise<Apart> {
  const { postgres: needsPostgres, redis: persistence } = needs[entry.contender];
  await mkdir(shared.folder, { mode: 0o711 });
  const databaseUrl = needsPostgres ? await ownPostgres(shared.folder, ends) : '';
  const redis = persistence && (await partOf(ends, startRedis(shared.folder, persistence), (started) => started?.stop()));
  const place: Place = {
    receiverPorts: shared.receiver.ports,
    databaseUrl,
    redisPort: redis?.port ?? null,
    tenants: entry.tenants,
    logLevel: shared.logLevel,
    tracing: {},
  };
  const process = await partOf(ends, startContender(entry.contender, place, shared.execArgv), ({ close }) => close());
  const postgresPid = needsPostgres ? await postmasterPid(databaseUrl) : null;
  const stage = { ...shared, postgresPid, redisPids: redis ? [redis.pid] : [] };
  const pids = [process.pid, ...stage.redisPids, ...(postgresPid === null ? [] : [postgresPid])];
  ends.push(() => thaw(pids));
  const servers = { databaseUrl, redisPort: redis?.port ?? null };
  const before = await storedIn(servers);
  freeze(pids);
  const turns = turnsOf(process, stage, entry.outstanding, pids);
  return {
    turn: turns.turn,
    async stored() {
      thaw(pids);
      await process.close();
      return storedFor(turns.deliveries(), before, await storedIn(servers));
    },
  };
}

/** The settings of all contenders, and a folder for one. */
export interface Shared extends Pick<Stage, 'receiver' | 'numbers'> {
  readonly folder: string;
  readonly logLevel: string;
  readonly execArgv: readonly string[];
}

async function ownPostgres(folder: string, ends: Ends): Promise<string> {
  const starting = startEmbeddedPostgres({ dataFolder: folder, log: createLog('error') });
  return (await partOf(ends, starting, (postgres) => postgres.stop())).url;
}

function turnsOf(process: ContenderProcess, stage: Stage, outstanding: number, pids: readonly number[]) {
  let deliveries = 0;
  const perform = async (task: TaskOf) => {
    const run = await measure(stage, process, task);
    deliveries += run.count;
    return run;
  };
  return {
    deliveries: () => deliveries,
    async turn(task: Untold) {
      thaw(pids);
      await perform({ kind: 'saturate', seconds: openingSeconds, outstanding });
      const run = await perform(task.kind === 'saturate' ? { ...task, outstanding } : task);
      freeze(pids);
      return run;
    },
  };
}
