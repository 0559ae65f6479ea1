import type { Knex } from 'knex';
import { leastIdentifier } from '../process/identifiers.ts';
import { maxSearched } from '../process/limits.ts';
import { type CallRow, liveStatuses } from './calls.ts';

/**
 * Searches the calls that one tenant or all have placed through the public API, newest first. A page looks through a bounded number of
 * calls in the order of an existing index, and says where it stopped even if it found little (`D-83`).
 */
export async function searchCalls(sql: Knex, search: CallSearch, lookedAtMost = maxSearched): Promise<CallSearchPage> {
  const candidates = (): Knex.QueryBuilder =>
    search.tenantId === null ? ofAllTenants(sql, search) : ofTenant(sql, search.tenantId, search, lookedAtMost);
  const [last] = (await candidates()
    .select('id')
    .orderBy('id', 'desc')
    .offset(lookedAtMost - 1)
    .limit(1)) as Pick<CallRow, 'id'>[];
  const query = candidates().select('*').orderBy('id', 'desc').limit(search.limit);
  if (last) query.where('id', '>=', last.id);
  if (search.status !== null) query.where({ status: search.status });
  if (search.outcome !== null) query.where({ outcome: search.outcome });
  const rows: CallRow[] = await query;
  return { rows, next: (rows.length === search.limit ? rows.at(-1) : last)?.id ?? null };
}

export interface CallSearch {
  readonly tenantId: string | null;
  readonly status: string | null;
  readonly outcome: string | null;
  readonly since: Date;
  readonly until: Date;
  /** The last call that was looked at so far. */
  readonly cursor: string | null;
  readonly limit: number;
}

export interface CallSearchPage {
  readonly rows: readonly CallRow[];
  /** The call after which the next page goes on; null if nothing is left. */
  readonly next: string | null;
}

/** Ids are in the order of their times, so that the primary key finds the calls of a span. */
function ofAllTenants(sql: Knex, { since, until, cursor }: CallSearch): Knex.QueryBuilder {
  const end = leastIdentifier('call', until);
  return sql('calls')
    .where({ origin: 'api' })
    .where('id', '>=', leastIdentifier('call', since))
    .where('id', '<', cursor !== null && cursor < end ? cursor : end);
}

/** An index each has a tenant's completed calls, its live ones, and the few ended ones of all tenants that are not completed yet. */
function ofTenant(sql: Knex, tenantId: string, search: CallSearch, lookedAtMost: number): Knex.QueryBuilder {
  const own = (): Knex.QueryBuilder => ofAllTenants(sql, search).where({ tenant_id: tenantId });
  const { since, until, cursor } = search;
  const completed = own().whereNotNull('completed_event_at').where('created_at', '>=', since).where('created_at', '<', until);
  if (cursor !== null) completed.whereRaw('created_at <= (select created_at from calls as last where last.id = ?)', [cursor]);
  const newest = completed.orderBy('created_at', 'desc').limit(lookedAtMost);
  const underWay = own().whereIn('status', liveStatuses);
  const ended = own().whereNull('completed_event_at').whereNotNull('completion_due_at');
  return sql.from(sql.unionAll([newest, underWay, ended], true).as('calls'));
}
