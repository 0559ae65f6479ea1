import type { Knex } from 'knex';
import type { components } from '../contract/generated/public.ts';
import { isUuid } from '../process/identifiers.ts';
import { minuteMs } from '../process/time.ts';
import { createdIn } from './created-in.ts';

/**
 * The states of a delivery (`F-DELIVERY-04`). A `pending` one was never attempted and is due at once. A `retrying` one waits for the
 * time of its next attempt or for the go-at time that its bucket gave it. `success` and `failed` are final until a replay.
 */
export type DeliveryStatus = 'pending' | 'retrying' | 'success' | 'failed';

export const isFinal = (status: DeliveryStatus): boolean => status === 'success' || status === 'failed';

/** A row of the table of deliveries, as far as this folder reads it. The engine's own statements are in `src/dispatch`. */
export interface DeliveryRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly trigger_id: string;
  readonly event_type: components['schemas']['EventType'];
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error_message: string | null;
  readonly next_retry_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly finished_at: Date | null;
  /** The same as `finished_at` if the delivery failed. */
  readonly failed_at: Date | null;
  readonly created_at: Date;
  /** The ids have columns of their own. Releases before wrote them here as well. */
  readonly endpoint_snapshot: { readonly name: string; readonly url: string };
  readonly trigger_snapshot: { readonly name: string };
  readonly due_at: Date | null;
  readonly cycle_attempt: number;
  readonly lease: number;
  readonly worker: string | null;
}

/** Finds one delivery among all. */
export interface DeliveryKey {
  readonly tenantId: string;
  readonly id: string;
}

/** Finds a delivery of the tenant. A text that is no UUID finds nothing. */
export const findDelivery = async (sql: Knex, tenantId: string, deliveryId: string): Promise<DeliveryRow | undefined> =>
  isUuid(deliveryId) ? sql<DeliveryRow>('webhook_deliveries').where({ tenant_id: tenantId, id: deliveryId }).first() : undefined;

export const findDeliveryWithPayload = async (
  sql: Knex,
  tenantId: string,
  deliveryId: string,
): Promise<(DeliveryRow & { readonly body: string }) | undefined> =>
  isUuid(deliveryId)
    ? sql('webhook_deliveries as d')
        .join('webhook_events as v', { 'v.tenant_id': 'd.tenant_id', 'v.id': 'd.event_id' })
        .where({ 'd.tenant_id': tenantId, 'd.id': deliveryId })
        .first('d.*', 'v.body')
    : undefined;

/** Returns the deliveries of the tenant's events with these keys, oldest first. They are created within a minute of their events. */
export async function deliveriesOfEvents(sql: Knex, tenantId: string, dedupeKeys: readonly string[]): Promise<readonly DeliveryRow[]> {
  const { rows: events } = await sql.raw<{ rows: { event_id: string; event_time: Date }[] }>(
    'select event_id, event_time from event_keys where tenant_id = ? and dedupe_key = any (?::text[])',
    [tenantId, [...dedupeKeys]],
  );
  if (events.length === 0) return [];
  const times = events.map(({ event_time }) => event_time.getTime());
  const span = { tenantId: ':tenantId', from: 'cast(:from as timestamptz)', to: 'cast(:to as timestamptz)' };
  const { rows } = await sql.raw<{ rows: DeliveryRow[] }>(
    `select * from (${createdIn('*', { ...span, wanted: 'event_id = any (cast(:eventIds as uuid[]))' })}) as found order by created_at, id`,
    {
      tenantId,
      from: new Date(Math.min(...times) - minuteMs),
      to: new Date(Math.max(...times) + minuteMs),
      eventIds: events.map(({ event_id }) => event_id),
    },
  );
  return rows;
}
