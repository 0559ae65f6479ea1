import { appendChanges } from './delivery-counts.ts';

/**
 * Returns the statement that deletes deliveries with their attempts, of the chosen ones those that meet the condition. `chosen` is a
 * query of `tenant_id` and `id`; it may return more than is there.
 *
 * The rows are locked in the order in which outcomes are written, so that the two cannot deadlock. They are chosen in no order: with
 * an order by id, PostgreSQL would read every tenant's deliveries.
 */
export const deleteStatement = (condition: string, chosen: string): string => `
  with chosen as materialized (${chosen}),
       locked as (
         select tenant_id, id
           from webhook_deliveries
          where (tenant_id, id) in (select tenant_id, id from chosen)
            and ${condition}
          order by id
            for update),
       deleted as (
         delete from webhook_deliveries
          where (tenant_id, id) in (select tenant_id, id from locked)
            and ${condition}
         returning id, tenant_id, created_at, status, event_type, case when cycle_attempt = 0 then next_retry_at end as go_at),
       logged as (
         delete from webhook_attempts
          where delivery_id in (select id from deleted)),
       counted as (${appendChanges({ rows: 'deleted', was: 'status', became: 'null' })})
  select id, event_type, go_at
    from deleted`;
