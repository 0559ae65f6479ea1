import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from './dice.ts';
import type { Load } from './load.ts';
import type { Service } from './service.ts';
import type { System } from './system.ts';
import type { Fault } from './verdict.ts';

/** The system under load, and the faults that have struck it so far. */
export interface Scene {
  readonly system: System;
  readonly load: Load;
  readonly dice: Dice;
  readonly faults: Fault[];
}

export interface Strike {
  readonly at: number;
  readonly held: ReadonlySet<string>;
  readonly inFlight: ReadonlySet<string>;
}

/** SIGKILL. `then` is what becomes of the statements that it leaves behind. Null where the process had ended before. */
export async function kill(scene: Scene, target: Service, then: () => Promise<void> = async () => {}): Promise<Strike | null> {
  const at = performance.now();
  if (!(await target.kill())) return null;
  await then();
  await untilGone(scene.system, target);
  await scene.system.oracle.caughtUp();
  const held = await leases(scene, [target]);
  return { at, held: new Set(held.keys()), inFlight: sent(scene, held) };
}

/** A statement that was under way when its process died ends first: what it writes counts. */
async function untilGone({ context }: System, target: Service): Promise<void> {
  for (const until = performance.now() + goneWithinMs; performance.now() < until; await pause(5)) {
    const found = await context.db.knex('pg_stat_activity').where({ application_name: target.name }).first('pid');
    if (!found) return;
  }
  throw new Error(`the database sessions of ${target.name} outlive it`);
}

const goneWithinMs = 20_000;

/** Deliveries under lease to these processes (none named: to anybody), and how many attempts of each are recorded. */
export async function leases({ system }: Scene, services: readonly Service[] = []): Promise<ReadonlyMap<string, number>> {
  const rows: { id: string; attempts: number }[] = await system.context.db
    .knex('webhook_deliveries')
    .whereNull('finished_at')
    .whereNotNull('worker')
    .modify((query) => {
      if (services.length > 0) void query.whereRaw('split_part(worker, ?, 1) = any (?)', ['-', services.map((service) => service.cell())]);
    })
    .select('id', 'attempts');
  return new Map(rows.map(({ id, attempts }) => [id, attempts]));
}

/** Those that came to the oracle more often than was recorded, over and above what earlier faults account for. */
export function sent({ system, faults }: Scene, held: ReadonlyMap<string, number>): ReadonlySet<string> {
  const struck = (id: string): number => faults.filter(({ inFlight }) => inFlight.has(id)).length;
  const received = (id: string): number => system.oracle.receipts.get(id)?.length ?? 0;
  return new Set([...held].filter(([id, attempts]) => received(id) - attempts > struck(id)).map(([id]) => id));
}
