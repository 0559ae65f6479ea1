import type { Knex } from 'knex';
import type { components } from '../contract/generated/public.ts';
import { lockingTenantFirst, lockTenant } from '../db/tenant-lock.ts';
import { maxAutomationTriggers } from '../process/limits.ts';

/** The table of automation triggers. A trigger ties an event type to an endpoint. */
export interface TriggerRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly event_type: components['schemas']['EventType'];
  readonly webhook_endpoint_id: string;
  /** The trigger fires only for these outcomes; null means every outcome (`E-POSTTRIGGERS-05`, `E-POSTTRIGGERS-06`). */
  readonly outcomes: readonly string[] | null;
  readonly is_active: boolean;
  readonly created_at: Date;
}

export interface TriggerWithEndpoint extends TriggerRow {
  readonly endpoint_name: string;
  readonly endpoint_url: string;
}

export const listTriggers = (sql: Knex, tenantId: string): Promise<TriggerWithEndpoint[]> => withEndpoint(sql, tenantId).orderBy('t.id');

export const findTrigger = async (sql: Knex, tenantId: string, triggerId: string): Promise<FoundTrigger | undefined> => {
  const rows: FoundTrigger[] = await withEndpoint(sql, tenantId).where('t.id', triggerId);
  return rows[0];
};

type FoundTrigger = TriggerWithEndpoint & { readonly endpoint_is_active: boolean };

/** Updates a trigger. Undefined where there is no such trigger. */
export const updateTrigger = (
  sql: Knex,
  tenantId: string,
  triggerId: string,
  change: Pick<TriggerRow, 'is_active'>,
): Promise<TriggerWithEndpoint | undefined> =>
  sql.transaction(async (trx) => {
    await trx('automation_triggers').where({ tenant_id: tenantId, id: triggerId }).whereRaw(lockingTenantFirst, [tenantId]).update(change);
    return findTrigger(trx, tenantId, triggerId);
  });

const withEndpoint = (sql: Knex, tenantId: string) =>
  sql('automation_triggers as t')
    .join('webhook_endpoints as e', (on) => on.on('e.tenant_id', 't.tenant_id').on('e.id', 't.webhook_endpoint_id'))
    .where('t.tenant_id', tenantId)
    .select('t.*', 'e.name as endpoint_name', 'e.url as endpoint_url', 'e.is_active as endpoint_is_active');

/** Deletes a trigger, and returns what it was. Undefined where there is no such trigger. */
export const deleteTrigger = async (sql: Knex, tenantId: string, triggerId: string): Promise<TriggerRow | undefined> => {
  const of = sql<TriggerRow>('automation_triggers').where({ tenant_id: tenantId, id: triggerId });
  const [deleted] = await of.whereRaw(lockingTenantFirst, [tenantId]).delete('*');
  return deleted;
};

/**
 * Inserts a trigger. The lock on the tenant's row makes simultaneous creations count one after another; the lock on the endpoint
 * keeps it from being deleted in between.
 */
export async function insertTrigger(trx: Knex.Transaction, row: TriggerRow): Promise<InsertedTrigger> {
  await lockTenant(trx, row.tenant_id);
  const endpoint = await trx<{ id: string; tenant_id: string; name: string; url: string }>('webhook_endpoints')
    .where({ tenant_id: row.tenant_id, id: row.webhook_endpoint_id })
    .forShare()
    .first('name', 'url');
  if (!endpoint) return { kind: 'no such endpoint' };
  const { count } = (await trx('automation_triggers').where({ tenant_id: row.tenant_id }).count({ count: '*' }).first()) ?? { count: 0 };
  if (Number(count) >= maxAutomationTriggers) return { kind: 'limit reached' };
  await trx('automation_triggers').insert(row);
  return { kind: 'inserted', row: { ...row, endpoint_name: endpoint.name, endpoint_url: endpoint.url } };
}

export type InsertedTrigger =
  | { readonly kind: 'inserted'; readonly row: TriggerWithEndpoint }
  | { readonly kind: 'no such endpoint' }
  | { readonly kind: 'limit reached' };
