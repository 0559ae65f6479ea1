import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '../../src/db/migrate.ts';
import { migrationsFolder } from '../../src/db/schema-state.ts';
import { leases, type Scene, type Strike, sent } from '../faults/matrix/scene.ts';
import type { Service } from '../faults/matrix/service.ts';
import type { Fault } from '../faults/matrix/verdict.ts';
import { until } from '../support/until.ts';
import type { Fleet } from './fleet.ts';

/** One way to strike at the fleet. It ends when what was struck is mended. */
export interface FleetFault {
  readonly name: string;
  readonly isKill: boolean;
  /** Work that clients must not see. */
  readonly isPlanned: boolean;
  readonly pace?: Fault['pace'];
  strike(fleet: Fleet, scene: Scene): Promise<Strike>;
}

export const faults: readonly FleetFault[] = [
  { name: 'service process killed', isKill: true, isPlanned: false, strike: killProcess },
  { name: 'Redis master killed', isKill: false, isPlanned: false, pace: 'lost', strike: killRedisMaster },
  { name: 'pgbouncer cut', isKill: false, isPlanned: false, strike: cutPgbouncer },
  { name: 'primary killed, replica promoted', isKill: false, isPlanned: false, strike: failOver },
  { name: 'rolling restart with a migration', isKill: false, isPlanned: true, strike: restartInTurn },
];

const cutMs = 1_000;
/** The notice, the last seconds of open connections, the grace time, and a slow machine. */
const endsWithinMs = 40_000;

/** What was sent and whose outcome was not written may be sent again. */
async function killProcess(fleet: Fleet, scene: Scene): Promise<Strike> {
  const target = some(fleet.processes[0]);
  const at = performance.now();
  await target.kill();
  // Statements that it left behind end first: what they write counts.
  await untilTransactionsEnd(fleet);
  await scene.system.oracle.caughtUp();
  const held = await leases(scene, [target]);
  const strike = { at, held: new Set(held.keys()), inFlight: sent(scene, held) };
  await target.start();
  return strike;
}

/** Until all transactions that are open at the primary now have ended. */
async function untilTransactionsEnd({ database: { primary } }: Fleet): Promise<void> {
  const [now] = await primary.ask<{ at: string }>('select clock_timestamp()::text as at');
  const open = 'select from pg_stat_activity where xact_start < $1::timestamptz and pid <> pg_backend_pid()';
  await until('what was under way has ended', async () => (await primary.ask(open, [now?.at])).length === 0);
}

/** Nothing of it is lost: Redis holds pace alone. */
async function killRedisMaster({ redis, processes }: Fleet, scene: Scene): Promise<Strike> {
  const strike = await struck(scene);
  const master = await redis.masterOf('ringpost:{any}:write');
  await redis.kill(master);
  await redis.untilWhole();
  await Promise.all(processes.map(untilPacedByRedis));
  await redis.startAgain(master);
  return strike;
}

async function cutPgbouncer({ pgbouncer }: Fleet, scene: Scene): Promise<Strike> {
  const strike = await struck(scene);
  await pgbouncer.kill();
  await pause(cutMs);
  await pgbouncer.start();
  return strike;
}

/** What was committed the replica has, and who was not told of a commit asks again: no outcome is lost, and nothing comes twice. */
async function failOver({ database, pgbouncer }: Fleet, scene: Scene): Promise<Strike> {
  const strike = await struck(scene);
  await database.failOver(pgbouncer);
  await until('the new primary takes writes', () =>
    scene.system.context.db.knex.raw<{ rows: { promoted: boolean }[] }>('select not pg_is_in_recovery() as promoted').then(
      ({ rows }) => rows[0]?.promoted === true,
      () => false,
    ),
  );
  return strike;
}

/**
 * All of them run the release before the migration while it is applied, as `deploy/README.md` has it. A process that migrates at its start
 * opens the operator's port after ten seconds, and what an nginx brings there is refused.
 */
async function restartInTurn(fleet: Fleet, scene: Scene): Promise<Strike> {
  const strike = await struck(scene);
  await fleet.release();
  await migrate(fleet.database.current.url, { folder: fleet.newestMigrations() ?? migrationsFolder });
  for (const process of fleet.processes) {
    await endInOrder(process);
    await process.start();
  }
  return strike;
}

export async function endInOrder(process: Service): Promise<void> {
  process.signal('SIGTERM');
  await until(`${process.name} has ended`, async () => process.hasEnded(), endsWithinMs);
}

/** All live deliveries are struck, and none of them may come twice because of it. */
async function struck(scene: Scene): Promise<Strike> {
  const at = performance.now();
  return { at, held: new Set((await leases(scene)).keys()), inFlight: new Set() };
}

const untilPacedByRedis = ({ name, operatorUrl }: Service): Promise<void> =>
  until(`${name} paces by Redis again`, async () => (await (await fetch(`${operatorUrl}/readyz`)).text()).includes('"pacing":"redis"'));

function some<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the fleet has one');
  return value;
}
