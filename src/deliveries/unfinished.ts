import type { Knex } from 'knex';
import { appendChanges } from './delivery-counts.ts';

/**
 * Deletes up to `limit` deliveries to an endpoint that are not finished, with their attempts; how many. One that is being
 * attempted just now goes like any other: its outcome finds no row to be written to.
 */
export async function deleteUnfinishedDeliveries(
  trx: Knex.Transaction,
  tenantId: string,
  endpointId: string,
  limit: number,
): Promise<number> {
  const { rows } = await trx.raw<{ rows: readonly { deleted: number }[] }>(statement, { tenantId, endpointId, limit });
  return rows[0]?.deleted ?? 0;
}

/**
 * Locked in the order in which outcomes are written, so that the two never wait for each other in a circle; chosen in none,
 * because asked for the first by id PostgreSQL goes through everybody's deliveries.
 */
const statement = `
  with chosen as materialized (
         select id
           from webhook_deliveries
          where endpoint_id = :endpointId
            and tenant_id = :tenantId
            and due_at is not null
          limit :limit),
       unfinished as (
         select id
           from webhook_deliveries
          where id in (select id from chosen)
            and due_at is not null
          order by id
            for update),
       deleted as (
         delete from webhook_deliveries
          where id in (select id from unfinished)
            and due_at is not null
         returning id, tenant_id, created_at, status),
       logged as (
         delete from webhook_attempts
          where delivery_id in (select id from deleted)),
       counted as (${appendChanges('(select tenant_id, created_at, status as was, null as became from deleted) as changed')})
  select count(*) as deleted
    from deleted`;
