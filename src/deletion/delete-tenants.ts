import { endLiveCalls } from '../calls/end-live-calls.ts';
import type { Context } from '../context.ts';
import { after, before, minuteMs } from '../process/time.ts';
import { isAnyFetched } from '../recordings/recordings.ts';
import { type DeletedTenant, endDeletionLease, leaseDeletion, listDeletedTenants } from '../tenants/deletion.ts';
import { findNumberOfOther, listPhoneNumbers } from '../tenants/phone-numbers.ts';
import { giveUpTexts, isLookedPast } from '../texts/looks-for-texts.ts';
import { switchEndpointsOff } from '../webhooks/endpoints.ts';
import { removeAllOf } from './remove-all-of.ts';

/**
 * Removes everything of the tenants that were deleted through the operator API, and returns how many are gone now. Each
 * first gets half a minute, in which its calls are hung up and requests and attempts that had begun come to their end, and longer
 * where a recording is being fetched, a call goes on, or another tenant has its number. A removal that dies on the way continues when its lease has ended.
 */
export async function deleteTenantsOnce(context: Context, tenantsAtOnce = 100): Promise<number> {
  const now = context.clock.realNow();
  let gone = 0;
  for (const tenant of await listDeletedTenants(context.db.knex, { now, limit: tenantsAtOnce }))
    if (await deleteOne(context, tenant)) gone++;
  return gone;
}

/** Processes trust a cached key for three seconds. What was admitted before that has ended well within the rest. */
const leastWaitMs = 30_000;
/** A call may only be hung up once it is answered. One that the provider cannot be asked about does not stop the deletion. */
const longestWaitForCallsMs = 5 * minuteMs;
/** A removal that takes longer continues: a second process beside it finds less to remove. */
const leaseMs = 10 * minuteMs;
const leaseAt = (now: Date) => ({ now, until: after(now, leaseMs) });
/** A store that refuses everything would be asked thousands of times in a minute. */
const nextTryMs = minuteMs;

/** A failure is logged and does not keep the other tenants from going. Returns whether the tenant is gone. */
async function deleteOne(context: Context, { id: tenantId, deleting_since }: DeletedTenant): Promise<boolean> {
  const { texts, db } = context;
  const { knex } = db;
  let until: Date | null = null;
  const isOlderThan = (ms: number): boolean => deleting_since <= before(context.clock.realNow(), ms);
  try {
    // A key that was still trusted may have made an endpoint or placed a call meanwhile.
    await switchEndpointsOff(knex, tenantId);
    const liveCalls = await endLiveCalls(context, tenantId);
    if (!isOlderThan(leastWaitMs) || (liveCalls > 0 && !isOlderThan(longestWaitForCallsMs))) return false;
    if (await findNumberOfOther(knex, tenantId, await listPhoneNumbers(knex, tenantId))) {
      // A text that it has received would be taken for a lost one of the other tenant, if it were listed when its row is gone (D-269).
      const now = context.clock.realNow();
      if (!texts.isReady) await giveUpTexts(knex, deleting_since, now);
      else if (!(await isLookedPast(knex, texts.name, deleting_since))) {
        // Until the next look it keeps no other tenant from its turn.
        await leaseDeletion(knex, tenantId, { now, until: after(now, nextTryMs) });
        return false;
      }
    }
    // What a process that dies has stored of it would stay. Nothing of the tenant is fetched anew, so this lasts two minutes at most.
    if (await isAnyFetched(context.db.engine, tenantId, context.clock.now())) return false;
    const lease = leaseAt(context.clock.realNow());
    if (!(await leaseDeletion(knex, tenantId, lease))) return false;
    ({ until } = lease);
    if (liveCalls > 0) context.log.warn({ tenantId, liveCalls }, 'a tenant is deleted while calls of it may go on at the provider');
    const { rows, recordings } = await removeAllOf(context, tenantId, { recordings: 'remove' });
    context.log.info({ tenantId, rows: Object.fromEntries(rows), recordings }, 'a tenant is deleted');
    return true;
  } catch (error) {
    context.log.error({ err: error, tenantId }, 'the deletion of a tenant failed; it is tried again');
    if (until) await endDeletionLease(knex, tenantId, { until, at: after(context.clock.realNow(), nextTryMs) });
    return false;
  }
}
