import type { Knex } from 'knex';
import type { ClientBase } from 'pg';
import { requireRow } from '../db/require-row.ts';

export interface ErasureRow {
  readonly id: string;
  readonly tenant_id: string;
  /** Is null once the erasure has finished. */
  readonly phone_number: string | null;
  readonly requested_at: Date;
  readonly finished_at: Date | null;
  /** Is in real time, and null once the erasure has finished. */
  readonly due_at: Date | null;
  readonly calls: number;
  readonly recordings: number;
  readonly texts: number;
  readonly contacts: number;
  readonly events: number;
  readonly deliveries: number;
}

export type Erased = Pick<ErasureRow, 'calls' | 'recordings' | 'texts' | 'contacts' | 'events' | 'deliveries'>;

export type DueErasure = Pick<ErasureRow, 'id' | 'tenant_id' | 'requested_at'> & { readonly phone_number: string };

export async function insertErasure(
  sql: Knex,
  row: Pick<ErasureRow, 'id' | 'tenant_id' | 'phone_number' | 'requested_at' | 'due_at'>,
): Promise<ErasureRow> {
  const rows: ErasureRow[] = await sql('erasures').insert(row).returning('*');
  return requireRow(rows[0]);
}

export const findErasure = (sql: Knex, tenantId: string, id: string): Promise<ErasureRow | undefined> =>
  sql<ErasureRow>('erasures').where({ tenant_id: tenantId, id }).first();

/** Lists a tenant's erasures, oldest first, from after the one of that id. */
export function listErasures(
  sql: Knex,
  tenantId: string,
  page: { readonly after: string | null; readonly limit: number },
): Promise<ErasureRow[]> {
  const query = sql<ErasureRow>('erasures').where({ tenant_id: tenantId }).orderBy('id').limit(page.limit);
  if (page.after !== null) query.andWhere('id', '>', page.after);
  return query;
}

/** Leases an erasure that is due to this process, in real time. Undefined: there is none. One of a frozen tenant goes on elsewhere. */
export async function claimErasure(
  sql: Knex,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<DueErasure | undefined> {
  const { rows }: { rows: DueErasure[] } = await sql.raw(
    `
    update erasures
       set due_at = ?
     where id = (
           select e.id
             from erasures e
             join tenants t on t.id = e.tenant_id and t.frozen_at is null and t.deleting_since is null
            where e.due_at <= ?
            order by e.due_at
            limit 1
              for update of e skip locked)
    returning id, tenant_id, requested_at, phone_number`,
    [until, now],
  );
  return rows[0];
}

/** Adds to the record what has been erased in this transaction. */
export async function recordErased(client: ClientBase, { id, tenant_id }: DueErasure, erased: Partial<Erased>): Promise<void> {
  const added = Object.keys(erased).map((column, n) => `${column} = ${column} + $${n + 3}`);
  await client.query(`update erasures set ${added} where tenant_id = $1 and id = $2`, [tenant_id, id, ...Object.values(erased)]);
}

/** Says when the erasure goes on, or finishes it and forgets the number. */
export const endErasureRun = (
  sql: Knex,
  { id, tenant_id }: DueErasure,
  next: { readonly dueAt: Date } | { readonly finishedAt: Date },
): Promise<number> =>
  sql('erasures')
    .where({ tenant_id, id, finished_at: null })
    .update('dueAt' in next ? { due_at: next.dueAt } : { due_at: null, phone_number: null, finished_at: next.finishedAt });
