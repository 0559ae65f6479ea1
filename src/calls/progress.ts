import type { Context } from '../context.ts';
import { Unserved } from '../db/unserved.ts';
import { callIds } from '../process/log.ts';
import type { TraceContext } from '../process/trace-context.ts';
import { beginCallSpan } from '../tracing/call-span.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import { joinTrace } from '../tracing/request-span.ts';
import type { ProviderEvent } from '../voice/voice-provider.ts';
import { advanceCall, type CallNews, type ServiceTime, takesAnalysis } from './advance.ts';
import { readAnalysis } from './analysis.ts';
import { type CallRow, givenUp, isTerminal, lockCall, owesHangUp } from './calls.ts';
import { completeCall } from './complete-call.ts';
import { hangUp, hangUpGivenUp } from './hang-up.ts';
import { closeHold, showsOutcome } from './hold.ts';
import { findCallSpokenOf, saveCall } from './live-calls.ts';

/**
 * Applies the provider's events to the call. Callbacks and polls come here alike, twice, late and in any order; `advance.ts`
 * decides what they change. The terminal status is stored at once; outcome, transcript and extraction follow with the analysis.
 * When the call has everything, or its deadline passes, `complete-call.ts` publishes it, once.
 *
 * Each call has a transaction that locks and changes only its row. The extraction is checked before it; the provider is asked and
 * the call completed after it. Whatever a crash leaves undone after the commit stays due in the row.
 */
export async function applyProviderEvents(context: Context, events: readonly ProviderEvent[], about?: RequestAbout): Promise<void> {
  for (const told of byProviderCall(events).values()) {
    const [first] = told;
    const call = first && (await findCallSpokenOf(context.db.knex, first));
    if (call && about) tellAbout(context, about, call);
    if (first && call && isOfThisDial(call, first))
      await tellCall(context, call, told, about ? { by: 'callback', trace: about.span?.context } : { by: 'reconciler' });
    else
      context.log.warn(
        { providerCallId: first?.providerCallId, ...(call ? callIds(call) : { callId: first?.callId }) },
        'the provider speaks of a call that is none of ours',
      );
  }
}

function tellAbout(context: Context, about: RequestAbout, call: CallRow): void {
  about.callId = call.id;
  joinTrace(context, about, call.trace);
}

/** Says who brought an event: a callback of the provider, or the reconciler, which asked. `trace` is the event's position in the call's trace. */
interface Source {
  readonly by: 'callback' | 'reconciler';
  readonly trace?: TraceContext | null | undefined;
}

/** Applies an event to one call, whatever its source. */
export async function tellCall(
  context: Context,
  call: CallRow,
  events: readonly ProviderEvent[],
  { by, trace = call.trace }: Source,
): Promise<void> {
  const news = await Promise.all(events.map((event) => newsOf(context, call, event, trace)));
  const time = serviceTime(context);
  const step = await context.db.knex.transaction(async (trx) => {
    const before = await lockCall(trx, call.tenant_id, call.id);
    // Another dial may have been recorded since the call was found.
    if (!before || !events.every((event) => isOfThisDial(before, event))) return null;
    const after = endedBy(
      by,
      before,
      news.reduce((row, event) => advanceCall(row, event, time), before),
    );
    await saveCall(trx, before, after);
    if (showsOutcome(after) && !showsOutcome(before)) await closeHold(trx, context.config.pricing, after, time.now);
    return { before, after };
  });
  if (!step) return;
  record(context, step, events);
  await followUp(context, step, events, trace);
}

/** Notes in the row who brought the end. */
const endedBy = (by: Source['by'], before: CallRow, after: CallRow): CallRow =>
  !isTerminal(before.status) && isTerminal(after.status) ? { ...after, ended_by: by } : after;

interface Step {
  readonly before: CallRow;
  readonly after: CallRow;
}

function byProviderCall(events: readonly ProviderEvent[]): ReadonlyMap<string, readonly ProviderEvent[]> {
  const groups = new Map<string, ProviderEvent[]>();
  for (const event of events) groups.set(event.providerCallId, [...(groups.get(event.providerCallId) ?? []), event]);
  return groups;
}

/**
 * True where the event is of the dial that the row records. A second dial of one call would carry our id too, and its events would
 * belong to another telephone.
 */
const isOfThisDial = (call: CallRow, event: ProviderEvent): boolean =>
  call.provider_call_id === null || call.provider_call_id === event.providerCallId;

/**
 * Prepares an event. An analysis that the call can no longer use is not read, because reading it may take a quarter of a second of
 * a worker.
 */
async function newsOf(context: Context, call: CallRow, event: ProviderEvent, trace: TraceContext | null): Promise<CallNews> {
  if (event.kind !== 'analyzed') return event;
  const { providerCallId } = event;
  if (!takesAnalysis(call, event)) return { kind: 'recorded', providerCallId, recordingSource: event.recordingUrl, lacks: event.lacks };
  const span = beginCallSpan(context.tracing, { id: call.id, trace }, 'read analysis');
  const analysis = await readAnalysis(context.extractionWorkers, call, event);
  span?.end({
    'ringpost.call.outcome': analysis.outcome ?? undefined,
    'ringpost.extraction.fits': call.extraction_schema === null ? undefined : analysis.extractionError === null,
  });
  return { kind: 'analyzed', providerCallId, analysis };
}

const serviceTime = ({ clock }: Pick<Context, 'clock'>): ServiceTime => {
  const now = clock.now();
  return { now, offsetMs: now.getTime() - clock.realNow().getTime() };
};

function record(context: Context, { before, after }: Step, events: readonly ProviderEvent[]): void {
  if (before.status !== after.status)
    context.log.info(
      {
        ...callIds(after),
        tenantId: after.tenant_id,
        providerCallId: after.provider_call_id,
        // The member is not called `from`, because the log masks that name as a phone number.
        was: before.status,
        status: after.status,
        endedReason: after.ended_reason ?? undefined,
      },
      'a call moved on',
    );
  if (isTerminal(before.status) || !isTerminal(after.status)) return;
  context.metrics.callsEnded.inc({ status: after.status, by: after.ended_by ?? 'callback' });
  const ended = events.find((event) => event.kind === 'ended');
  if (ended?.disposition !== 'unknown') return;
  context.metrics.unknownEndedReason.inc();
  context.metrics.providerDrift.inc({ provider: context.voice.name, kind: 'ended_reason' }, ended.endedReason);
  context.log.warn(
    { ...callIds(after), endedReason: ended.endedReason },
    'the provider ended a call for a reason that the table does not know',
  );
}

/**
 * Does the work that follows a commit. An error here must not fail the callback: its event is committed, and the reconciler finds
 * the rest.
 */
async function followUp(context: Context, step: Step, events: readonly ProviderEvent[], trace: TraceContext | null): Promise<void> {
  try {
    await hangUpIfDue(context, step.after);
    // It waited at the provider for hours, and is answered after all.
    if (step.after.ended_reason === givenUp && events.some(({ kind }) => kind === 'answered')) await hangUpGivenUp(context, step.after);
    const due = step.after.completion_due_at;
    if (due !== null && due <= context.clock.now()) await completeCall(context, step.after, trace);
  } catch (error) {
    const isLate = error instanceof Unserved && error.reason === 'time';
    context.log[isLate ? 'warn' : 'error'](
      { err: error, ...callIds(step.after) },
      'a call moved on, but not all that follows was done; the reconciler does the rest',
    );
  }
}

/**
 * Hangs up a call whose caller wanted it ended before the provider could do so, or that was found after it had given its permit
 * back. `hangUp` makes sure that the provider is asked only once.
 */
export async function hangUpIfDue(context: Context, call: CallRow): Promise<void> {
  if (owesHangUp(call)) await hangUp(context, call);
}
