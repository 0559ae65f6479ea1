import type { Knex } from 'knex';
import { isServedHere } from '../db/served-here.ts';
import type { EndpointRow } from './endpoints.ts';

/** What the operator is to be told of endpoints. It follows from their rows, which hold the last notice. */

/** The operator is told of an endpoint at so many failures in a row. */
export const noticeMarks: readonly number[] = [5, 20, 100];

export interface Notice {
  readonly event: 'endpoint.failing' | 'endpoint.recovered';
  readonly failures: number;
  readonly failingSince: Date;
}

/** The columns of an endpoint's failures, and of what the operator was last told of them. */
interface Noticed {
  /** Counts failed attempts since the last success, over all processes. */
  readonly failures_in_a_row: number;
  /** When the last row of failures began. */
  readonly failing_since: Date | null;
  /** Is 0 where no notice has gone out since the last recovery. */
  readonly noticed_failures: number;
  /** Is the `failing_since` of the last notice. */
  readonly noticed_since: Date | null;
}

/** Returns what is to be told next, or null. The recovery from one row of failures comes before the next row. */
export function noticeOf(row: Noticed): Notice | null {
  const isSameRow = row.failures_in_a_row > 0 && row.noticed_since?.getTime() === row.failing_since?.getTime();
  if (row.noticed_failures > 0 && row.noticed_since !== null && !isSameRow)
    return { event: 'endpoint.recovered', failures: row.noticed_failures, failingSince: row.noticed_since };
  const reached = noticeMarks.findLast((mark) => mark <= row.failures_in_a_row) ?? 0;
  if (reached <= row.noticed_failures || row.failing_since === null) return null;
  return { event: 'endpoint.failing', failures: reached, failingSince: row.failing_since };
}

export type NoticeRow = Noticed &
  Pick<EndpointRow, 'tenant_id' | 'id' | 'name' | 'url' | 'slowed_reason'> & { readonly tenant_name: string };

/** Claims endpoints that the operator is to be told of. Where a process dies with its claim, they are due again at `retryAt`. */
export async function claimNotices(knex: Knex, realNow: Date, retryAt: Date, limit: number): Promise<readonly NoticeRow[]> {
  const { rows }: { rows: NoticeRow[] } = await knex.raw(
    `
    update webhook_endpoints e
       set notice_due_at = :retryAt
      from tenants t
     where t.id = e.tenant_id
       and (e.tenant_id, e.id) in (
           select tenant_id, id
             from webhook_endpoints
            where notice_due_at <= :realNow
              and ${isServedHere}
            order by notice_due_at
            limit :limit
              for update skip locked)
    returning e.tenant_id, e.id, e.name, e.url, e.slowed_reason, e.failures_in_a_row, e.failing_since, e.noticed_failures, e.noticed_since,
              t.name as tenant_name`,
    { realNow, retryAt, limit },
  );
  return rows;
}

/**
 * Writes what the operator was told, unless another process has claimed the endpoint since: its notice is the newer one. The row is looked
 * at again at `lookAt`, because more may have happened meanwhile.
 */
export const recordNotice = (
  knex: Knex,
  { tenant_id, id }: NoticeRow,
  { event, failures, failingSince }: Notice,
  { retryAt, lookAt }: { readonly retryAt: Date; readonly lookAt: Date },
) =>
  knex('webhook_endpoints')
    .where({ tenant_id, id, notice_due_at: retryAt })
    .update({ noticed_failures: event === 'endpoint.failing' ? failures : 0, noticed_since: failingSince, notice_due_at: lookAt });

/** Clears the claim of an endpoint with nothing to tell, unless an attempt has changed it since. */
export const clearNotice = (knex: Knex, { tenant_id, id, failures_in_a_row, failing_since }: NoticeRow, retryAt: Date) =>
  knex('webhook_endpoints')
    .where({ tenant_id, id, failures_in_a_row, failing_since, notice_due_at: retryAt })
    .update({ notice_due_at: null });
