import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { ofAnyTenant } from '../db/of-any-tenant.ts';
import { requireRow } from '../db/require-row.ts';
import { timeOf, uuidOf } from '../process/identifiers.ts';
import { deliveryLeaseMs } from '../process/limits.ts';
import { before } from '../process/time.ts';

/**
 * Makes deliveries due whose process died after it had inserted them under lease. Such a delivery has no `due_at`, so that no claim
 * finds it. When its lease has ended, a sweep makes it due and the next claim takes it. A sweep goes over the primary key, tenant by
 * tenant, from a stored time on, before which there is no such delivery, up to the ids of a lease ago. Returns the number of deliveries.
 *
 * The beginning moves on only when it is certain that no such delivery lies before it. First the sweep announces up to which id it
 * goes; from then on every insertion of an earlier id sets `due_at`. Then it waits for the writers that may not have read the
 * announcement. After that no further such delivery can appear. A writer that takes long only keeps the beginning where it is.
 */
export async function sweepHeldDeliveries({ db: { engine }, clock }: Pick<Context, 'db' | 'clock'>, batchSize = 10_000): Promise<number> {
  const until = before(clock.now(), deliveryLeaseMs - 1);
  const { rows } = await engine.query<Range>({ name: 'announce-sweep', text: announceStatement, values: [until] });
  const range = requireRow(rows[0]);
  const isComplete = await writersHaveEnded(engine);
  const [first, last] = [uuidOf(range.swept_until), uuidOf(range.sweeping_until)];
  let [freed, heldFrom]: [number, string | null] = [0, null];
  for (let after: Position | null = { tenant: '', id: first }; after !== null; ) {
    const values = [first, last, clock.realNow(), clock.now(), batchSize, after.tenant, after.id];
    const { rows: answer } = await engine.query<Swept>({ name: 'sweep-deliveries', text: sweepStatement, values });
    const batch: Swept = requireRow(answer[0]);
    freed += batch.freed;
    if (batch.held_from !== null && (heldFrom === null || batch.held_from < heldFrom)) heldFrom = batch.held_from;
    after = batch.last;
  }
  const sweptUntil = heldFrom === null ? range.sweeping_until : timeOf(heldFrom);
  if (isComplete) await engine.query({ name: 'end-sweep', text: endStatement, values: [sweptUntil] });
  return freed;
}

/**
 * The time in the id of a delivery without a `due_at` is at most this much later than its insertion. A sweep may come this much
 * after its lease.
 */
export const idAheadMs = 1_000;

/** Unfinished and without a `due_at`. The upper bound lets PostgreSQL expect few rows. */
const isHeld = `
      id between (select least_uuid_at(swept_until) from webhook_sweep_state) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  and due_at is null
  and finished_at is null`;

/** The SQL condition for a tenant's unfinished deliveries without a `due_at`; `$1` is the tenant. It uses the primary key. */
export const heldOfTenant = `tenant_id = $1 and ${isHeld}`;

/** The SQL condition for those of all tenants. The primary key is asked for one tenant after another. */
export const heldOfAll = `${ofAnyTenant} and ${isHeld}`;

interface Range {
  readonly swept_until: Date;
  readonly sweeping_until: Date;
}

interface Swept {
  readonly freed: number;
  /** The least id of a delivery that is still under lease, or that is being changed at the moment. */
  readonly held_from: string | null;
  /** The last delivery of the batch, after which the next one begins; null after the last batch. */
  readonly last: Position | null;
}

interface Position {
  readonly tenant: string;
  readonly id: string;
}

const writersPauseMs = 25;
const writersTries = 20;

/**
 * Waits, for a bounded time, until all transactions have ended that may be writing deliveries now, and returns whether they have. A
 * statement takes the lock on the table before its snapshot, so a statement that takes the lock later reads the announcement.
 */
async function writersHaveEnded(engine: Pool): Promise<boolean> {
  let writers = await writersOf(engine);
  for (let tries = 1; writers.length > 0 && tries < writersTries; tries++) {
    await pause(writersPauseMs);
    const still = new Set(await writersOf(engine));
    writers = writers.filter((writer) => still.has(writer));
  }
  return writers.length === 0;
}

async function writersOf(engine: Pool): Promise<readonly string[]> {
  const { rows } = await engine.query<{ writer: string }>({ name: 'writers-of-deliveries', text: writersStatement });
  return rows.map(({ writer }) => writer);
}

const announceStatement = `
  update webhook_sweep_state
     set sweeping_until = greatest(sweeping_until, $1)
  returning swept_until, sweeping_until`;

const writersStatement = `
  select virtualtransaction as writer
    from pg_locks
   where locktype = 'relation'
     and database = (select oid from pg_database where datname = current_database())
     and relation = to_regclass('webhook_deliveries')
     and mode = 'RowExclusiveLock'
     and granted
     and pid <> pg_backend_pid()`;

/** The rows are locked in the order in which outcomes are written, and locked rows are skipped. */
const sweepStatement = `
  with looked_at as materialized (
         select tenant_id, id, due_at, finished_at, worker, lease_until
           from webhook_deliveries
          where tenant_id = any (array(select id from tenants where id >= $6))
            and id > $1
            and id < $2
            and (tenant_id, id) > ($6, $7)
          order by tenant_id, id
          limit $5),
       held as (
         select tenant_id, id, worker is null or lease_until is null or lease_until <= $3 as has_lapsed
           from looked_at
          where due_at is null
            and finished_at is null),
       lapsed as (
         select tenant_id, id
           from webhook_deliveries
          where (tenant_id, id) in (select tenant_id, id from held where has_lapsed)
            and due_at is null
            and finished_at is null
          order by id
            for update skip locked),
       freed as (
         update webhook_deliveries
            set due_at = $4
          where (tenant_id, id) in (select tenant_id, id from lapsed)
         returning id)
  select (select count(*)::integer from freed) as freed,
         (select id from held where id not in (select id from freed) order by id limit 1) as held_from,
         (select json_build_object('tenant', tenant_id, 'id', id)
            from looked_at
           where (select count(*) from looked_at) = $5
           order by tenant_id desc, id desc
           limit 1) as last`;

const endStatement = `
  update webhook_sweep_state
     set swept_until = least(greatest(swept_until, $1), sweeping_until)`;
