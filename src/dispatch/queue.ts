import type { Pool } from 'pg';
import type { Database } from '../db/database.ts';
import { deleteWithoutEndpoint } from '../deliveries/unfinished.ts';
import { poisonClaims } from '../process/limits.ts';
import { ClaimCursor } from './claim-cursor.ts';
import { type HeldDelivery, heldFrom, isReplayed, type LeasedRow } from './held-delivery.ts';
import type { Lease } from './lease.ts';

/**
 * Uses the delivery table as a queue. A claim leases due deliveries to a worker (`worker`, `lease_until`) and sets `due_at` ahead
 * by the length of the lease. The deliveries of a dead worker are claimed again when both times have passed: `due_at` in service
 * time, and the lease in real time, because the sandbox's clock may step over it while the worker lives (`D-68`).
 *
 * A delivery that was handed over at its insertion has no `due_at` until a sweep finds that its lease has ended (`sweep.ts`).
 *
 * `lease` counts the claims that ended in an attempt or in the death of a worker. Giving a delivery back untried takes its claim
 * off the count, and a renewal by the same worker is not counted. Together with `worker` it is a fence: a worker that has lost
 * its lease cannot write a failure over another worker's result.
 *
 * `claim`, `release` and `recordOutcomes` (record-outcomes.ts) are the whole interface, so that workers could own shards instead.
 */
export interface Queue {
  claim(wanted: ClaimRequest): Promise<ClaimedDeliveries>;
  /** Gives deliveries back untried. Each is due again at its `dueAt`. */
  release(deliveries: readonly Returned[]): Promise<void>;
}

export interface ClaimRequest {
  readonly now: Date;
  readonly realNow: Date;
  readonly lease: Lease;
  readonly limit: number;
  /** The endpoints that have all they can take. */
  readonly except: readonly string[];
  /** The deliveries that this worker still has in hand although their leases have lapsed. Claiming them renews their claims. */
  readonly held: readonly string[];
}

export interface ClaimedDeliveries {
  readonly ready: readonly HeldDelivery[];
  /** The deliveries whose endpoint or trigger is switched off. */
  readonly inactive: readonly HeldDelivery[];
  /** The deliveries that were claimed again and again without an outcome. */
  readonly poison: readonly HeldDelivery[];
  /** The number of claimed deliveries that were under a lease that had lapsed. */
  readonly lapsed: number;
}

export interface Returned {
  readonly delivery: Pick<HeldDelivery, 'tenantId' | 'id' | 'lease'>;
  readonly dueAt: Date;
  /** True if the claim stays on the count. This is so for poison that rests. */
  readonly keepsClaim?: boolean;
  /** True if the tenant is shown `dueAt` as the time of the next attempt. */
  readonly isPutOff?: boolean;
}

export function deliveryQueue({ engine }: Pick<Database, 'engine'>, worker: string, elapsedMs = () => performance.now()): Queue {
  const cursor = new ClaimCursor();
  return {
    async claim({ now, realNow, lease, limit, except, held: inHand }) {
      const begunMs = elapsedMs();
      const from = cursor.begin(begunMs);
      const values = [now, except, limit, lease.dueAgainAt, worker, from ?? '-infinity', inHand, realNow, lease.until];
      const { rows } = await engine.query<ClaimedRow>({ name: 'claim-deliveries', text: claimStatement, values });
      const dueAt = rows.map((row) => row.was_due_at);
      cursor.end({ from, begunMs, endedMs: elapsedMs(), now, limit, hasSkipped: except.length > 0, dueAt });
      if (rows.length === 0) return { ready: [], inactive: [], poison: [], lapsed: 0 };
      const contents = await readContents(engine, rows);
      await deleteWithoutEndpoint(
        engine,
        rows.flatMap(({ tenant_id: tenantId, id }) => (contents.has(id) ? [] : [{ tenantId, id }])),
      );
      const held = rows.flatMap((row) => {
        const content = contents.get(row.id);
        return content
          ? [{ row, content, delivery: heldFrom({ ...row, ...content }, { dueAt: row.was_due_at, leaseUntil: lease.until }) }]
          : [];
      });
      const poison = held.filter(({ row }) => isPoison(row));
      const rest = held.filter(({ row }) => !isPoison(row));
      return {
        ready: rest.filter(isActive).map(({ delivery }) => delivery),
        inactive: rest.filter((each) => !isActive(each)).map(({ delivery }) => delivery),
        poison: poison.map(({ delivery }) => delivery),
        lapsed: rows.filter((row) => row.held_before).length,
      };
    },

    async release(deliveries) {
      if (deliveries.length === 0) return;
      const sorted = deliveries.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1));
      const values = [
        sorted.map(({ delivery }) => delivery.id),
        sorted.map(({ delivery }) => delivery.lease),
        sorted.map(({ dueAt }) => dueAt.toISOString()),
        sorted.map(({ keepsClaim }) => (keepsClaim ? 0 : 1)),
        worker,
        sorted.map(({ delivery }) => delivery.tenantId),
        sorted.map(({ isPutOff = false }) => isPutOff),
      ];
      await engine.query({ name: 'release-deliveries', text: releaseStatement, values });
    },
  };
}

interface ClaimedRow extends Omit<LeasedRow, ContentColumn> {
  readonly was_due_at: Date;
  readonly held_before: boolean;
}

/** Endpoints are left out by `not in (select …)`, which is answered from a hash table; `<> all` compares each delivery with each of them. */
const claimStatement = `
  with due as (
         select tenant_id, id, due_at, worker
           from webhook_deliveries
          where due_at <= $1
            and due_at >= $6
            and endpoint_id not in (select unnest($2::text[]))
            and (worker is null or lease_until is null or lease_until <= $8)
          order by due_at
          limit $3
            for update skip locked)
  update webhook_deliveries d
     set due_at = $4, lease_until = $9, lease = d.lease + case when d.id = any ($7::uuid[]) and due.worker = $5 then 0 else 1 end, worker = $5
    from due
   where d.tenant_id = due.tenant_id
     and d.id = due.id
  returning d.id, d.tenant_id, d.event_id, d.endpoint_id, d.trigger_id, d.event_type, d.attempts, d.cycle_attempt, d.lease,
            due.due_at as was_due_at, due.worker is not null as held_before`;

type ContentColumn = 'body' | 'dedupe_key' | 'trace' | 'endpoint_version';

interface Content extends Pick<LeasedRow, 'id' | ContentColumn> {
  readonly endpoint_active: boolean;
  readonly trigger_active: boolean;
}

const isActive = ({ content, delivery }: { readonly content: Content; readonly delivery: HeldDelivery }): boolean =>
  content.endpoint_active && (content.trigger_active || isReplayed(delivery));

/**
 * The deletion of a trigger stops new events only, so its deliveries are still sent. The deletion of an endpoint deletes its
 * deliveries.
 */
const contentsStatement = `
  select claimed.id, v.body, v.dedupe_key, v.trace, e.version as endpoint_version, e.is_active as endpoint_active,
         coalesce(t.is_active, true) as trigger_active
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as claimed (id, event_id, endpoint_id, trigger_id, tenant_id)
    join webhook_events v on v.tenant_id = claimed.tenant_id and v.id = claimed.event_id
    join webhook_endpoints e on e.tenant_id = claimed.tenant_id and e.id = claimed.endpoint_id
    left join automation_triggers t on t.tenant_id = claimed.tenant_id and t.id = claimed.trigger_id`;

async function readContents(engine: Pool, claimed: readonly ClaimedRow[]): Promise<ReadonlyMap<string, Content>> {
  const values = [
    claimed.map((row) => row.id),
    claimed.map((row) => row.event_id),
    claimed.map((row) => row.endpoint_id),
    claimed.map((row) => row.trigger_id),
    claimed.map((row) => row.tenant_id),
  ];
  const { rows } = await engine.query<Content>({ name: 'read-delivery-contents', text: contentsStatement, values });
  return new Map(rows.map((row) => [row.id, row]));
}

/** A delivery is poison at every twentieth claim without an outcome. It is attempted again in between. */
const isPoison = (row: ClaimedRow): boolean => (row.lease - row.attempts) % poisonClaims === 0 && row.lease > row.attempts;

const releaseStatement = `
  update webhook_deliveries d
     set due_at = returned.due_at,
         next_retry_at = case when returned.is_put_off then returned.due_at else d.next_retry_at end,
         lease = d.lease - returned.claims,
         worker = null
    from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::integer[], $6::text[], $7::boolean[])
           as returned (id, lease, due_at, claims, tenant_id, is_put_off)
   where d.tenant_id = returned.tenant_id
     and d.id = returned.id
     and d.lease = returned.lease
     and d.worker = $5
     and d.finished_at is null`;
