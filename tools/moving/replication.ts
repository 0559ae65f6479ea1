import { setTimeout as pause } from 'node:timers/promises';
import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg';
import { atLength } from '../../src/db/at-length.ts';
import { publicationPrefix } from '../../src/db/partitions.ts';
import { objectInUse, sqlState } from '../../src/db/sql-state.ts';
import { tenantTables } from '../../src/deletion/tenant-tables.ts';
import type { Move } from './move.ts';
import { MovingError, noTenant } from './moving-error.ts';
import { findMovingState } from './moving-state.ts';

/**
 * PostgreSQL's logical replication of one tenant's rows: a publication with row filters and a slot in the old cell, and a subscription
 * in the new one, all with the same name. Each step looks at what is there first, so that it may be repeated.
 */
const nameOf = ({ tenantId }: Pick<Move, 'tenantId'>): string => `${publicationPrefix}${tenantId}`;

/** Attempts are only inserted, and the log does not say of which tenant an attempt is that goes away. Its week goes with it. */
const insertedOnly = (move: Pick<Move, 'tenantId'>): string => `${nameOf(move)}_attempts`;

/** Lists the tables that are followed. The tenant's own row says in each cell where the tenant lives, and is copied (`copy-tenant.ts`). */
const followed = tenantTables.map(({ name }) => name).filter((name) => name !== 'tenants' && name !== 'webhook_attempts');

/** Publishes the tenant's rows, and keeps the log from here on until the new cell has read it. */
export async function publish(move: Move): Promise<void> {
  const { source, tenantId } = move;
  const { rows } = await source.db.engine.query<{ level: string }>(`select current_setting('wal_level') as level`);
  if (rows[0]?.level !== 'logical')
    throw new MovingError(
      `The PostgreSQL that --from names has wal_level = ${rows[0]?.level}. A move needs wal_level = logical, which takes a restart of that server: deploy/README.md, "To move a tenant to another cell".`,
    );
  const where = `where (tenant_id = ${escapeLiteral(tenantId)})`;
  await atLength(source.db, async (client) => {
    if (await isThere(client, 'pg_publication where pubname = $1', nameOf(move))) return;
    await client.query(
      `create publication ${escapeIdentifier(nameOf(move))}
          for ${followed.map((table) => `table ${table} ${where}`).join(', ')}
         with (publish_via_partition_root = true)`,
    );
    await client.query(
      `create publication ${escapeIdentifier(insertedOnly(move))}
          for table webhook_attempts ${where}
         with (publish = 'insert', publish_via_partition_root = true)`,
    );
  });
  await atLength(source.db, async (client) => {
    if (await isThere(client, 'pg_replication_slots where slot_name = $1', nameOf(move))) return;
    await client.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [nameOf(move)]);
  });
}

/** Begins the copy, after which the new cell follows what changes. */
export async function subscribe(move: Move): Promise<void> {
  await atLength(move.destination.db, async (client) => {
    if ((await subscriptionOf(client, move)) !== null) return;
    // The slot is there already: on the server that it is made on, a subscription cannot make it.
    await client.query(
      `create subscription ${escapeIdentifier(nameOf(move))}
       connection ${escapeLiteral(move.sourceUrl)}
       publication ${escapeIdentifier(nameOf(move))}, ${escapeIdentifier(insertedOnly(move))}
         with (create_slot = false, slot_name = ${escapeIdentifier(nameOf(move))})`,
    );
  });
}

/** Ends the subscription, and waits for its workers. The slot goes by `unpublish`, which can be reached without the new cell. */
export async function unsubscribe(move: Move): Promise<void> {
  const { db } = move.destination;
  const oid = await subscriptionOf(db.engine, move);
  if (oid === null) return;
  const name = escapeIdentifier(nameOf(move));
  await db.engine.query(`alter subscription ${name} disable`);
  await db.engine.query(`alter subscription ${name} set (slot_name = none)`);
  await endWorkers(move, oid);
  await atLength(db, (client) => client.query(`drop subscription ${name}`));
}

/**
 * Ends the workers of a disabled subscription, and waits for the slots that they were making in the old cell. Dropping a subscription
 * waits for these too, in a transaction that the makers wait for where both cells are on one server.
 */
async function endWorkers({ source, destination }: Move, subscription: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { rowCount: workers } = await destination.db.engine.query(
      'select pg_terminate_backend(pid) from pg_stat_subscription where subid = $1 and pid is not null',
      [subscription],
    );
    const { rows: makers } = await source.db.engine.query<{ pid: number }>(
      'select active_pid as pid from pg_replication_slots where starts_with(slot_name, $1) and active_pid is not null',
      [`pg_${subscription}_sync_`],
    );
    if (workers === 0 && makers.length === 0) return;
    if (tries % slotTries === 0) for (const { pid } of makers) await source.db.engine.query('select pg_terminate_backend($1)', [pid]);
    await pause(pollMs);
  }
}

/**
 * Ends the publication. The slot may be in use for a moment, until its reader has noticed that it is gone. A reader that is not gone comes
 * back whenever its session is ended: after `mostEnded` times nothing is changed, and the result is false.
 */
export async function unpublish(move: Pick<Move, 'tenantId' | 'source'>, mostEnded = Number.POSITIVE_INFINITY): Promise<boolean> {
  const { engine } = move.source.db;
  for (let tries = 1; ; tries++) {
    const { rows } = await engine.query<{ pid: number | null }>('select active_pid as pid from pg_replication_slots where slot_name = $1', [
      nameOf(move),
    ]);
    if (!rows[0]) break;
    if (rows[0].pid === null) await dropSlot(engine, nameOf(move));
    else if (tries > slotTries * mostEnded + slotTries / 2) return false;
    else if (tries % slotTries === 0) await engine.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await pause(pollMs);
  }
  for (const name of [nameOf(move), insertedOnly(move)]) await engine.query(`drop publication if exists ${escapeIdentifier(name)}`);
  return true;
}

/** Its reader may come back meanwhile, as it does every five seconds. */
async function dropSlot(engine: Asked, name: string): Promise<void> {
  await engine.query('select pg_drop_replication_slot($1)', [name]).catch((error: unknown) => {
    if (sqlState(error) !== objectInUse) throw error;
  });
}

export const isPublished = async (move: Pick<Move, 'tenantId' | 'source'>): Promise<boolean> =>
  isThere(move.source.db.engine, 'pg_publication where pubname = $1', nameOf(move));

const pollMs = 50;
const slotTries = 100;

type Asked = { query(text: string, values: readonly unknown[]): Promise<{ rowCount: number | null }> };

const isThere = async (client: Asked, from: string, name: string): Promise<boolean> =>
  ((await client.query(`select from ${from}`, [name])).rowCount ?? 0) > 0;

async function subscriptionOf(client: Pick<PoolClient, 'query'>, move: Move): Promise<number | null> {
  const { rows } = await client.query<{ oid: number }>(
    'select oid from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())',
    [nameOf(move)],
  );
  return rows[0]?.oid ?? null;
}

/** How far the new cell has come. */
export interface Progress {
  readonly tables: number;
  /** Counts the tables that are copied and followed. */
  readonly tablesFollowed: number;
  /** Counts the rows of the copies under way. */
  readonly rowsBeingCopied: number;
  /** Is how much of the old cell's log the new one has not confirmed; null where it follows nothing. */
  readonly bytesBehind: number | null;
  /** Counts what kept the new cell from going on; its PostgreSQL's log says why. */
  readonly errors: number;
}

export async function progressOf(move: Move): Promise<Progress> {
  const [there, here] = [await lagOf(move), move.destination.db.engine];
  const { rows } = await here.query<Omit<Progress, 'bytesBehind'>>(
    `select count(r.srrelid)::integer as tables,
            count(r.srrelid) filter (where r.srsubstate = 'r')::integer as "tablesFollowed",
            (select coalesce(sum(c.tuples_processed), 0)::integer
               from pg_stat_progress_copy c
              where c.datname = current_database()
                and c.type = 'CALLBACK') as "rowsBeingCopied",
            coalesce((select apply_error_count + sync_error_count from pg_stat_subscription_stats where subname = $1), 0)::integer as errors
       from pg_subscription s
       left join pg_subscription_rel r on r.srsubid = s.oid
      where s.subname = $1
        and s.subdbid = (select oid from pg_database where datname = current_database())`,
    [nameOf(move)],
  );
  const [progress] = rows;
  if (!progress) throw new Error('an aggregate has a row');
  // A tenant that was deleted while it was followed leaves the rest of its move behind.
  if (progress.tables === 0 && !(await findMovingState(move.source.db.knex, move.tenantId))) throw noTenant(move.tenantId, '--from');
  return { ...progress, bytesBehind: there };
}

async function lagOf(move: Move, until = 'pg_current_wal_lsn()'): Promise<number | null> {
  const { rows } = await move.source.db.engine.query<{ behind: string }>(
    `select greatest(pg_wal_lsn_diff(${until}, confirmed_flush_lsn), 0)::text as behind from pg_replication_slots where slot_name = $1`,
    [nameOf(move)],
  );
  return rows[0] ? Number(rows[0].behind) : null;
}

/** Waits until the new cell has everything that is committed in the old one now. Returns false if it does not come in time. */
export async function hasCaughtUp(move: Move, withinMs: number): Promise<boolean> {
  // The message is written to the disk, and so is all that came before: only from there is the log read.
  const { rows } = await move.source.db.engine.query<{ lsn: string }>(`select pg_logical_emit_message(true, 'ringpost', '')::text as lsn`);
  const until = `${escapeLiteral(rows[0]?.lsn ?? '')}::pg_lsn`;
  for (const end = performance.now() + withinMs; ; await pause(pollMs)) {
    const behind = await lagOf(move, until);
    if (behind === 0) return true;
    if (behind === null)
      throw new MovingError(`The old cell's slot of the move of ${move.tenantId} is gone: abandon the move and start it again.`);
    if (performance.now() > end) return false;
  }
}
