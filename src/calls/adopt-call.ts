import type { Context } from '../context.ts';
import type { Answer } from '../idempotency/claim.ts';
import { silentCallMs } from '../process/limits.ts';
import { callIds } from '../process/log.ts';
import { after } from '../process/time.ts';
import { type CallRow, findCall, isTerminal, type NewCall } from './calls.ts';
import { hangUp } from './hang-up.ts';
import type { Adopted } from './place-together.ts';

type Unplaced = Pick<NewCall, 'tenant_id' | 'id' | 'request_id' | 'trace'>;

/** What the provider has told of a call of ours. */
export interface KnownAtProvider {
  readonly providerCallId: string;
  readonly controlUrl: string | null;
}

/**
 * The provider has the call. Its first callback may have told us before its answer did; of a call that had to be looked
 * for, callbacks may have been missed meanwhile, so it is asked after at once. Null: the call was closed meanwhile.
 */
export async function adoptCall(
  context: Context,
  call: Unplaced,
  known: KnownAtProvider,
  { askAfterMs = silentCallMs, answer = null }: AdoptOptions = {},
): Promise<Adopted | null> {
  const now = context.clock.now();
  const adoption = { call, ...known, now, checkAt: after(now, askAfterMs), answer };
  const placed = (await context.together.placing.adopt(adoption)) ?? (await alreadyAdopted(context, call, known));
  if (!placed) return null;
  context.metrics.callsPlaced.inc({ result: 'placed' });
  // Somebody asked to end it while it was being placed. Where this fails, progress tries again.
  if (placed.end_requested_at !== null) await hangUpAsWished(context, call);
  return placed;
}

interface AdoptOptions {
  readonly askAfterMs?: number;
  /** What the call's key answers from now on. */
  readonly answer?: Answer | null;
}

async function hangUpAsWished(context: Context, { tenant_id, id }: Unplaced): Promise<void> {
  const call = await findCall(context.db.knex, tenant_id, id);
  if (call && !isTerminal(call.status)) await hangUp(context, call);
}

/** A callback knows the call's id at the provider, but not how to reach the call. */
async function alreadyAdopted(context: Context, call: Unplaced, known: KnownAtProvider): Promise<Adopted | null> {
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
