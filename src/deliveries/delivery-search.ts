import type { Knex } from 'knex';
import { uuidOf } from '../process/identifiers.ts';
import { maxEventAgeMs, maxEventLeadMs, maxSearchedDeliveries } from '../process/limits.ts';
import { after, before } from '../process/time.ts';
import type { DeliveryRow } from './deliveries.ts';

/**
 * Searches the deliveries of one tenant or of all, newest first (`D-83`). No index has the status or the endpoint over all
 * tenants, because every claim would pay for it. So a page looks through a bounded number of rows in the order of an existing
 * index, and says where it stopped even if it found little.
 */
export async function searchDeliveries(
  sql: Knex,
  search: DeliverySearch,
  lookedAtMost = maxSearchedDeliveries,
): Promise<DeliverySearchPage> {
  const tenantId = search.tenantId ?? (search.endpointId === null ? null : await tenantOfEndpoint(sql, search.endpointId));
  const scope = tenantId === null ? ofAllTenants(sql, search) : ofTenant(sql, tenantId, search);
  const rows: DeliveryRow[] = await matching(sql.from(scope.clone().limit(lookedAtMost).as('looked_at')), search)
    .select('*')
    .limit(search.limit);
  const [last] =
    rows.length === search.limit
      ? rows.slice(-1)
      : await scope
          .clone()
          .offset(lookedAtMost - 1)
          .limit(1);
  return { rows, next: last ? { createdAt: last.created_at, id: last.id } : null };
}

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

/** This query uses the index of a tenant's list. */
function ofTenant(sql: Knex, tenantId: string, { since, until, cursor }: DeliverySearch) {
  const query = sql<DeliveryRow>('webhook_deliveries')
    .where({ tenant_id: tenantId })
    .andWhere('created_at', '>=', since)
    .andWhere('created_at', '<', until)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select('*');
  if (cursor) query.andWhereRaw('(created_at, id) < (?, ?::uuid)', [cursor.createdAt, cursor.id]);
  return query;
}

/** This query uses the ids, which begin with the time of the event. The range allows for the longest time between event and delivery. */
function ofAllTenants(sql: Knex, { since, until, cursor }: DeliverySearch) {
  const query = sql<DeliveryRow>('webhook_deliveries')
    .where('id', '>=', uuidOf(before(since, maxEventAgeMs)))
    .andWhere('id', '<', uuidOf(after(until, maxEventLeadMs)))
    .andWhere('created_at', '>=', since)
    .andWhere('created_at', '<', until)
    .orderBy('id', 'desc')
    .select('*');
  if (cursor) query.andWhere('id', '<', cursor.id);
  return query;
}

function matching(query: Knex.QueryBuilder, { tenantId, endpointId, status, eventType }: DeliverySearch): Knex.QueryBuilder {
  if (tenantId !== null) query.where({ tenant_id: tenantId });
  if (endpointId !== null) query.where({ endpoint_id: endpointId });
  if (status !== null) query.where({ status });
  if (eventType !== null) query.where({ event_type: eventType });
  return query;
}
