import { uuidOf } from '../process/identifiers.ts';
import { maxEventAgeMs, maxEventLeadMs } from '../process/limits.ts';
import { after, hourMs } from '../process/time.ts';

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
  /** Absent: the statement derives the ids from the times, again for each week that it opens. */
  readonly ids?: IdsOfSpan;
}

/** The ids of a span's deliveries are in a range, and those of dated ones in a wider one. */
export interface IdsOfSpan {
  readonly from: string;
  readonly datedFrom: string;
  /** Both are absent if the span has no end. */
  readonly to?: string;
  readonly datedTo?: string;
}

export const createdIn = (columns: string, span: CreatedIn): string => {
  const ids = comparedIds(idsIn(span));
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
  const all = idsIn(span);
  const ids = comparedIds({ ...all, from: 'ids.first' });
  return `
         select ${columns}
           from (select greatest(${all.from}, ${idsIn({ from: 'min(created_at)' }).from}) as first
                   from (select created_at
                           from webhook_deliveries
                          where ${isInSpan(span)}
                            and ${comparedIds(all).these}
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
export const canBeIn = (span: Span): string => {
  const { datedFrom, datedTo } = idsIn(span);
  return `id >= ${datedFrom}${datedTo === undefined ? '' : ` and id < ${datedTo}`}`;
};

/** Returns the ids of a span that is known before the statement runs. */
export const idsOfSpan = (start: Date, end: Date): Required<IdsOfSpan> => ({
  from: uuidOf(after(start, margins.from)),
  datedFrom: uuidOf(after(start, margins.datedFrom)),
  to: uuidOf(after(end, margins.to)),
  datedTo: uuidOf(after(end, margins.datedTo)),
});

/** From the edges of a span to those of the times in its ids, in milliseconds. The hour is for the request that reported the event. */
const margins = { from: -61_000, datedFrom: -(maxEventAgeMs + hourMs), to: 2_000, datedTo: maxEventLeadMs + hourMs };

type Span = Pick<CreatedIn, 'from' | 'to' | 'ids'>;

export const isInSpan = ({ tenantId, from, to, wanted }: CreatedIn): string =>
  `tenant_id = ${tenantId} and created_at >= ${from} ${to === undefined ? '' : `and created_at < ${to}`} and ${wanted}`;

const idsIn = ({ from, to, ids }: Span): IdsOfSpan =>
  ids ?? {
    from: leastId(from, margins.from),
    datedFrom: leastId(from, margins.datedFrom),
    ...(to !== undefined && { to: leastId(to, margins.to), datedTo: leastId(to, margins.datedTo) }),
  };

/** Returns SQL that is null if the time is. */
const leastId = (time: string, marginMs: number): string => `least_uuid_at(${time} + interval '${marginMs / 1_000} seconds')`;

/** The conditions on ids of deliveries of the span that are not dated, and on all others. */
const comparedIds = ({ from, to }: IdsOfSpan): { readonly these: string; readonly others: string } =>
  to === undefined
    ? { these: `id >= ${from}`, others: `id < ${from}` }
    : { these: `id >= ${from} and id < ${to}`, others: `(id < ${from} or id >= ${to})` };

const createdMs = "cast(date_part('epoch', created_at - timestamptz 'epoch') * 1000 as bigint)";

/** The condition of the index `dated_deliveries`, word for word. It compares the first 48 bits of an id, which are its time. */
const isDated = `uuid_send(id) < substring(int8send(${createdMs} - 60000) from 3)
                 or uuid_send(id) > substring(int8send(${createdMs} + 1001) from 3)`;
