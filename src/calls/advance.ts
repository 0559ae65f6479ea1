import { analysisDeadlineMs, clockSkewMs, endAgainMs, maxCallMs, silentCallMs } from '../process/limits.ts';
import { after, before, earliest, latest } from '../process/time.ts';
import type { ProviderEvent } from '../voice/voice-provider.ts';
import type { Analysis } from './analysis.ts';
import { type CallRow, isErased, isQualified, isTerminal, owesHangUp, type TerminalStatus } from './calls.ts';
import { endingOf } from './ending.ts';
import { showsOutcome } from './hold.ts';

/**
 * Computes a call's next state from its row and an event. Events come twice, late and out of order. So the status only moves
 * forward (queued, ringing, in-progress, one terminal), the first terminal status stands, and a later event may only fill values
 * that are still unknown, or were not the provider's own. The first analysis counts that classifies the call.
 */
export function advanceCall(call: CallRow, event: CallNews, time: ServiceTime): CallRow {
  const told = tell(placed(call, event, time), event, time);
  const moved = told.status === call.status ? told : { ...told, silent_checks: 0, check_at: nextCheck(told, time) };
  return awaitCompletion(moved, time);
}

/** The events that progress applies. An analysis has been checked against the call before it comes here. */
export type CallNews = Exclude<ProviderEvent, { kind: 'analyzed' }> | AnalyzedNews | RecordedNews;
export type AnalyzedNews = { readonly kind: 'analyzed'; readonly providerCallId: string; readonly analysis: Analysis };
/** A later analysis of a classified call, of which only the recording can count. */
type RecordedNews = { readonly kind: 'recorded'; readonly providerCallId: string } & Pick<Analysis, 'recordingSource' | 'lacks'>;

/** `offsetMs` is how far the service's clock runs ahead of the real time that providers report (sandbox only). */
export interface ServiceTime {
  readonly now: Date;
  readonly offsetMs: number;
}

/** Marks the call as placed. A callback may arrive before the answer to the request that placed the call, or instead of it. */
function placed(call: CallRow, event: CallNews, { now }: ServiceTime): CallRow {
  if (call.provider_call_id !== null || event.providerCallId === '') return call;
  return {
    ...(wasClosedUndialled(call) ? reopened(call, now) : call),
    provider_call_id: event.providerCallId,
    placement: 'placed',
    dial_lease_until: null,
    started_at: call.started_at ?? now,
  };
}

/**
 * True for an ended call without an event, due or published. It was closed because the provider denied twice that it had dialled
 * (D-33).
 */
const wasClosedUndialled = (call: CallRow): boolean =>
  isTerminal(call.status) && call.placement === 'unknown' && call.completion_due_at === null && call.completed_event_at === null;

/**
 * Reopens a call that the provider has after all. Its permit and its hold were given back, so it is hung up like any call that is
 * found too late (D-33).
 */
const reopened = (call: CallRow, now: Date): CallRow => ({
  ...call,
  status: 'queued',
  outcome: null,
  ended_reason: null,
  ended_at: null,
  placement_expired_at: now,
  check_at: now,
});

function tell(call: CallRow, event: CallNews, time: ServiceTime): CallRow {
  switch (event.kind) {
    case 'ringing':
      return call.status === 'queued' ? { ...call, status: 'ringing' } : call;
    case 'answered':
      return answer(call, event, time);
    case 'ended':
      if (isTerminal(call.status)) return fillTimes(call, answerOf(call, event, time), serviceTime(call, event.endedAt, time));
      return isOpen(call, event) ? askSoon(call, time) : end(call, event, time);
    case 'analyzed':
      return takesAnalysis(call, event.analysis) ? analyse(call, event.analysis, time.now) : fillRecording(call, event.analysis, time.now);
    case 'recorded':
      return fillRecording(call, event, time.now);
  }
}

const answer = (call: CallRow, event: Pick<ProviderEvent, 'at'>, time: ServiceTime): CallRow => {
  const at = serviceTime(call, event.at, time);
  if (isTerminal(call.status)) return fillTimes(call, at, null);
  if (call.status === 'in-progress') return call;
  // A hang-up that was sent while the telephone rang may have had no effect, so it is sent again (D-177).
  return { ...call, status: 'in-progress', answered_at: at ?? time.now, end_sent_at: null };
};

/**
 * Takes the provider's own times of an ended call: that of the answer where it was not known, and both where it says both, because those
 * of the row may be the times when messages came (D-40). A call that is charged or published keeps its times.
 */
function fillTimes(call: CallRow, answeredAt: Date | null, endedAt: Date | null): CallRow {
  const end = endedAt ?? (call.answered_at === null ? call.ended_at : null);
  if (answeredAt === null || end === null || showsOutcome(call) || call.completed_event_at !== null) return call;
  return { ...call, ...timesOf(call, answeredAt, end) };
}

function timesOf(call: CallRow, answeredAt: Date | null, end: Date) {
  const endedAt = latest(end, answeredAt, call.created_at);
  return {
    // A call that had to be looked for may have been found only after its end. It had begun when it was answered.
    started_at: call.started_at && earliest(call.started_at, answeredAt, endedAt),
    answered_at: answeredAt,
    ended_at: endedAt,
    duration_seconds: answeredAt && wholeSeconds(answeredAt, endedAt),
  };
}

/**
 * The first terminal status stands, so a call whose end may be that of a conversation has none before the provider says if it was
 * answered (D-263).
 */
const askSoon = (call: CallRow, { now }: ServiceTime): CallRow => ({
  ...call,
  check_at: earliest(after(now, endedCheckMs), call.check_at),
});

const isOpen = (call: CallRow, { awaits }: EndedEvent): boolean =>
  awaits === 'report' || (awaits === 'answer' && call.answered_at === null);

type EndedEvent = Extract<ProviderEvent, { kind: 'ended' }>;

/** The time of the answer by the provider's own report of the end. The row's may date from before the sandbox clock was moved. */
const answerOf = (call: CallRow, { answeredAt, startedAt }: EndedEvent, time: ServiceTime): Date | null =>
  serviceTime(call, answeredAt ?? (call.answered_at && (startedAt ?? null)), time);

function end(call: CallRow, event: EndedEvent, time: ServiceTime): CallRow {
  const answeredAt = event.isUnreached ? null : (answerOf(call, event, time) ?? call.answered_at);
  const ending = endingOf(event.disposition, { answered: answeredAt !== null, endRequested: call.end_requested_at !== null });
  const endedAt = serviceTime(call, event.endedAt, time) ?? serviceTime(call, event.at, time) ?? time.now;
  const ended: CallRow = {
    ...call,
    status: ending.status,
    ended_reason: endedReason(call, event, ending.status),
    ...timesOf(call, ending.answered ? answeredAt : null, endedAt),
    outcome: (ending.classified ? call.outcome : null) ?? ending.outcome,
  };
  if (ending.classified) return ended;
  return { ...ended, extraction: null, extraction_error: null, ...(!ending.answered && { notes: null, callback: null }) };
}

/** Returns the reason of the end. Every reason but two is the provider's own, passed through. */
function endedReason(call: CallRow, event: EndedEvent, status: TerminalStatus): string {
  if (status !== 'completed' || event.disposition === 'voicemail') return event.endedReason;
  if (call.end_requested_at !== null) return 'ended-by-api';
  return call.placement_expired_at !== null && call.end_sent_at !== null ? 'placement-expired' : event.endedReason;
}

function analyse(call: CallRow, analysis: Analysis, now: Date): CallRow {
  const { notes, callback } = isTerminal(call.status) && !hasTalked(call) ? call : analysis;
  const said = {
    ...call,
    transcript: analysis.transcript ?? call.transcript,
    notes: notes ?? call.notes,
    callback: callback ?? call.callback,
    ...recording(call, analysis, now),
  };
  if (analysis.lacks === 'classification') return said;
  const common = { ...said, analyzed_at: now, check_at: checkFor(said, analysis) };
  if (!mayBeClassified(call)) return common;
  const classified = {
    ...common,
    outcome: analysis.outcome ?? call.outcome,
    extraction: analysis.extraction,
    extraction_error: analysis.extractionError,
  };
  // The lead is told though `call.completed` could not wait for it (`V-FIRE-07`).
  const isLateLead = call.completed_event_at !== null && isQualified(classified) && !isQualified(call);
  return isLateLead ? { ...classified, completion_due_at: now } : classified;
}

/** True where a call has no analysis yet, or one that classified nothing, which a whole one may do. */
export const takesAnalysis = (call: CallRow, { lacks }: Partial<Pick<Analysis, 'lacks'>>): boolean =>
  call.analyzed_at === null ||
  (!lacks && mayBeClassified(call) && (call.outcome === null || call.outcome === 'FAILED') && call.extraction === null && !isErased(call));

/**
 * True where an analysis may set the outcome. Without a conversation the outcome is the call's own (NO_ANSWER, VOICEMAIL, …),
 * whatever an analysis makes of the ringing, and it has neither notes nor a callback (D-36).
 */
export const mayBeClassified = (call: CallRow): boolean => !isTerminal(call.status) || (hasTalked(call) && call.outcome !== 'VOICEMAIL');

/** Takes the recording that an earlier analysis lacked. */
const fillRecording = (call: CallRow, news: Pick<Analysis, 'recordingSource' | 'lacks'>, now: Date): CallRow => ({
  ...call,
  ...(!isErased(call) && recording(call, news, now)),
  check_at: checkFor(call, news),
});

/** An ended call that has its analysis is asked for no more, unless its recording may still come. */
const checkFor = (call: CallRow, { lacks }: Pick<Analysis, 'lacks'>): Date | null =>
  isTerminal(call.status) && (lacks !== 'recording' || call.recording_state !== 'none' || isErased(call)) ? null : call.check_at;

const recording = (call: CallRow, { recordingSource }: Pick<Analysis, 'recordingSource'>, now: Date): Partial<CallRow> =>
  recordingSource === null || call.recording_state !== 'none'
    ? {}
    : { recording_source: recordingSource, recording_state: 'due', recording_due_at: now };

/**
 * After its end a call is asked for at this interval until its analysis is there. Before its end it is asked for when it has been
 * silent, and soon where it is to be hung up and the process may die before it does so.
 */
const endedCheckMs = 15_000;
const nextCheck = (call: CallRow, { now }: ServiceTime): Date | null => {
  if (!isTerminal(call.status)) return after(now, owesHangUp(call) ? endAgainMs : silentCallMs);
  return hasTalked(call) && call.analyzed_at === null ? after(now, endedCheckMs) : null;
};

/**
 * Lets an ended call's events wait for its analysis and its stored recording, until a deadline (D-37). A call that was not answered
 * has neither, and waits for nothing.
 */
function awaitCompletion(call: CallRow, { now }: ServiceTime): CallRow {
  if (!isTerminal(call.status) || call.completed_event_at !== null) return call;
  const whole = !hasTalked(call) || (call.analyzed_at !== null && call.recording_state !== 'due');
  const due = call.completion_due_at ?? after(now, analysisDeadlineMs);
  return { ...call, completion_due_at: whole && due > now ? now : due };
}

const hasTalked = (call: CallRow): boolean => call.status === 'completed' || (call.status === 'failed' && call.answered_at !== null);

/**
 * Null for a time that cannot be the call's: from before the call was accepted, or further ahead than a call may last. The seconds up to
 * it would be charged. The simulator's fast stories end ahead of the clock.
 */
function serviceTime({ created_at }: CallRow, real: Date | null, { now, offsetMs }: ServiceTime): Date | null {
  const at = real && after(real, offsetMs);
  return at !== null && at >= before(created_at, clockSkewMs) && at <= after(now, maxCallMs + clockSkewMs) ? at : null;
}

const wholeSeconds = (from: Date, to: Date): number => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));
