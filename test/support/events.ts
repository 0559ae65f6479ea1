import assert from 'node:assert/strict';
import type { Knex } from 'knex';
import type { Context } from '../../src/context.ts';
import type { DeliveryRow } from '../../src/deliveries/deliveries.ts';
import type { OutgoingEvent } from '../../src/events/event.ts';
import { publishWith } from '../../src/events/publish.ts';

let eventsMade = 0;

/** Returns a small event of a tenant. */
export const event = (context: Context, tenantId: string, parts: Partial<OutgoingEvent> = {}): OutgoingEvent => ({
  tenantId,
  eventType: 'call.completed',
  dedupeKey: `call.completed:test-${++eventsMade}`,
  occurredAt: context.clock.now(),
  outcome: 'INTERESTED',
  data: { call_id: 'call_test' },
  ...parts,
});

/** Publishes events in a transaction, as their causes do, and returns the ids of those that are new. */
export const publish = (context: Context, ...events: readonly OutgoingEvent[]): Promise<readonly string[]> =>
  publishWith(context, events, (publishIn) => context.db.knex.transaction((trx) => publishIn(trx)));

/** Returns all deliveries of the tenant, newest first. */
export const deliveriesOf = (sql: Knex, tenantId: string): Promise<DeliveryRow[]> =>
  sql<DeliveryRow>('webhook_deliveries').where({ tenant_id: tenantId }).orderByRaw('created_at desc, id desc').select('*');

/** Returns a tenant's delivery. Throws unless there is exactly one. */
export async function onlyDeliveryOf({ db }: Pick<Context, 'db'>, tenantId: string): Promise<DeliveryRow> {
  const [delivery, ...others] = await deliveriesOf(db.knex, tenantId);
  assert.ok(delivery);
  assert.equal(others.length, 0);
  return delivery;
}

/** Deletes every delivery. A stopped dispatcher may still be writing some, in another order: its transaction goes first. */
export const forgetDeliveries = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  db.knex.transaction(async (trx) => {
    await trx.raw('lock table webhook_deliveries in exclusive mode');
    await trx('webhook_deliveries').delete();
  });
