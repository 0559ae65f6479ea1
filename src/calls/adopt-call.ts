import type { Context } from '../context.ts';
import type { Answer } from '../idempotency/claim.ts';
import { silentCallMs } from '../process/limits.ts';
import { callIds } from '../process/log.ts';
import { after } from '../process/time.ts';
import type { ProviderCall } from '../voice/voice-provider.ts';
import { type CallRow, findCall, isTerminal, type NewCall } from './calls.ts';
import { hangUp } from './hang-up.ts';
import type { Adopted } from './place-together.ts';

type Unplaced = Pick<NewCall, 'tenant_id' | 'id' | 'request_id' | 'trace'>;

/**
 * Records that the provider has the call. Its first callback may have come before its answer. A call that had to be looked for may
 * have missed callbacks meanwhile, so it is asked for at once (D-40). Null: the call was closed meanwhile.
 */
export async function adoptCall(
  context: Context,
  call: Unplaced,
  known: ProviderCall,
  { askAfterMs = silentCallMs, answer = null }: AdoptOptions = {},
): Promise<Adopted | null> {
  const now = context.clock.now();
  const adoption = { call, ...known, now, checkAt: after(now, askAfterMs), answer };
  const placed = (await context.together.placing.adopt(adoption)) ?? (await alreadyAdopted(context, call, known));
  if (!placed) return null;
  context.metrics.callsPlaced.inc({ result: 'placed' });
  // A caller asked to end the call while it was being placed. Where this fails, progress tries again.
  if (placed.end_requested_at !== null) await hangUpAsWished(context, call);
  return placed;
}

interface AdoptOptions {
  readonly askAfterMs?: number;
  /** The call's key answers this from now on. */
  readonly answer?: Answer | null;
}

async function hangUpAsWished(context: Context, { tenant_id, id }: Unplaced): Promise<void> {
  const call = await findCall(context.db.knex, tenant_id, id);
  if (call && !isTerminal(call.status)) await hangUp(context, call);
}

/** Adds what a callback does not tell: it has the call's id at the provider, but not how to reach the call. */
async function alreadyAdopted(context: Context, call: Unplaced, known: ProviderCall): Promise<Adopted | null> {
  const rows: CallRow[] = await context.db
    .knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id, provider_call_id: known.providerCallId })
    .update({ control_url: context.db.knex.raw('coalesce(control_url, ?)', [known.controlUrl]) })
    .returning('*');
  if (rows.length === 0)
    context.log.error(
      { ...callIds(call), providerCallId: known.providerCallId },
      'the provider accepted a call that stands otherwise here',
    );
  const [row] = rows;
  return row ? { ...row, isAnswered: false } : null;
}
