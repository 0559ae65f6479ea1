import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import type { webhooks } from '../contract/generated/operator.ts';
import { attempt, isSuccess, type Outcome } from '../dispatch/attempt.ts';
import { deadlines } from '../dispatch/deadlines.ts';
import { DeliveryAgent } from '../dispatch/delivery-agent.ts';
import { targetTo } from '../dispatch/endpoint-cache.ts';
import { uuidText } from '../events/delivery-id.ts';
import { deliveryTimeoutMs } from '../process/limits.ts';
import { after, minuteMs } from '../process/time.ts';
import { claimNotices, clearNotice, type Notice, type NoticeRow, noticeOf, recordNotice } from '../webhooks/notices.ts';

type NoticeBody = webhooks['endpoint.failing']['post']['requestBody']['content']['application/json'];

/**
 * Tells the operator of endpoints that keep failing or have recovered (D-205), each by one POST that is signed and guarded as a
 * delivery is. Returns how many endpoints it took. A notice is noted after the 2xx of the operator's address, so it comes at least once, and
 * under the same id where it comes again.
 */
export async function sendNoticesOnce(context: Context): Promise<number> {
  const { db, clock, config, guard } = context;
  if (config.notices === null) return 0;
  const retryAt = after(clock.realNow(), minuteMs);
  const rows = await claimNotices(db.knex, clock.realNow(), retryAt, batch);
  if (rows.length === 0) return 0;
  const agent = new DeliveryAgent(guard);
  try {
    await Promise.all(rows.map((row) => careFor(context, row, () => tell(context, agent, row, retryAt))));
  } finally {
    await agent.destroy();
  }
  return rows.length;
}

const batch = 20;
/** An endpoint whose notice has gone out is looked at again after this time. So one that flaps makes no more notices than this. */
const lookAgainMs = 5_000;

/** Handles one endpoint by itself: an error is logged, and the endpoint is due again by its claim. */
async function careFor({ log }: Context, { tenant_id: tenantId, id: endpointId }: NoticeRow, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, tenantId, endpointId }, 'the notice of an endpoint could not be handled; it is tried again in a minute');
  }
}

async function tell(context: Context, agent: DeliveryAgent, row: NoticeRow, retryAt: Date): Promise<void> {
  const { db, clock, log, metrics } = context;
  const notice = noticeOf(row);
  if (notice === null) {
    await clearNotice(db.knex, row, retryAt);
    return;
  }
  const outcome = await post(context, agent, row, notice);
  const isTold = isSuccess(outcome);
  metrics.operatorNotices.inc({ result: isTold ? 'told' : 'failed' });
  const about = { tenantId: row.tenant_id, endpointId: row.id, event: notice.event, failures: notice.failures };
  if (isTold) {
    await recordNotice(db.knex, row, notice, { retryAt, lookAt: after(clock.realNow(), lookAgainMs) });
    log.info(about, 'the operator was told of an endpoint');
  } else
    log.warn(
      { ...about, error: outcome.kind === 'answered' ? `HTTP ${outcome.status}` : outcome.message },
      'the operator could not be told of an endpoint; it is tried again in a minute',
    );
}

async function post({ config, clock }: Context, agent: DeliveryAgent, row: NoticeRow, notice: Notice): Promise<Outcome> {
  if (config.notices === null) throw new Error('There is no address for notices.');
  const { url, secret } = config.notices;
  const target = targetTo({ id: 'operator', version: 0, url, method: 'POST', headers: {}, standard_webhooks: false }, secret);
  return attempt(agent, deadlines(deliveryTimeoutMs), target, {
    deliveryId: noticeId(secret, row, notice),
    body: Buffer.from(JSON.stringify(bodyOf(row, notice, clock.now()))),
    timestampSeconds: Math.floor(clock.realNow().getTime() / 1_000),
  });
}

/** Makes the id of a notice, which is the same however often it is sent. */
function noticeId(secret: string, row: NoticeRow, { event, failures, failingSince }: Notice): string {
  const named = JSON.stringify([row.tenant_id, row.id, event, failures, failingSince.getTime()]);
  return uuidText(createHmac('sha256', secret).update(named).digest().subarray(0, 16), 8);
}

const bodyOf = (row: NoticeRow, { event, failures, failingSince }: Notice, now: Date): NoticeBody => ({
  event,
  timestamp: now.toISOString(),
  data: {
    tenant: { id: row.tenant_id, name: row.tenant_name },
    endpoint: { id: row.id, name: row.name, url: row.url },
    failures: failures as NoticeBody['data']['failures'],
    failingSince: failingSince.toISOString(),
    lastError: row.slowed_reason,
  },
});
