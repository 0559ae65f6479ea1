import type { Knex } from 'knex';
import { isUuid } from '../identifiers.ts';
import type { DeliveryRow } from './deliveries.ts';

/** One recorded attempt of a delivery. */
export interface AttemptRow {
  readonly delivery_id: string;
  readonly n: number;
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error_class: string | null;
  readonly response_head: Buffer | null;
}

/** For the operator, who knows a delivery and not its tenant. Any text may be asked about. */
export const findDeliveryOfAnyTenant = async (sql: Knex, deliveryId: string): Promise<DeliveryRow | undefined> =>
  isUuid(deliveryId) ? sql<DeliveryRow>('webhook_deliveries').where({ id: deliveryId }).first() : undefined;

/** Oldest first. */
export const attemptsOf = (sql: Knex, deliveryId: string): Promise<AttemptRow[]> =>
  sql<AttemptRow>('webhook_attempts').where({ delivery_id: deliveryId }).orderBy('n');
