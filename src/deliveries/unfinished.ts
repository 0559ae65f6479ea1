import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { sessionOf } from '../db/transaction.ts';
import { deleteStatement } from './delete-statement.ts';
import type { DeliveryKey } from './deliveries.ts';
import { heldOfTenant } from './sweep.ts';

/**
 * Deletes up to `limit` unfinished deliveries to an endpoint with their attempts, and returns them. A delivery that is being
 * attempted at the moment is deleted like any other; its outcome then finds no row.
 */
export async function deleteUnfinishedDeliveries(
  trx: Knex.Transaction,
  tenantId: string,
  endpointId: string,
  limit: number,
): Promise<readonly Unsent[]> {
  const session = await sessionOf(trx);
  const { rows } = await session.query<Unsent>({
    name: 'delete-unfinished',
    text: deleteStatement(
      'finished_at is null',
      `(
         select tenant_id, id
           from webhook_deliveries
          where endpoint_id = $2
            and tenant_id = $1
            and due_at is not null
          limit $3)
          union all (
         select tenant_id, id
           from webhook_deliveries
          where ${heldOfTenant}
            and endpoint_id = $2
          limit $3)
          limit $3`,
    ),
    values: [tenantId, endpointId, limit],
  });
  return rows;
}

export interface Unsent {
  readonly event_type: string;
  /** Is the time that its bucket gave it, unless the first attempt was made or has always been due. */
  readonly go_at: Date | null;
}

/**
 * Deletes the unfinished ones of these deliveries whose endpoint is gone. An event that was being published
 * while its endpoint was deleted may leave such a delivery (`events/insert-events.ts`, `D-70`). A worker that finds one deletes it.
 */
export async function deleteWithoutEndpoint(engine: Pick<Pool, 'query'>, deliveries: readonly DeliveryKey[]): Promise<void> {
  if (deliveries.length === 0) return;
  await engine.query({
    name: 'delete-without-endpoint',
    text: deleteStatement(
      'finished_at is null',
      `
         select d.tenant_id, d.id
           from unnest($1::text[], $2::uuid[]) as claimed (tenant_id, id)
           join webhook_deliveries d on d.tenant_id = claimed.tenant_id and d.id = claimed.id
          where not exists (select from webhook_endpoints e where e.id = d.endpoint_id)`,
    ),
    values: [deliveries.map(({ tenantId }) => tenantId), deliveries.map(({ id }) => id)],
  });
}
