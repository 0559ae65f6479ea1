import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { textArray } from '../db/binary-arrays.ts';
import { groupCommit } from '../db/group-commit.ts';
import { afterCommit } from '../db/unserved.ts';
import { tenantNotFound } from '../errors.ts';
import type { OutgoingEvent, Published, Publisher } from './event.ts';
import { eventKeyText, type Inserted } from './insert-events.ts';
import type { EventPlan, PlannedEvent } from './plan-events.ts';
import { insertPlan, isWritten, mostTries, type PublishContext, withPlan } from './publish.ts';

/**
 * Publishes events that come at the same time in a group (`D-74`), with one reservation of tokens, one statement and one commit for
 * all. Events that come while groups are under way form the next group. So an event that comes alone does not wait, and a busy process
 * pays less for each event. Keys are stored for all events, even if no subscription wants them.
 */
export function createPublisher(context: PublishContext): Publisher {
  const publishTogether = groupCommit((requests: readonly Request[]) => publishGroup(context, requests), {
    maxWeight: 256,
    weigh: ({ events }) => events.length,
    atOnce: 4,
    worthAnother: 64,
    // The events of one turn of the event loop go together.
    gather: () => nextTurn(),
  });
  return {
    async publish(tenantId, events) {
      for (let tries = 1; tries <= mostTries; tries++) {
        const published = await publishTogether({ tenantId, events });
        if (published === 'tenant gone') throw tenantNotFound();
        if (published !== 'subscriptions changed') return published;
      }
      throw new Error('a tenant has changed its subscriptions again and again while its events were published');
    },
  };
}

/** All events of a request belong to its tenant. */
interface Request {
  readonly tenantId: string;
  readonly events: readonly OutgoingEvent[];
}

function publishGroup(context: PublishContext, requests: readonly Request[]): Promise<readonly Answer[]> {
  const { engine } = context.db;
  const events = requests.flatMap(({ events }) => events);
  return withPlan(context, events, async (plan, wrote) => {
    const { inserted, handOver } = await insertPlan(context, engine, plan);
    wrote((event) => isWritten(inserted, event));
    handOver();
    context.subscriptions.forget(inserted.changedTenants);
    return answersOf(engine, requests, plan, inserted);
  });
}

type Answer = readonly Published[] | 'subscriptions changed' | 'tenant gone';

/** Returns one answer for each request. */
async function answersOf(
  engine: Pick<Pool, 'query'>,
  requests: readonly Request[],
  plan: EventPlan,
  inserted: Inserted,
): Promise<readonly Answer[]> {
  const planned = new Map(plan.events.map((each) => [each.event, each]));
  const isNew = (each: PlannedEvent): boolean => isWritten(inserted, each);
  const known =
    inserted.repeatedEvents.size === 0
      ? none
      : await afterCommit(
          knownEvents(
            engine,
            plan.events.filter((each) => !isNew(each)),
          ),
        );
  return requests.map(({ tenantId, events }) => {
    if (inserted.changedTenants.has(tenantId)) return 'subscriptions changed';
    const ofTenant = events.flatMap((event) => planned.get(event) ?? []);
    if (ofTenant.length < events.length) return 'tenant gone';
    return ofTenant.map((each) => {
      if (isNew(each)) return { eventId: each.id, isNew: true, deliveries: each.deliveries.length };
      return { eventId: known.get(eventKeyText(each.event)) ?? each.id, isNew: false, deliveries: 0 };
    });
  });
}

const none: ReadonlyMap<string, string> = new Map();

/** Returns the id of each event that is known already, by the text of its key. */
async function knownEvents(engine: Pick<Pool, 'query'>, planned: readonly PlannedEvent[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await engine.query<{ tenant_id: string; dedupe_key: string; event_id: string }>({
    name: 'known-events',
    text: `
      select k.tenant_id, k.dedupe_key, k.event_id
        from unnest($1::text[], $2::text[]) as asked (tenant_id, dedupe_key)
        join event_keys k on k.tenant_id = asked.tenant_id and k.dedupe_key = asked.dedupe_key`,
    values: [textArray(planned.map(({ event }) => event.tenantId)), textArray(planned.map(({ event }) => event.dedupeKey))],
  });
  return new Map(rows.map((row) => [eventKeyText({ tenantId: row.tenant_id, dedupeKey: row.dedupe_key }), row.event_id]));
}
