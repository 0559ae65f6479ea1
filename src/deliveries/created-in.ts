import { uuidOf } from '../process/identifiers.ts';
import { maxEventAgeMs, maxEventLeadMs } from '../process/limits.ts';
import { after, before, hourMs } from '../process/time.ts';

/**
 * The SQL of a tenant's deliveries by the time when they were created, from the primary key `(tenant_id, id)`. Nearly every delivery is
 * created when its event occurs, and the time of the event is in its id. So those of a span have ids of that span, give or take a
 * minute. The others are called dated here: an application reported their events late or ahead of time. The index `dated_deliveries`
 * holds these alone.
 */
export interface CreatedIn {
  /** A piece of SQL, as all members are. */
  readonly tenantId: string;
  readonly from: string;
  /** Absent: there is no end. */
  readonly to?: string;
  /** A further condition on the row. */
  readonly wanted: string;
}

/** Returns a query for all deliveries of the span. */
export const createdIn = (columns: string, span: CreatedIn): string => {
  const ids = idsFrom(firstId(span.from), span);
  return `
         select ${columns}
           from webhook_deliveries
          where ${isInSpan(span)}
            and ${ids.these}
          union all
         select ${columns}
           from webhook_deliveries
          where ${isInSpan(span)}
            and (${isDated})
            and ${ids.others}
            and ${canBeIn(span)}`;
};

/**
 * Returns a query for the newest deliveries of the span, newest first. The ids nearly have the order of the list. Of the first `limit`
 * of them one was created before all others, and what belongs before it in the list has an id of at most a minute earlier, or is dated.
 */
export const newestCreatedIn = (columns: string, span: CreatedIn, limit: string): string => {
  const ids = idsFrom('ids.first', span);
  return `
         select ${columns}
           from (select greatest(${firstId(span.from)}, ${firstId('min(created_at)')}) as first
                   from (select created_at
                           from webhook_deliveries
                          where ${isInSpan(span)}
                            and ${idsFrom(firstId(span.from), span).these}
                          order by id desc
                          limit ${limit}) as first_by_id) as ids
          cross join lateral (
                 select ${columns}
                   from webhook_deliveries
                  where ${isInSpan(span)}
                    and ${ids.these}
                  union all
                (select ${columns}
                   from webhook_deliveries
                  where ${isInSpan(span)}
                    and (${isDated})
                    and ${ids.others}
                  order by created_at desc, id desc
                  limit ${limit})) as each
          order by created_at desc, id desc
          limit ${limit}`;
};

/**
 * The condition that an id is one of deliveries of the span, dated ones too. A statement opens their weeks alone where the span is known when
 * it begins.
 */
export const canBeIn = ({ from, to }: { from: string; to?: string | undefined }): string =>
  `id >= least_uuid_at(${from} - ${interval(longestBeforeMs)})${to === undefined ? '' : ` and id < least_uuid_at(${to} + ${interval(longestAfterMs)})`}`;

/** The least and the first greater id, for the same condition with values. */
export const idsFor = (from: Date, to: Date): readonly [string, string] => [
  uuidOf(before(from, longestBeforeMs)),
  uuidOf(after(to, longestAfterMs)),
];

/** How far the time in an id can be from the creation. An hour is for the request that reported the event. */
const longestBeforeMs = maxEventAgeMs + hourMs;
const longestAfterMs = maxEventLeadMs + hourMs;
const interval = (ms: number): string => `interval '${ms / 1_000} seconds'`;

const isInSpan = ({ tenantId, from, to, wanted }: CreatedIn): string =>
  `tenant_id = ${tenantId} and created_at >= ${from} ${to === undefined ? '' : `and created_at < ${to}`} and ${wanted}`;

/** The least id of a delivery that was created at that time or later and is not dated. Null if the time is. */
const firstId = (from: string): string => `least_uuid_at(${from} - interval '61 seconds')`;

/** The conditions on ids of deliveries of the span that are not dated, and on all others. */
const idsFrom = (first: string, { to }: CreatedIn): { readonly these: string; readonly others: string } => {
  if (to === undefined) return { these: `id >= ${first}`, others: `id < ${first}` };
  const end = `least_uuid_at(${to} + interval '2 seconds')`;
  return { these: `id >= ${first} and id < ${end}`, others: `(id < ${first} or id >= ${end})` };
};

const createdMs = "cast(date_part('epoch', created_at - timestamptz 'epoch') * 1000 as bigint)";

/** The condition of the index `dated_deliveries`, word for word. It compares the first 48 bits of an id, which are its time. */
const isDated = `uuid_send(id) < substring(int8send(${createdMs} - 60000) from 3)
                 or uuid_send(id) > substring(int8send(${createdMs} + 1001) from 3)`;
