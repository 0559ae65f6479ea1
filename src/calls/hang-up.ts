import type { Context } from '../context.ts';
import { endAgainMs, hangUpLapseMs } from '../process/limits.ts';
import { callIds } from '../process/log.ts';
import { after, before } from '../process/time.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import { type CallRow, liveStatuses } from './calls.ts';
import { checkNoLaterThan } from './live-calls.ts';

/**
 * Asks the provider to hang up, once before the answer and once after it. `end_sent_at` is set before the request and cleared where
 * the request failed and where the call is answered. A process that dies in between leaves it set, so on a live call it lapses after
 * a minute. Where the provider did not take it, progress looks again in seconds.
 *
 * `remembered`: the provider cannot hang up yet, because it has not dialled or the call is not answered. `end_requested_at` stays
 * set, and progress calls this function again (D-39). `unreachable` is also the answer at the deadline of a request, and hanging up goes
 * on.
 */
export const hangUp = async (context: Context, call: CallRow, trace = call.trace): Promise<HungUp> =>
  (await byDeadline(context, askToHangUp(lastingContext(context), call, trace))) ?? 'unreachable';

type HungUp = 'ending' | 'remembered' | 'unreachable';

/** Asks the provider once to hang up a call that counts as ended here: it was given up, and nobody would hear what is said. */
export async function hangUpGivenUp(context: Context, call: CallRow): Promise<void> {
  const { provider_call_id: providerCallId, control_url: controlUrl, trace } = call;
  if (providerCallId === null) return;
  const asked = context.voice.end({ providerCallId, controlUrl, trace });
  await byDeadline(
    context,
    asked.catch(() => 'unreachable'),
  );
}

async function askToHangUp(context: Context, call: CallRow, trace: CallRow['trace']): Promise<HungUp> {
  if (call.provider_call_id === null) return 'remembered';
  const sentAt = await claimHangUp(context, call);
  if (!sentAt) {
    await checkNoLaterThan(context.db.knex, call, after(context.clock.now(), hangUpLapseMs));
    return 'ending';
  }
  const answer = await context.voice
    .end({ providerCallId: call.provider_call_id, controlUrl: call.control_url, trace })
    .catch((error: unknown) => {
      context.log.error({ err: error, ...callIds(call) }, 'the provider could not be asked to hang up');
      return 'unreachable' as const;
    });
  if (answer === 'ending' || answer === 'already_ended') return 'ending';
  await giveBack(context, call, sentAt);
  return answer === 'not_yet' ? 'remembered' : 'unreachable';
}

/** The call is asked for again when the claim lapses, so that a call whose end was asked for does not talk on. */
async function claimHangUp(context: Context, call: CallRow): Promise<Date | null> {
  const realNow = context.clock.realNow();
  const lapsed = before(realNow, hangUpLapseMs);
  const { knex } = context.db;
  const taken = await knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id })
    .whereIn('status', liveStatuses)
    .andWhere((either) => either.whereNull('end_sent_at').orWhere('end_sent_at', '<=', lapsed))
    .update({ end_sent_at: realNow, check_at: knex.raw('least(check_at, ?)', [after(context.clock.now(), hangUpLapseMs)]) });
  return taken === 1 ? realNow : null;
}

/** The call is asked for again in seconds. One that has ended meanwhile keeps its time, or has none. */
async function giveBack({ db: { knex }, clock }: Context, call: CallRow, sentAt: Date): Promise<void> {
  const checkAt = after(clock.now(), endAgainMs);
  await knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id, end_sent_at: sentAt })
    .update({ end_sent_at: null, check_at: knex.raw('case when ended_at is null then least(check_at, ?) else check_at end', [checkAt]) });
}
