import type { Context } from '../../src/context.ts';
import type { OutgoingEvent } from '../../src/events/event.ts';
import { publishWith } from '../../src/events/publish.ts';

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

/** In a transaction, as their cause would. The ids of those that are new. */
export const publish = (context: Context, ...events: readonly OutgoingEvent[]): Promise<readonly string[]> =>
  publishWith(context, events, (publishIn) => context.db.knex.transaction((trx) => publishIn(trx)));
