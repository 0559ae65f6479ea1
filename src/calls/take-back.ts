import { findAgent } from '../agents/agents.ts';
import type { Context } from '../context.ts';
import type { Claim } from '../idempotency/claim.ts';
import { nameCall } from '../idempotency/idempotency-keys.ts';
import { before } from '../process/time.ts';
import type { ReferencedCall } from '../restores/lost-calls.ts';
import { findNumberOfProvider } from '../tenants/phone-numbers.ts';
import { findTenant } from '../tenants/tenants.ts';
import { holdWhatThereIs } from '../tenants/wallet.ts';
import type { CallRow } from './calls.ts';
import { holdOf } from './hold.ts';
import { isE164 } from './phone-number.ts';

/** What only the request knows that placed a call. The provider is not told of it. */
export type AskedByTenant = Pick<CallRow, 'api_key_id' | 'variables' | 'metadata' | 'known_consent' | 'consent_record_id' | 'request_id'>;

export interface Repeated {
  readonly claim: Claim;
  readonly asked: AskedByTenant;
}

/**
 * Makes a call that the provider has, and a restore of the database has lost, a call of its tenant again: with its id, a permit even if
 * all are taken, and a hold of as much as there is, because it is under way. The provider is asked for it at once, and its end is
 * reported like any other. `repeated` is the request that placed it, if that came again. False: its tenant, agent or number is gone.
 */
export async function takeBack(context: Context, call: ReferencedCall, repeated: Repeated | null): Promise<boolean> {
  const { callId, tenantId } = call.reference;
  const found = await findOwner(context, call);
  if (!found) return false;
  const holdMicros = holdOf(context.config.pricing, found.tenant);
  await context.db.knex.transaction(async (trx) => {
    await trx('calls').insert(found.row).onConflict(['tenant_id', 'id']).ignore();
    if (holdMicros !== null) await holdWhatThereIs(trx, tenantId, callId, holdMicros, found.row.created_at);
    if (!repeated) return;
    await trx('calls').where({ tenant_id: tenantId, id: callId, completed_event_at: null }).update(repeated.asked);
    await nameCall(trx, repeated.claim, callId);
  });
  return true;
}

/** Finds whose call it is, and returns the tenant and the call's row. Null: its tenant, agent or number is gone. */
export async function findOwner({ db: { knex }, clock }: Pick<Context, 'db' | 'clock'>, call: ReferencedCall) {
  const { callId, tenantId, agentId } = call.reference;
  const tenant = await findTenant(knex, tenantId);
  const agent = tenant && (await findAgent(knex, tenantId, agentId));
  const number = agent && call.providerNumberId !== null ? await findNumberOfProvider(knex, tenantId, call.providerNumberId) : undefined;
  if (!tenant || tenant.deleting_since !== null || !agent || !number || call.to === null || !isE164(call.to)) return null;
  const [now, realNow] = [clock.now(), clock.realNow()];
  const placedAt = before(now, Math.max(0, realNow.getTime() - (call.createdAt ?? realNow).getTime()));
  const row = {
    id: callId,
    tenant_id: tenantId,
    agent_id: agentId,
    phone_number: call.to,
    from_phone_number_id: number.id,
    from_phone_number: number.phone_number,
    created_at: placedAt,
    started_at: placedAt,
    variables: JSON.stringify(call.variables),
    metadata: '{}',
    known_consent: false,
    extraction_schema: agent.extraction_schema,
    active_outcomes: agent.active_outcomes,
    qualifying_outcomes: agent.qualifying_outcomes,
    placement: 'placed',
    provider_call_id: call.providerCallId,
    control_url: call.controlUrl,
    dial_sent_at: call.createdAt ?? realNow,
    check_at: now,
  };
  return { row, tenant };
}
