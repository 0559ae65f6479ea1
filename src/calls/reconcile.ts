import type { Context } from '../context.ts';
import { maxCallMs, silentCallMs, unknownFateCheckMs } from '../process/limits.ts';
import { callIds, type LoggedCall } from '../process/log.ts';
import { after, minuteMs } from '../process/time.ts';
import type { ProviderEvent } from '../voice/voice-provider.ts';
import { type CallRow, findCall, givenUp, isTerminal } from './calls.ts';
import { completeCall } from './complete-call.ts';
import { hangUpGivenUp } from './hang-up.ts';
import { type CheckGaps, checkNoLaterThan, claimCallsToCheck, claimCallsToComplete, stopChecking } from './live-calls.ts';
import { applyProviderEvents, hangUpIfDue, tellCall } from './progress.ts';
import { type Fate, findOutFate, isTooEarly } from './unknown-fate.ts';

/**
 * Brings every accepted call to an end, though callbacks get lost and processes die. It takes one small batch of due calls. Silent calls
 * are asked for at the provider, and the answer is applied like a callback; calls of unknown fate are looked for and never dialled; calls
 * past the longest duration are failed. It returns how many calls it took.
 *
 * A claim moves the due time ahead and commits before the provider is asked, so no transaction is open over the network, and a
 * crash anywhere leaves the call due again.
 */
export async function reconcileOnce(context: Context): Promise<number> {
  const now = context.clock.now();
  const silent = await claimCallsToCheck(context.db.knex, now, gaps, batch);
  await Promise.all(silent.map((call) => careFor(context, call, () => check(context, call, now))));
  return silent.length;
}

/** Publishes a small batch of ended calls without the analysis or the recording that is overdue, and returns how many it took. */
export async function completeOverdueOnce(context: Context): Promise<number> {
  const overdue = await claimCallsToComplete(context.db.knex, context.clock.now(), completeAgainMs, batch);
  for (const call of overdue) await careFor(context, call, () => completeCall(context, call));
  return overdue.length;
}

const batch = 20;

/**
 * The provider counts the longest call from the answer, the service counts from the ringing, and the report of the end takes time.
 * Giving up at the same moment would hang up a call that ends by itself.
 */
const giveUpAfterMs = maxCallMs + 5 * minuteMs;

const gaps: CheckGaps = {
  liveMs: silentCallMs,
  /** A call may be two hours long. Its end is noticed at most this late where every callback is lost. */
  longestMs: 15 * minuteMs,
  unplacedMs: unknownFateCheckMs,
  endedMs: 15_000,
  oldestMs: giveUpAfterMs,
};
const completeAgainMs = 30_000;

/** Handles one call by itself: an error is logged, and the call is due again by its claim. */
async function careFor(context: Context, call: LoggedCall, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.log.error({ err: error, ...callIds(call) }, 'a call could not be reconciled; it is tried again');
  }
}

async function check(context: Context, call: CallRow, now: Date): Promise<void> {
  const fate = await findOutFate(context, call);
  if (call.placement === 'placed') await askAfter(context, call);
  const later = await findCall(context.db.knex, call.tenant_id, call.id);
  if (!later) return;
  if (isTerminal(later.status)) {
    if (isTooOld(later, now)) await stopChecking(context.db.knex, later);
  } else if (!isTooOld(later, now)) await hangUpIfDue(context, later);
  else if (!isDecidedSoon(context, call, fate, later)) await giveUp(context, later);
}

/**
 * True where the next check can say what became of a call that is too old, because all processes were away, or a sandbox's clock was
 * moved: it was found just now, its dialler is at work, or the provider has denied it and has to be asked once more.
 */
const isDecidedSoon = ({ clock }: Context, before: CallRow, fate: Fate, later: CallRow): boolean =>
  before.placement !== 'placed' &&
  (fate === 'placed' || fate === 'busy' || later.absent_lookups > before.absent_lookups || isTooEarly(later, clock.realNow()));

async function askAfter(context: Context, call: CallRow): Promise<void> {
  if (call.provider_call_id === null) return;
  const answer = await context.voice.snapshot({ providerCallId: call.provider_call_id, controlUrl: call.control_url, trace: call.trace });
  if (answer.kind === 'events') return applyProviderEvents(context, answer.events);
  const raw = answer.kind === 'unreachable' ? answer.raw : undefined;
  context.log.warn({ ...callIds(call), answer: answer.kind, raw }, 'the provider could not say how a call stands');
  // The gap grows for calls that say nothing new, and what this one would say is not known.
  if (answer.kind === 'unreachable') await checkNoLaterThan(context.db.knex, call, after(context.clock.now(), gaps.liveMs));
}

/** A call whose events are out is asked for what they lack as long after that as a call may last. */
const isTooOld = ({ completed_event_at, started_at, created_at }: CallRow, now: Date): boolean =>
  now.getTime() - (completed_event_at ?? started_at ?? created_at).getTime() >= giveUpAfterMs;

/** Fails a call that is past the longest duration, whatever the provider says. If it is still talking, it is hung up. */
async function giveUp(context: Context, call: CallRow): Promise<void> {
  await hangUpGivenUp(context, call);
  const at = context.clock.realNow();
  const ended: ProviderEvent = {
    kind: 'ended',
    providerCallId: call.provider_call_id ?? '',
    tenantId: call.tenant_id,
    callId: call.id,
    at,
    disposition: 'lost',
    endedReason: givenUp,
    answeredAt: null,
    endedAt: at,
  };
  await tellCall(context, call, [ended], { by: 'reconciler' });
}
