import type { Knex } from 'knex';
import { ofAnyTenant } from '../db/of-any-tenant.ts';
import { isNotDeleted } from '../db/served-here.ts';
import { leastIdentifier, madeAt } from '../process/identifiers.ts';
import { maxSearched } from '../process/limits.ts';
import { minuteMs } from '../process/time.ts';
import type { CallRow } from './calls.ts';

/**
 * Searches the calls that one tenant or all have placed through the public API, newest first. A page looks through a bounded number of
 * calls by the primary key, and says where it stopped even if it found little (`D-83`).
 */
export async function searchCalls(sql: Knex, search: CallSearch, lookedAtMost = maxSearched): Promise<CallSearchPage> {
  const { last, lookedAt } = await lookThrough(sql, search, lookedAtMost);
  const query = lookedAt().whereRaw(isNotDeleted).select('*').limit(search.limit);
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

/**
 * Returns the calls to look through, newest first, and the last of them if others follow. Ids are in the order of their times. The key has
 * those of one tenant in order, and those of all for one tenant after another: their span begins with a minute and grows until it has enough.
 */
async function lookThrough(sql: Knex, { tenantId, since, until, cursor }: CallSearch, lookedAtMost: number) {
  const end = leastIdentifier('call', until);
  const before = cursor !== null && cursor < end ? cursor : end;
  for (let spanMs = minuteMs; ; spanMs *= spanGrowth) {
    const from = tenantId === null ? new Date(Math.max(since.getTime(), madeAt(before).getTime() - spanMs)) : since;
    const lookedAt = (): Knex.QueryBuilder => {
      const calls = sql('calls').where({ origin: 'api' }).where('id', '>=', leastIdentifier('call', from)).where('id', '<', before);
      return (tenantId === null ? calls.whereRaw(ofAnyTenant) : calls.where({ tenant_id: tenantId })).orderBy('id', 'desc');
    };
    const [last] = (await lookedAt()
      .select('id')
      .offset(lookedAtMost - 1)
      .limit(1)) as Pick<CallRow, 'id'>[];
    if (last || from.getTime() === since.getTime()) return { last, lookedAt };
  }
}

const spanGrowth = 4;
