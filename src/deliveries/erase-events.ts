import type { ClientBase, Pool } from 'pg';
import { searchAtLength } from '../db/at-length.ts';
import type { InBatch } from '../db/transaction.ts';
import { madeAt } from '../process/identifiers.ts';
import { deleteStatement } from './delete-statement.ts';
import { subjectOfEvent } from './event-subject.ts';

/**
 * Deletes every event of the tenant whose body names a phone number and that is of that time or earlier, with its deliveries and their
 * attempts, finished or not. An event of a call or a text is as old as that, however late it comes. The events' keys stay, so that a
 * repeat of a source does not publish one again. A delivery that is in hand at the moment may still be attempted, and ends without a
 * record: a look at its row before each attempt would cost all deliveries. All bodies of the tenant are read for it.
 */
export async function eraseEventsNaming(
  engine: Pool,
  tenantId: string,
  phoneNumber: string,
  until: Date,
  inBatch: InBatch<ErasedEvents>,
): Promise<ErasedEvents> {
  const naming = await searchAtLength<NamingEvent>(engine, searchStatement, [tenantId, JSON.stringify(phoneNumber)]);
  const found = naming.filter((event) => beginningOf(event) <= until);
  const erased = { events: 0, deliveries: 0 };
  for (let from = 0; from < found.length; from += eventsInABatch) {
    const batch = found.slice(from, from + eventsInABatch).map(({ id }) => id);
    const { events, deliveries } = await inBatch((client) => erase(client, tenantId, batch));
    erased.events += events;
    erased.deliveries += deliveries;
  }
  return erased;
}

export interface ErasedEvents {
  readonly events: number;
  readonly deliveries: number;
}

const eventsInABatch = 100;

interface NamingEvent {
  readonly id: string;
  readonly dedupe_key: string;
  readonly created_at: Date;
}

/** Returns when the event's call or text was made, or the event itself if it is of neither. */
function beginningOf({ dedupe_key, created_at }: NamingEvent): Date {
  const { callId, textId } = subjectOfEvent(dedupe_key);
  const id = callId ?? textId;
  return id === undefined ? created_at : madeAt(id);
}

async function erase(client: ClientBase, tenantId: string, eventIds: readonly string[]): Promise<ErasedEvents> {
  const deliveries = await client.query(deliveriesStatement, [tenantId, eventIds]);
  const events = await client.query('delete from webhook_events where tenant_id = $1 and id = any ($2::uuid[])', [tenantId, eventIds]);
  return { events: events.rowCount ?? 0, deliveries: deliveries.rowCount ?? 0 };
}

/** Bodies are JSON, in which a number in E.164 always stands in quotation marks of its own. */
const searchStatement = `
  select id, dedupe_key, created_at
    from webhook_events
   where tenant_id = $1
     and strpos(body, $2) > 0`;

/** The ids of an event's deliveries begin with the same 48 bits of time as its own id. */
const deliveriesStatement = deleteStatement(
  'true',
  `
         select d.tenant_id, d.id
           from unnest($2::uuid[]) as event (id)
           join webhook_deliveries d
             on d.tenant_id = $1
            and d.id >= (left(event.id::text, 13) || '-0000-0000-000000000000')::uuid
            and d.id <= (left(event.id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
            and d.event_id = event.id`,
);
