import type { Context } from '../context.ts';
import { providerUnreachable } from '../errors.ts';
import type { ReferencedCall } from '../restores/lost-calls.ts';
import type { ListedCall } from '../voice/voice-provider.ts';
import { knownCallIds } from './calls.ts';
import { findOwner, takeBack } from './take-back.ts';

export interface AdoptedCalls {
  readonly known: number;
  /**
   * How many are of others, or may be: the service did not place them, their tenant lives in another cell, or the provider does not say
   * whose they are.
   */
  readonly foreign: number;
  readonly lost: readonly LostCall[];
}

export interface LostCall {
  readonly callId: string;
  readonly tenantId: string;
  readonly fate: 'adopted' | 'hung_up' | 'not_hung_up' | 'over';
}

interface Adoption {
  readonly dryRun: boolean;
  /** Tells of a tenant if it has moved since, and another cell goes on with its calls. */
  livesElsewhere(tenantId: string): Promise<boolean>;
}

/**
 * Takes back the calls that the provider has made since a time and that the database does not know (D-210). Those that cannot be
 * anybody's any more are hung up; those that are or may be another cell's, and of a tenant that lives there by now, are left alone.
 * Throws `provider_unreachable` before anything is done.
 */
export async function adoptLostCalls(context: Context, since: Date, { dryRun, livesElsewhere }: Adoption): Promise<AdoptedCalls> {
  const listed = await context.voice.listCalls(since, context.clock.realNow());
  if (listed.kind === 'unreachable') {
    context.log.warn({ raw: listed.raw }, 'the provider could not list its calls');
    throw providerUnreachable();
  }
  const ours = listed.calls.flatMap((call) =>
    call.callId === null || isOfAnotherCell(context, call) ? [] : [{ call, callId: call.callId }],
  );
  const known = await knownCallIds(
    context.db.knex,
    ours.map(({ call, callId }) => ({ tenantId: call.reference?.tenantId ?? null, callId })),
  );
  const lost: LostCall[] = [];
  let away = 0;
  for (const { call, callId } of ours) {
    if (known.has(callId)) continue;
    if (!hasReference(call) || (await livesElsewhere(call.reference.tenantId))) {
      away += 1;
      continue;
    }
    const fate = await fateOf(context, call, dryRun);
    lost.push({ callId, tenantId: call.reference.tenantId, fate });
    // The provider may have two calls of one id.
    if (fate === 'adopted' && !dryRun) known.add(callId);
  }
  return { known: ours.length - lost.length - away, foreign: listed.calls.length - ours.length + away, lost };
}

async function fateOf(context: Context, call: ReferencedCall, dryRun: boolean): Promise<LostCall['fate']> {
  if (dryRun ? await findOwner(context, call) : await takeBack(context, call, null)) return 'adopted';
  if (call.isOver) return 'over';
  if (dryRun) return 'hung_up';
  const end = await context.voice.end({ providerCallId: call.providerCallId, controlUrl: call.controlUrl });
  return end === 'ending' ? 'hung_up' : end === 'already_ended' ? 'over' : 'not_hung_up';
}

/** Cells share the provider's account. What another cell has placed is known there, and is under way. */
const isOfAnotherCell = ({ config }: Pick<Context, 'config'>, { reference }: ListedCall): boolean =>
  (reference?.cell ?? config.cell) !== config.cell;

const hasReference = (call: ListedCall): call is ReferencedCall => call.reference !== null;
