import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { leastIdentifier, newIdentifier } from '../process/identifiers.ts';
import { auditLogRetentionDays } from '../process/limits.ts';
import { before, dayMs } from '../process/time.ts';

/**
 * The log of what operators did (D-213). An entry is committed before its operation begins, so that nothing is done that it does not
 * have. It holds ids and never a body, because bodies have secrets and personal data. All times are real. Triggers refuse any other
 * change than the result, and the deletion of what has not been kept long enough.
 */
export interface AuditEntry {
  /** Is the `operationId`, or the command's words. */
  readonly operation: string;
  readonly ids: Ids;
  readonly request_id: string | null;
  /** Is the caller's IP address, or the user and the machine of a command. */
  readonly address: string;
}

export type Ids = Readonly<Record<string, string>>;

export interface AuditRow extends AuditEntry {
  readonly id: string;
  readonly at: Date;
  /** Is `done`, or the code of a refusal; null if it never became known. */
  readonly result: string | null;
}

/** Commits the entry and returns its id. */
export async function beginEntry(sql: Knex, entry: AuditEntry, at: Date): Promise<string> {
  const id = newIdentifier('aud', at);
  await sql('audit_log').insert({ ...entry, id, at, ids: JSON.stringify(entry.ids) });
  return id;
}

/** Writes the result of an entry once, with the ids that the operation has made. Those that it began with stay. */
export const endEntry = (sql: Knex, id: string, result: string, ids: Ids = {}): Promise<number> =>
  sql('audit_log')
    .where({ id, result: null })
    .update({ result, ids: sql.raw('?::jsonb || ids', [JSON.stringify(ids)]) });

export interface WantedEntries {
  readonly tenantId: string | null;
  readonly operation: string | null;
  readonly since: Date | null;
  /** Is the id of the last entry of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

export function listEntries(sql: Knex, { tenantId, operation, since, after, limit }: WantedEntries): Promise<AuditRow[]> {
  const query = sql<AuditRow>('audit_log').orderBy('id', 'desc').limit(limit);
  if (tenantId !== null) query.whereRaw("ids ->> 'tenantId' = ?", [tenantId]);
  if (operation !== null) query.where({ operation });
  if (since !== null) query.where('id', '>=', leastIdentifier('aud', since));
  if (after !== null) query.where('id', '<', after);
  return query;
}

/** Deletes a batch of entries that have been kept long enough, and returns their number. */
export async function forgetOldEntries({ db, clock }: Pick<Context, 'db' | 'clock'>, batchSize = 1_000): Promise<number> {
  const oldest = leastIdentifier('aud', before(clock.realNow(), auditLogRetentionDays * dayMs));
  const { rowCount } = await db.engine.query(
    'delete from audit_log where id in (select id from audit_log where id < $1 order by id limit $2)',
    [oldest, batchSize],
  );
  return rowCount ?? 0;
}
