import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { textArray } from '../db/binary-arrays.ts';
import { uuid7 } from '../identifiers.ts';
import { uuidText } from './delivery-id.ts';
import type { OutgoingEvent } from './event.ts';

/** What one event is called, and whether it is told for the first time. */
export interface DecidedKey {
  readonly eventId: string;
  readonly isNew: boolean;
}

/**
 * Decides for every event, wanted by anybody or not, whether it is new. For those whose repeats must do nothing at all,
 * even where somebody has subscribed since. In the transaction that publishes the new ones; one answer for each event, in
 * their order. Of one key twice, the first is the event and the second its repeat.
 */
export async function decideEventKeys(
  trx: Knex.Transaction,
  tenantId: string,
  events: readonly Pick<OutgoingEvent, 'dedupeKey' | 'occurredAt'>[],
): Promise<readonly DecidedKey[]> {
  const first = new Map<string, { readonly eventId: string; readonly time: Date }>();
  for (const { dedupeKey, occurredAt } of events)
    if (!first.has(dedupeKey)) first.set(dedupeKey, { eventId: uuidText(uuid7(occurredAt), 7), time: occurredAt });
  // In one order everywhere, so that two publications of the same keys wait for each other and never in a circle.
  const sorted = [...first].sort(([a], [b]) => (a < b ? -1 : 1));
  const inserted = await trx.raw<{ rows: readonly { dedupe_key: string }[] }>(
    `insert into event_keys (tenant_id, dedupe_key, event_id, event_time)
     select cast(:tenantId as text), * from unnest(cast(:keys as text[]), cast(:ids as uuid[]), cast(:times as timestamptz[]))
         on conflict do nothing
     returning dedupe_key`,
    {
      tenantId,
      keys: sorted.map(([key]) => key),
      ids: sorted.map(([, { eventId }]) => eventId),
      times: sorted.map(([, { time }]) => time.toISOString()),
    },
  );
  const fresh = new Set(inserted.rows.map(({ dedupe_key }) => dedupe_key));
  const known = fresh.size === first.size ? new Map<string, string>() : await knownEvents(trx, tenantId, [...first.keys()]);
  return events.map(({ dedupeKey }) => {
    const eventId = known.get(dedupeKey) ?? first.get(dedupeKey)?.eventId ?? '';
    // Taken out of the set, so that the same key further down is a repeat.
    return { eventId, isNew: fresh.delete(dedupeKey) };
  });
}

/** An event's key as one text, tenant included. */
export const eventKeyText = ({ tenantId, dedupeKey }: Pick<OutgoingEvent, 'tenantId' | 'dedupeKey'>): string => `${tenantId} ${dedupeKey}`;

/** Which of these events are known already, as texts of their keys. */
export async function knownKeys(engine: Pool, events: readonly OutgoingEvent[]): Promise<ReadonlySet<string>> {
  const { rows } = await engine.query<{ tenant_id: string; dedupe_key: string }>({
    name: 'known-event-keys',
    text: `
      select k.tenant_id, k.dedupe_key
        from unnest($1::text[], $2::text[]) as asked (tenant_id, dedupe_key)
        join event_keys k on k.tenant_id = asked.tenant_id and k.dedupe_key = asked.dedupe_key`,
    values: [textArray(events.map(({ tenantId }) => tenantId)), textArray(events.map(({ dedupeKey }) => dedupeKey))],
  });
  return new Set(rows.map((row) => eventKeyText({ tenantId: row.tenant_id, dedupeKey: row.dedupe_key })));
}

/** Which of these keys are taken, and by which event. */
export async function knownEvents(sql: Knex, tenantId: string, dedupeKeys: readonly string[]): Promise<Map<string, string>> {
  const rows: { dedupe_key: string; event_id: string }[] = await sql('event_keys')
    .where({ tenant_id: tenantId })
    .whereIn('dedupe_key', [...dedupeKeys])
    .select('dedupe_key', 'event_id');
  return new Map(rows.map((row) => [row.dedupe_key, row.event_id]));
}
