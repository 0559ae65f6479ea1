import type { Knex } from 'knex';
import type { components } from '../contract/generated/public.ts';
import { ofAnyTenant } from '../db/of-any-tenant.ts';
import { isNotDeleted } from '../db/served-here.ts';
import { isUuid } from '../process/identifiers.ts';
import type { DeliveryRow } from './deliveries.ts';

export interface AttemptRow {
  readonly n: number;
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error_class: string | null;
  readonly response_head: Buffer | null;
}

/**
 * Finds a delivery for the operator, who knows its id and not its tenant, unless the tenant is deleted. The primary key is asked for one
 * tenant after another. A text that is no UUID finds nothing.
 */
export const findDeliveryOfAnyTenant = async (sql: Knex, deliveryId: string): Promise<DeliveryRow | undefined> =>
  isUuid(deliveryId)
    ? sql<DeliveryRow>('webhook_deliveries').whereRaw(ofAnyTenant).andWhere({ id: deliveryId }).whereRaw(isNotDeleted).first()
    : undefined;

/** Returns the attempts of a delivery, oldest first. The first one is stored in the delivery's own row. */
export async function attemptsOf(sql: Knex, tenantId: string, deliveryId: string): Promise<readonly AttemptRow[]> {
  const { rows } = await sql.raw<{ rows: readonly AttemptRow[] }>(
    `select n, started_at, duration_ms, status, error_class, response_head
       from (select 1 as n,
                    case when attempts = 1 then last_attempt_at else first_attempt_at end as started_at,
                    first_duration_ms as duration_ms,
                    case when attempts = 1 then response_status else first_response_status end as status,
                    first_error_class as error_class,
                    first_response_head as response_head
               from webhook_deliveries
              where tenant_id = :tenantId
                and id = :deliveryId
                and first_duration_ms is not null
              union all
             select n, started_at, duration_ms, status, error_class, response_head
               from webhook_attempts
              where delivery_id = :deliveryId) as attempt
      order by n`,
    { tenantId, deliveryId },
  );
  return rows;
}

/** The log of a row that was read a moment before, without the attempts that have ended since. */
export const attemptsUntil = async (sql: Knex, { tenant_id, id, attempts }: DeliveryRow): Promise<readonly AttemptRow[]> =>
  (await attemptsOf(sql, tenant_id, id)).filter(({ n }) => n <= attempts);

export const attemptView = (row: AttemptRow): components['schemas']['DeliveryAttempt'] => ({
  n: row.n,
  startedAt: row.started_at.toISOString(),
  durationMs: row.duration_ms,
  status: row.status,
  errorClass: row.error_class,
  // Bytes that are not UTF-8, such as a character that was cut in the middle, become the replacement character.
  responseHead: row.response_head?.toString('utf8') ?? null,
});
