import type { Context } from '../../src/context.ts';
import type { OutgoingEvent } from '../../src/events/event.ts';
import { announcePublication, insertPublication, preparePublication } from '../../src/events/publish.ts';

let eventsMade = 0;

/** An event of a tenant, as small as they come. */
export const event = (context: Context, tenantId: string, parts: Partial<OutgoingEvent> = {}): OutgoingEvent => ({
  tenantId,
  eventType: 'call.completed',
  dedupeKey: `call.completed:test-${++eventsMade}`,
  occurredAt: context.clock.now(),
  outcome: 'INTERESTED',
  data: { call_id: 'call_test' },
  ...parts,
});

/** The three steps, as their cause would take them. */
export async function publish(context: Context, ...events: readonly OutgoingEvent[]): Promise<void> {
  const publication = await preparePublication(context, events);
  const inserted = await context.db.knex.transaction((trx) => insertPublication(trx, context, publication));
  announcePublication(context, inserted);
}
