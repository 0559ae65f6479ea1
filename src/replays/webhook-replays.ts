import type { Knex } from 'knex';
import { isServedHere } from '../db/served-here.ts';
import { isFailure } from '../deliveries/delivery.ts';
import type { Expiry } from '../deliveries/retention.ts';

/** A row of the table of bulk replays. Its deliveries are those of the endpoint that failed in its span of time and are still failed. */
export interface ReplayRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly endpoint_id: string;
  readonly since: Date;
  readonly until: Date;
  readonly state: 'running' | 'done' | 'canceled';
  readonly total: number;
  readonly replayed: number;
  /** Null while the replay runs, because the number is counted then. */
  readonly remaining: number | null;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export type NewReplay = Pick<ReplayRow, 'id' | 'tenant_id' | 'endpoint_id' | 'since' | 'until' | 'total' | 'created_at'>;

export const insertReplay = (trx: Knex, replay: NewReplay) =>
  trx('webhook_replays').insert({ ...replay, state: 'running', due_at: replay.created_at });

export const findReplay = (sql: Knex, tenantId: string, endpointId: string, replayId: string): Promise<ReplayRow | undefined> =>
  sql<ReplayRow>('webhook_replays').where({ tenant_id: tenantId, endpoint_id: endpointId, id: replayId }).first();

export const runningReplayOf = (sql: Knex, tenantId: string, endpointId: string): Promise<ReplayRow | undefined> =>
  sql<ReplayRow>('webhook_replays').where({ tenant_id: tenantId, endpoint_id: endpointId, state: 'running' }).first();

/** Returns the due replays, the one that has waited longest first. */
export const dueReplays = (sql: Knex, now: Date, limit: number): Promise<ReplayRow[]> =>
  sql<ReplayRow>('webhook_replays').where('due_at', '<=', now).whereRaw(isServedHere).orderBy('due_at').limit(limit);

/** Locks a replay for the rest of the transaction; undefined if it runs no more. It waits for a batch under way, which is then counted. */
export const lockReplay = (trx: Knex.Transaction, tenantId: string, replayId: string): Promise<ReplayRow | undefined> =>
  trx<ReplayRow>('webhook_replays').where({ tenant_id: tenantId, id: replayId, state: 'running' }).forUpdate().first();

/** Claims a due replay until then. Returns 0 where another process has it, or it runs no more. */
export const claimReplay = (sql: Knex, replay: ReplayRow, until: Date): Promise<number> =>
  sql('webhook_replays').where({ tenant_id: replay.tenant_id, id: replay.id, due_at: replay.due_at }).update({ due_at: until });

export const putOffReplay = (sql: Knex, replay: ReplayRow, at: Date) =>
  sql('webhook_replays').where({ tenant_id: replay.tenant_id, id: replay.id, state: 'running' }).update({ due_at: at });

export const countReplayed = (trx: Knex, replay: ReplayRow, taken: number, dueAt: Date) =>
  trx('webhook_replays')
    .where({ tenant_id: replay.tenant_id, id: replay.id })
    .update({ replayed: trx.raw('replayed + ?', [taken]), due_at: dueAt });

export const endReplay = (trx: Knex, replay: ReplayRow, state: 'done' | 'canceled', remaining: number, at: Date) =>
  trx('webhook_replays').where({ tenant_id: replay.tenant_id, id: replay.id }).update({ state, remaining, due_at: null, finished_at: at });

/** Selects the endpoint's deliveries that failed for good in a span of time, are still failed, and are not past their retention. */
export type FailedSpan = Pick<ReplayRow, 'tenant_id' | 'endpoint_id' | 'since' | 'until'>;

export async function countFailed(sql: Knex, span: FailedSpan, expiry: Expiry): Promise<number> {
  const { rows } = await sql.raw<{ rows: readonly { failed: number }[] }>(
    `select count(*)::integer as failed from webhook_deliveries where ${isFailedInSpan}`,
    bindingsOf(span, expiry),
  );
  return rows[0]?.failed ?? 0;
}

export interface FailedDelivery {
  readonly id: string;
  readonly event_type: string;
}

/** Returns failed deliveries of the span, oldest failure first. */
export async function failedDeliveries(
  sql: Knex,
  span: FailedSpan,
  expiry: Expiry,
  eventTypes: readonly string[],
  limit: number,
): Promise<readonly FailedDelivery[]> {
  const { rows } = await sql.raw<{ rows: readonly FailedDelivery[] }>(
    `select id, event_type
       from webhook_deliveries
      where ${isFailedInSpan}
        and event_type = any (:eventTypes)
      order by failed_at, id
      limit :limit`,
    { ...bindingsOf(span, expiry), eventTypes: [...eventTypes], limit },
  );
  return rows;
}

const isFailedInSpan = `
      endpoint_id = :endpointId
  and tenant_id = :tenantId
  and ${isFailure}
  and failed_at between :since and :until
  and failed_at >= case when event_type in ('sms.delivered', 'sms.failed') then cast(:texts as timestamptz) else cast(:others as timestamptz) end`;

const bindingsOf = (span: FailedSpan, expiry: Expiry) => ({
  endpointId: span.endpoint_id,
  tenantId: span.tenant_id,
  since: span.since,
  until: span.until,
  texts: expiry.texts,
  others: expiry.others,
});
