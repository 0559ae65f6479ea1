import { endedReasonRow } from '../../contract/ended-reasons.ts';
import { type Fields, fields, identifier, inner, member, text, time } from '../../network/provider-json.ts';
import { after } from '../../process/time.ts';
import type { ProviderEvent } from '../voice-provider.ts';

/**
 * Turns Vapi's two reports (a callback's message, `GET /call/:id`) into the same events. A call ends in two steps: a
 * status-update reports the end, and the end-of-call-report repeats it and adds the analysis.
 */

/** Returns the events of a server message: none for a type that was not requested, and null if a known type is malformed. */
export function eventsOfMessage(message: Fields): readonly ProviderEvent[] | null {
  const type = text(message, 'type');
  if (type !== 'status-update' && type !== 'end-of-call-report') return type === null ? null : [];
  const call = inner(message, 'call');
  const id = identify(call, message);
  if (id === null) return null;
  const at = time(message, 'timestamp');
  if (type === 'end-of-call-report') return [ended({ ...id, at }, message, call), analyzed({ ...id, at }, message, call)];
  const status = text(message, 'status');
  if (status === null) return null;
  return status === 'ended' ? [ended({ ...id, at }, message, call, 'first word')] : eventsOfStatus(status, { ...id, at });
}

/** Returns the events of a call as `GET /call/:id` shows it: its whole course so far. */
export function eventsOfCall(call: Fields, readAt: Date): readonly ProviderEvent[] {
  const id = identify(call, call);
  if (id === null) return [];
  const stamp = { ...id, at: null };
  const status = text(call, 'status');
  if (status !== 'ended') return status === null ? [] : eventsOfStatus(status, { ...stamp, at: time(call, 'startedAt') });
  // What Vapi adds after an end may come one after the other: until no more can be expected, only what is whole counts.
  const isClassified = Object.keys(structuredData(call, call) ?? {}).length > 0;
  const isWhole = isClassified && recordingIn(call, call) !== null;
  if (!isWhole && mayFollow(call, readAt)) return [ended(stamp, call, call, 'more follows')];
  return [
    ended(stamp, call, call),
    { ...analyzed(stamp, call, call), ...(!isWhole && { lacks: isClassified ? 'recording' : 'classification' }) },
  ];
}

type Stamp = Pick<ProviderEvent, 'providerCallId' | 'tenantId' | 'callId' | 'at'>;

/** Finds the call's own ids in the overrides' metadata, and where that is not given back the call's alone in its `name`. */
function identify(call: Fields | null, message: Fields): Omit<Stamp, 'at'> | null {
  const providerCallId = identifier(call, 'id') ?? identifier(message, 'callId');
  if (providerCallId === null) return null;
  const metadata = inner(inner(call, 'assistantOverrides'), 'metadata');
  return { providerCallId, tenantId: text(metadata, 'tenantId'), callId: text(metadata, 'callId') ?? text(call, 'name') };
}

function eventsOfStatus(status: string, stamp: Stamp): readonly ProviderEvent[] {
  if (status === 'ringing') return [{ ...stamp, kind: 'ringing' }];
  return status === 'in-progress' || status === 'forwarding' ? [{ ...stamp, kind: 'answered' }] : [];
}

/** With `first word` the report is still to come, and what was said may be that of a call that goes on; with `more follows` a later look-up may show more. */
function ended(stamp: Stamp, message: Fields, call: Fields | null, more?: 'first word' | 'more follows'): ProviderEvent {
  const reason = text(message, 'endedReason') ?? text(call, 'endedReason');
  const endedReason = reason ?? 'unknown';
  const { disposition = 'unknown', unreached = false } = endedReasonRow(endedReason);
  const startedAt = time(message, 'startedAt') ?? time(call, 'startedAt');
  const endedAt = time(message, 'endedAt') ?? time(call, 'endedAt');
  const hasTranscript = artifactText('transcript', message, call) !== null;
  const isUnreached = unreached && !hasTranscript;
  const isAnswered = disposition === 'answered' || disposition === 'voicemail';
  const isDecided = isAnswered || disposition === 'no_answer' || disposition === 'busy';
  const isTold = more === 'first word' ? hasTranscript && startedAt !== null : hasArtifact(message, call);
  const awaits = more && (reason === null || isUnreached ? 'report' : isDecided || isTold ? undefined : 'answer');
  const times =
    isAnswered || hasTranscript ? { answeredAt: startedAt, endedAt } : { answeredAt: null, endedAt, ...(startedAt && { startedAt }) };
  return { ...stamp, kind: 'ended', disposition, endedReason, ...times, ...(isUnreached && { isUnreached }), ...(awaits && { awaits }) };
}

/** Tells if the provider says what was said, which may be nothing. */
const hasArtifact = (message: Fields, call: Fields | null): boolean =>
  [message, call].some((part) => typeof member(inner(part, 'artifact'), 'transcript') === 'string');

function analyzed(stamp: Stamp, message: Fields, call: Fields | null): Extract<ProviderEvent, { kind: 'analyzed' }> {
  const data = structuredData(message, call);
  const extraction = member(data, 'extraction');
  return {
    ...stamp,
    kind: 'analyzed',
    transcript: artifactText('transcript', message, call),
    outcome: text(data, 'outcome'),
    notes: text(data, 'notes') ?? text(inner(message, 'analysis'), 'summary') ?? text(inner(call, 'analysis'), 'summary'),
    callback: callbackOf(inner(data, 'callback')),
    extraction: extraction ?? null,
    recordingUrl: recordingIn(message, call),
  };
}

/** Reads what older reports have outside of the artifact. */
const artifactText = (name: 'recordingUrl' | 'transcript', message: Fields, call: Fields | null): string | null =>
  text(inner(message, 'artifact'), name) ?? text(inner(call, 'artifact'), name) ?? text(message, name) ?? text(call, name);

/** Reads the place that Vapi calls deprecated, and the one that takes its place. */
const recordingIn = (message: Fields, call: Fields | null): string | null =>
  artifactText('recordingUrl', message, call) ?? monoRecording(message) ?? monoRecording(call);

const monoRecording = (part: Fields | null): string | null =>
  text(inner(inner(inner(part, 'artifact'), 'recording'), 'mono'), 'combinedUrl');

/**
 * Reads two places, the older first: `analysis.structuredData`, and one of `artifact.structuredOutputs`. Both may be empty beside the call
 * and filled within it.
 */
function structuredData(message: Fields, call: Fields | null): Fields | null {
  const parts = [message, call];
  const older = parts.map((part) => inner(inner(part, 'analysis'), 'structuredData')).find((data) => Object.keys(data ?? {}).length > 0);
  if (older) return older;
  return (
    parts
      .flatMap((part) => Object.values(inner(inner(part, 'artifact'), 'structuredOutputs') ?? {}))
      .map((output) => inner(fields(output), 'result'))
      .find((result) => text(result, 'outcome') !== null) ?? null
  );
}

function callbackOf(callback: Fields | null): { readonly requestedAt: string | null; readonly note: string | null } | null {
  const requestedAt = text(callback, 'requestedAt');
  const note = text(callback, 'note');
  return requestedAt === null && note === null ? null : { requestedAt, note };
}

/** Tells if the provider may still add to what it shows of an ended call. */
function mayFollow(call: Fields, readAt: Date): boolean {
  const endedAt = time(call, 'endedAt');
  return endedAt !== null && readAt < after(endedAt, longestAnalysisMs);
}

/** The analysis may take 30 s (`call-request.ts`), and an ended call waits for it for a minute. */
const longestAnalysisMs = 40_000;
