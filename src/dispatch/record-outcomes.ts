import type { Pool } from 'pg';
import { byteaArray, integerArray, textArray, timeArray, uuidArray } from '../db/binary-arrays.ts';
import { appendChanges } from '../deliveries/delivery-counts.ts';
import type { HeldDelivery } from './held-delivery.ts';
import type { NextState } from './schedule.ts';

/** The outcome of an attempt, and the state that follows. */
export interface OutcomeRecord {
  readonly delivery: Pick<HeldDelivery, 'tenantId' | 'id' | 'lease' | 'attempts' | 'eventId' | 'eventType' | 'subject' | 'trace'>;
  readonly next: NextState;
  readonly responseStatus: number | null;
  readonly errorMessage: string | null;
  readonly errorClass: string | null;
  /** The first bytes of the answer. */
  readonly responseHead: Buffer | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly durationMs: number;
}

/**
 * Writes a batch of outcomes and returns those that counted. A success always counts, because the receiver has the event, even
 * if another worker has the lease by now, unless it is counted already and a replay has begun since: one whose commit was not
 * confirmed comes twice. A failure counts only while the worker still has the lease; otherwise it would overwrite
 * the result of the worker that has claimed the delivery since. Each outcome that counts is kept as an attempt in the same
 * statement: the first of a delivery in its row, the others in `webhook_attempts`.
 */
export async function recordOutcomes(pool: Pool, worker: string, batch: readonly OutcomeRecord[]): Promise<readonly OutcomeRecord[]> {
  // The rows are sorted, so that two batches cannot deadlock.
  const rows = batch.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1));
  const values = [
    uuidArray(rows.map(({ delivery }) => delivery.id)),
    integerArray(rows.map(({ delivery }) => delivery.lease)),
    textArray(rows.map(({ next }) => next.status)),
    timeArray(rows.map(({ next }) => (next.status === 'retrying' ? next.at : null))),
    integerArray(rows.map((row) => row.responseStatus)),
    textArray(rows.map((row) => row.errorMessage)),
    textArray(rows.map((row) => row.errorClass)),
    byteaArray(rows.map((row) => row.responseHead)),
    timeArray(rows.map((row) => row.startedAt)),
    timeArray(rows.map((row) => row.endedAt)),
    integerArray(rows.map((row) => row.durationMs)),
    worker,
    textArray(rows.map(({ delivery }) => delivery.tenantId)),
    integerArray(rows.map(({ delivery }) => delivery.attempts)),
  ];
  const { rows: answer } = await pool.query<{ void: readonly string[] }>({ name: 'record-outcomes', text: statement, values });
  const isVoid = new Set(answer[0]?.void);
  return isVoid.size === 0 ? rows : rows.filter(({ delivery }) => !isVoid.has(delivery.id));
}

/**
 * The statement returns the outcomes that did not count, which are few. `coalesce(… in (…), false)` is answered from a hash table.
 * A bare `in` becomes a join, for which these connections compare every pair of rows.
 */
const statement = `
  with outcome as (
         select unnest($1::uuid[]) as id, unnest($2::integer[]) as lease, unnest($3::text[]) as status, unnest($4::timestamptz[]) as next_at,
                unnest($5::integer[]) as response_status, unnest($6::text[]) as error_message, unnest($7::text[]) as error_class,
                unnest($8::bytea[]) as response_head, unnest($9::timestamptz[]) as started_at, unnest($10::timestamptz[]) as ended_at,
                unnest($11::integer[]) as duration_ms, unnest($13::text[]) as tenant_id, unnest($14::integer[]) as attempts),
       recorded as (
         update webhook_deliveries d
            set status = o.status,
                status_before = d.status,
                attempts = d.attempts + 1,
                cycle_attempt = d.cycle_attempt + 1,
                response_status = o.response_status,
                error_message = o.error_message,
                last_attempt_at = o.started_at,
                next_retry_at = o.next_at,
                due_at = o.next_at,
                finished_at = case when o.next_at is null then o.ended_at end,
                failed_at = case when o.status = 'failed' then o.ended_at end,
                worker = null,
                first_duration_ms = case when d.attempts = 0 then o.duration_ms else d.first_duration_ms end,
                first_error_class = case when d.attempts = 0 then o.error_class else d.first_error_class end,
                first_response_head = case when d.attempts = 0 then o.response_head else d.first_response_head end,
                first_attempt_at = case when d.attempts = 1 then d.last_attempt_at else d.first_attempt_at end,
                first_response_status = case when d.attempts = 1 then d.response_status else d.first_response_status end
           from outcome o
          where d.tenant_id = o.tenant_id
            and d.id = o.id
            and d.status <> 'success'
            and ((o.status = 'success' and (d.attempts = o.attempts or d.cycle_attempt > 0))
                 or (d.lease = o.lease and d.worker = $12 and d.finished_at is null))
         returning d.id, d.tenant_id, d.created_at, d.attempts, d.status, d.status_before,
                   o.started_at, o.duration_ms, o.response_status, o.error_class, o.response_head),
       counted as (${appendChanges({ rows: 'recorded', was: 'status_before', became: 'status' })}),
       logged as (
         insert into webhook_attempts (tenant_id, delivery_id, n, started_at, duration_ms, status, error_class, response_head)
         select tenant_id, id, attempts, started_at, duration_ms, response_status, error_class, response_head
           from recorded
          where attempts > 1
             on conflict do nothing)
  select array(
           select id
             from outcome
            where not coalesce(id in (select id from recorded), false)) as void`;
