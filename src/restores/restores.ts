import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { requireRow } from '../db/require-row.ts';
import { timelineSql } from '../db/timeline.ts';
import { idempotencyRetentionHours } from '../process/limits.ts';
import { before, hourMs } from '../process/time.ts';

/**
 * Notices that the database was restored to an earlier time, or that another server was promoted: the rows of a span of time are
 * missing, while the provider has the calls of that span (D-210). All times are real.
 */

export interface Restore {
  readonly id: string;
  readonly lostFrom: Date;
  readonly lostUntil: Date;
  readonly cause: 'timeline' | 'system' | 'operator';
}

type Needs = Pick<Context, 'db' | 'clock' | 'log' | 'metrics'>;

/**
 * Notes that the service sees the server, and returns its timeline. A server of another identity than the noted one has been
 * restored since: everything after its last note may be missing.
 */
export async function noticeRestore({ db: { knex }, clock, log, metrics }: Needs): Promise<string> {
  const now = clock.realNow();
  const { rows }: Answer<{ timeline: string }> = await knex.raw(
    `update database_identity
        set alive_at = ?
      where system_identifier = (select system_identifier::text from pg_control_system())
        and timeline = ${timelineSql}
     returning timeline`,
    [now],
  );
  const known = rows[0];
  if (known) return known.timeline;
  const { present, restore } = await knex.transaction((trx) => takeIdentity(trx, now));
  if (restore) {
    metrics.databaseRestores.inc({ cause: restore.cause });
    log.warn(restore, 'the database was restored, or another server was promoted: calls of this span are looked for at the provider');
  }
  return present.timeline;
}

interface Answer<Row> {
  readonly rows: readonly Row[];
}

interface Identity {
  readonly system_identifier: string;
  readonly timeline: string;
}

async function takeIdentity(trx: Knex, now: Date) {
  const { rows }: Answer<Identity> = await trx.raw(`select system_identifier::text, ${timelineSql} as timeline from pg_control_system()`);
  const present = requireRow(rows[0]);
  await trx('database_identity')
    .insert({ ...present, alive_at: now })
    .onConflict('is_one')
    .ignore();
  const noted = await trx<Identity & { alive_at: Date }>('database_identity').forUpdate().first();
  // Another process may have noticed it while this one waited.
  if (!noted || (noted.system_identifier === present.system_identifier && noted.timeline === present.timeline)) return { present };
  await trx('database_identity').update({ ...present, alive_at: now });
  const cause = noted.system_identifier === present.system_identifier ? ('timeline' as const) : ('system' as const);
  return { present, restore: await insertRestore(trx, { lostFrom: noted.alive_at < now ? noted.alive_at : now, lostUntil: now, cause }) };
}

/** Notes a restore that an operator knows of. */
export async function markRestored({ db, clock, metrics }: Omit<Needs, 'log'>, lostFrom: Date): Promise<Restore> {
  const restore = await insertRestore(db.knex, { lostFrom, lostUntil: clock.realNow(), cause: 'operator' });
  metrics.databaseRestores.inc({ cause: 'operator' });
  return restore;
}

async function insertRestore(sql: Knex, { lostFrom, lostUntil, cause }: Omit<Restore, 'id'>): Promise<Restore> {
  const [row] = await sql<RestoreRow>('restores')
    .insert({ lost_from: lostFrom, lost_until: lostUntil, cause, noticed_at: lostUntil })
    .returning('id');
  return { id: String(row?.id), lostFrom, lostUntil, cause };
}

interface RestoreRow {
  readonly id: number;
  readonly lost_from: Date;
  readonly lost_until: Date;
  readonly cause: Restore['cause'];
  readonly noticed_at: Date;
}

export async function listRestores(sql: Knex, limit: number): Promise<readonly Restore[]> {
  return (await sql<RestoreRow>('restores').orderBy('id', 'desc').limit(limit)).map(restoreOf);
}

const restoreOf = (row: RestoreRow): Restore => ({
  id: String(row.id),
  lostFrom: row.lost_from,
  lostUntil: row.lost_until,
  cause: row.cause,
});

/** Returns the restores whose lost keys may still be repeated: a key counts for 24 hours (`L-IDEM-02`). */
export async function recentRestores({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<readonly Restore[]> {
  const oldest = before(clock.realNow(), idempotencyRetentionHours * hourMs);
  const rows = await db.knex<RestoreRow>('restores').where('lost_until', '>', oldest).orderBy('id');
  return rows.map(restoreOf);
}
