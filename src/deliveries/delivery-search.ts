import type { Knex } from 'knex';
import { uuidOf } from '../process/identifiers.ts';
import { maxEventAgeMs, maxEventLeadMs, maxSearchedDeliveries } from '../process/limits.ts';
import type { DeliveryRow } from './deliveries.ts';

/**
 * Deliveries by what an operator knows of them, over one tenant or all, newest first. No index answers to a status or an
 * endpoint over all tenants, because every claim would pay for it; so a page looks through a bounded number of rows in
 * the order of an index that is there, and says where it stopped, even if it found little.
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
  /** The last row looked at so far. */
  readonly after: Place | null;
  readonly limit: number;
}

export interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

export interface DeliverySearchPage {
  readonly rows: readonly DeliveryRow[];
  /** Where to go on; null where nothing is left. */
  readonly next: Place | null;
}

/** An endpoint that is gone belongs to nobody any more: then all tenants' are looked through. */
async function tenantOfEndpoint(sql: Knex, endpointId: string): Promise<string | null> {
  const row = await sql('webhook_endpoints').where({ id: endpointId }).first<{ tenant_id: string } | undefined>('tenant_id');
  return row?.tenant_id ?? null;
}

/** By the index of a tenant's list. */
function ofTenant(sql: Knex, tenantId: string, { since, until, after }: DeliverySearch) {
  const query = sql<DeliveryRow>('webhook_deliveries')
    .where({ tenant_id: tenantId })
    .andWhere('created_at', '>=', since)
    .andWhere('created_at', '<', until)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select('*');
  if (after) query.andWhereRaw('(created_at, id) < (?, ?::uuid)', [after.createdAt, after.id]);
  return query;
}

/** By the ids, which begin with the time of the event: a delivery is made at most so much before or after that. */
function ofAllTenants(sql: Knex, { since, until, after }: DeliverySearch) {
  const query = sql<DeliveryRow>('webhook_deliveries')
    .where('id', '>=', uuidOf(new Date(since.getTime() - maxEventAgeMs)))
    .andWhere('id', '<', uuidOf(new Date(until.getTime() + maxEventLeadMs)))
    .andWhere('created_at', '>=', since)
    .andWhere('created_at', '<', until)
    .orderBy('id', 'desc')
    .select('*');
  if (after) query.andWhere('id', '<', after.id);
  return query;
}

function matching(query: Knex.QueryBuilder, { tenantId, endpointId, status, eventType }: DeliverySearch): Knex.QueryBuilder {
  if (tenantId !== null) query.where({ tenant_id: tenantId });
  if (endpointId !== null) query.where({ endpoint_id: endpointId });
  if (status !== null) query.where({ status });
  if (eventType !== null) query.where({ event_type: eventType });
  return query;
}
