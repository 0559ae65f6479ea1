import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { sessionOf } from '../db/transaction.ts';
import { appendChanges } from './delivery-counts.ts';
import { heldOfTenant } from './sweep.ts';

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
  const session = await sessionOf(trx);
  const { rowCount } = await session.query({
    name: 'delete-unfinished',
    text: statementFor(`(
         select id
           from webhook_deliveries
          where endpoint_id = $2
            and tenant_id = $1
            and due_at is not null
          limit $3)
          union all (
         select id
           from webhook_deliveries
          where ${heldOfTenant}
            and endpoint_id = $2
          limit $3)
          limit $3`),
    values: [tenantId, endpointId, limit],
  });
  return rowCount ?? 0;
}

/**
 * Deletes those of these deliveries that are not finished and whose endpoint is gone; how many. An event that was being published while
 * its endpoint was deleted may leave such a delivery (`events/insert-events.ts`): whoever comes upon it takes it away.
 */
export async function deleteWithoutEndpoint(engine: Pick<Pool, 'query'>, deliveryIds: readonly string[]): Promise<number> {
  if (deliveryIds.length === 0) return 0;
  const { rowCount } = await engine.query({
    name: 'delete-without-endpoint',
    text: statementFor(`
         select id
           from webhook_deliveries
          where id = any ($1)
            and not exists (select from webhook_endpoints e where e.id = endpoint_id)`),
    values: [deliveryIds],
  });
  return rowCount ?? 0;
}

/**
 * Locked in the order in which outcomes are written, so that the two never wait for each other in a circle; chosen in none,
 * because asked for the first by id PostgreSQL goes through everybody's deliveries.
 */
const statementFor = (chosen: string): string => `
  with chosen as materialized (${chosen}),
       unfinished as (
         select id
           from webhook_deliveries
          where id in (select id from chosen)
            and finished_at is null
          order by id
            for update),
       deleted as (
         delete from webhook_deliveries
          where id in (select id from unfinished)
            and finished_at is null
         returning id, tenant_id, created_at, status),
       logged as (
         delete from webhook_attempts
          where delivery_id in (select id from deleted)),
       counted as (${appendChanges({ rows: 'deleted', was: 'status', became: 'null' })})
  select id
    from deleted`;
