import type { Knex } from 'knex';
import { listEntries } from '../audit/audit-log.ts';
import { adoptLostCalls } from '../calls/adopt-lost-calls.ts';
import type { Context } from '../context.ts';
import { invalidMembers } from '../contract/problems.ts';
import type { OperatorOperation } from '../operation.ts';
import { before, dayMs } from '../process/time.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import * as restores from '../restores/restores.ts';
import { findTenant } from '../tenants/tenants.ts';
import { momentOf } from './moment.ts';

export const markRestored: OperatorOperation<'markRestored'> = async (context, { body }) => {
  const restore = await restores.markRestored(context, recent(context, 'lostFrom', body.lostFrom));
  await context.lostCalls.refresh();
  return { status: 201, body: { restore: restoreView(restore) } };
};

export const listRestores: OperatorOperation<'listRestores'> = async (context) => ({
  status: 200,
  body: { restores: (await restores.listRestores(context.db.knex, 100)).map(restoreView) },
});

export const adoptCalls: OperatorOperation<'adoptCalls'> = async (context, { body }) => {
  // From the first call on something was done, which a failure of the request's connections would deny.
  const lasting = lastingContext(context);
  const adopting = adoptLostCalls(lasting, recent(context, 'since', body.since), {
    dryRun: body.dryRun ?? false,
    livesElsewhere: (tenantId) => livesElsewhere(lasting.db.knex, tenantId),
  });
  const adopted = await byDeadline(context, adopting);
  if (adopted === null) throw new Error('taking calls back takes longer than its request may, and goes on');
  const { known, foreign, lost } = adopted;
  return { status: 200, body: { known, foreign, calls: [...lost] } };
};

/** After the removal of a moved tenant's copy only the audit log knows of the tenant. */
async function livesElsewhere(sql: Knex, tenantId: string): Promise<boolean> {
  const tenant = await findTenant(sql, tenantId);
  if (tenant) return tenant.frozen_at !== null;
  const removals = await listEntries(sql, { tenantId, operation: 'ringpost tenant remove', since: null, after: null, limit: 1 });
  return removals.length > 0;
}

/** A call that its tenant's retention has deleted must not come back: the shortest retention is 30 days (D-211). */
const longestAgoMs = 30 * dayMs;

/** Reads a time of the last 30 days. Throws `invalid_request`. */
function recent({ clock }: Context, name: string, value: string): Date {
  const [time, now] = [momentOf(value, `/body/${name}`), clock.realNow()];
  if (time >= before(now, longestAgoMs) && time <= now) return time;
  throw invalidMembers([{ path: `/body/${name}`, message: 'must be within the last 30 days' }]);
}

const restoreView = ({ id, lostFrom, lostUntil, cause }: restores.Restore) => ({
  id,
  lostFrom: lostFrom.toISOString(),
  lostUntil: lostUntil.toISOString(),
  cause,
});
