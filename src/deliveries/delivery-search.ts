import type { Knex } from 'knex';
import { isNotDeleted } from '../db/served-here.ts';
import { timeOf, uuidOf } from '../process/identifiers.ts';
import { maxEventAgeMs, maxEventLeadMs, maxSearched } from '../process/limits.ts';
import { after, before, minuteMs } from '../process/time.ts';
import { createdIn, newestCreatedIn } from './created-in.ts';
import type { DeliveryRow } from './deliveries.ts';

/**
 * Searches the deliveries of one tenant or of all, newest first (`D-83`). No index has the status or the endpoint over all
 * tenants, because every claim would pay for it. So a page looks through a bounded number of rows in the order of an existing
 * index, and says where it stopped even if it found little.
 */
export async function searchDeliveries(sql: Knex, search: DeliverySearch, lookedAtMost = maxSearched): Promise<DeliverySearchPage> {
  const tenantId = search.tenantId ?? (search.endpointId === null ? null : await tenantOfEndpoint(sql, search.endpointId));
  const scope = tenantId === null ? await ofAllTenants(sql, search, lookedAtMost) : await ofTenant(sql, tenantId, search, lookedAtMost);
  const rows: DeliveryRow[] = await matching(scope.query(), search).whereRaw(isNotDeleted).select('*').limit(search.limit);
  const last = rows.length === search.limit ? rows.at(-1) : scope.last;
  return { rows, next: last ? { createdAt: last.created_at, id: last.id } : null };
}

/** The deliveries that are looked through. */
interface Scope {
  /** Returns a new query for them, newest first. */
  query(): Knex.QueryBuilder;
  /** The last one if others follow. */
  readonly last: LastRow | undefined;
}

type LastRow = Pick<DeliveryRow, 'created_at' | 'id'>;

export interface DeliverySearch {
  readonly tenantId: string | null;
  readonly endpointId: string | null;
  readonly status: string | null;
  readonly eventType: string | null;
  readonly since: Date;
  readonly until: Date;
  /** The last row that was looked at so far. */
  readonly cursor: SearchPosition | null;
  readonly limit: number;
}

export interface SearchPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface DeliverySearchPage {
  readonly rows: readonly DeliveryRow[];
  /** The position after which the next page goes on; null if nothing is left. */
  readonly next: SearchPosition | null;
}

/** The tenant of an endpoint that is gone is unknown, so then the deliveries of all tenants are looked through. */
async function tenantOfEndpoint(sql: Knex, endpointId: string): Promise<string | null> {
  const row = await sql('webhook_endpoints').where({ id: endpointId }).first<{ tenant_id: string } | undefined>('tenant_id');
  return row?.tenant_id ?? null;
}

/** The newest deliveries of the tenant that follow `cursor` in its list. */
async function ofTenant(sql: Knex, tenantId: string, { since, until, cursor }: DeliverySearch, lookedAtMost: number): Promise<Scope> {
  const to = cursor && cursor.createdAt < until ? after(cursor.createdAt, 1) : until;
  const follows = cursor ? '(created_at, id) < (cast(:cursorAt as timestamptz), cast(:cursorId as uuid))' : 'true';
  const values = { tenantId, to, ...(cursor && { cursorAt: cursor.createdAt, cursorId: cursor.id }) };
  const span = { tenantId: ':tenantId', from: 'cast(:from as timestamptz)', to: 'cast(:to as timestamptz)' };
  const { rows } = await sql.raw<{ rows: readonly LastRow[] }>(
    `${newestCreatedIn('created_at, id', { ...span, wanted: follows }, ':lookedAtMost')} offset :lookedAtMost - 1`,
    { ...values, from: since, lookedAtMost },
  );
  const [last] = rows;
  const lookedAt = createdIn('*', {
    ...span,
    wanted: last ? `${follows} and (created_at, id) >= (:from, cast(:lastId as uuid))` : follows,
  });
  return {
    query: () =>
      sql
        .from(sql.raw(`(${lookedAt}) as looked_at`, { ...values, from: last?.created_at ?? since, ...(last && { lastId: last.id }) }))
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ]),
    last,
  };
}

/**
 * The deliveries of all tenants with the newest ids. No index has these in order, and `deliveries_by_time` finds those of a span. So the
 * span begins with a minute and grows until it has as many as are to be looked at.
 */
async function ofAllTenants(sql: Knex, { since, until, cursor }: DeliverySearch, lookedAtMost: number): Promise<Scope> {
  // The range of ids allows for the longest time between an event and its delivery.
  const first = before(since, maxEventAgeMs);
  const end = cursor === null ? after(until, maxEventLeadMs) : after(timeOf(cursor.id), 1);
  for (let spanMs = minuteMs; ; spanMs *= spanGrowth) {
    const isWhole = before(end, spanMs) <= first;
    const from = isWhole ? first : before(end, spanMs);
    const query = (): Knex.QueryBuilder => {
      const ids = sql('webhook_deliveries')
        .where('id', '>=', uuidOf(from))
        .andWhere('id', '<', cursor?.id ?? uuidOf(end))
        .andWhere('created_at', '>=', since)
        .andWhere('created_at', '<', until);
      return ids.orderBy('id', 'desc');
    };
    const [last]: LastRow[] = await query()
      .select('created_at', 'id')
      .offset(lookedAtMost - 1)
      .limit(1);
    if (last) return { query: () => query().where('id', '>=', last.id), last };
    if (isWhole) return { query, last };
  }
}

const spanGrowth = 4;

function matching(query: Knex.QueryBuilder, { tenantId, endpointId, status, eventType }: DeliverySearch): Knex.QueryBuilder {
  if (tenantId !== null) query.where({ tenant_id: tenantId });
  if (endpointId !== null) query.where({ endpoint_id: endpointId });
  if (status !== null) query.where({ status });
  if (eventType !== null) query.where({ event_type: eventType });
  return query;
}
