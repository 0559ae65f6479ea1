import type { Json } from '../json.ts';
import { momentOf } from '../under-way.ts';
import { controlOf, type SimulatedCall } from './calls.ts';
import { spokenIn } from './recording.ts';

/** Returns Vapi's `Call`, as `POST /call`, `GET /call` and every callback show it. */
export function callObject(call: SimulatedCall): Json {
  const { vapiUrl } = call.addresses;
  return {
    ...call.request,
    id: call.id,
    orgId,
    type: 'outboundPhoneCall',
    status: call.status,
    phoneCallProvider: 'twilio',
    phoneCallProviderId: `CA${call.id.replaceAll('-', '')}`,
    phoneCallTransport: 'pstn',
    createdAt: call.createdAt.toISOString(),
    updatedAt: momentOf(call, call.ms).toISOString(),
    ...(call.answeredMs === null ? {} : { startedAt: momentOf(call, call.answeredMs).toISOString() }),
    ...(call.endedMs === null ? {} : { endedAt: momentOf(call, call.endedMs).toISOString() }),
    ...(call.endedReason === null ? {} : { endedReason: call.endedReason }),
    ...(call.status === 'ended' ? costOf(call) : {}),
    ...(call.reported ? { artifact: artifactOf(call), analysis: call.analysis } : {}),
    monitor: {
      listenUrl: `${vapiUrl.replace(/^http/, 'ws')}/${call.id}/listen`,
      ...(controlOf(call.request) === 'off' ? {} : { controlUrl: `${vapiUrl}/${call.id}/control` }),
    },
  };
}

export const orgId = '00000000-0000-4000-8000-000000000001';

/** Returns the transcript and the recording's address. A call that nobody answered has neither. */
export function artifactOf(call: SimulatedCall): Json {
  if (!call.conversation) return { messages: [], transcript: '' };
  const recordingUrl = recordingUrlOf(call, call.addresses.baseUrl);
  return {
    messages: messagesOf(call),
    transcript: call.conversation.transcript,
    recordingUrl,
    recording: { mono: { combinedUrl: recordingUrl } },
  };
}

export const recordingUrlOf = (call: SimulatedCall, baseUrl: string): string => `${baseUrl}/recordings/${call.id}.wav`;

/** Returns the lines with the times that they have in the recording. */
function messagesOf(call: SimulatedCall): readonly Json[] {
  const timeIn = (seconds: number): number => momentOf(call, (call.answeredMs ?? 0) + seconds * 1_000).getTime();
  return spokenIn(call).map(({ speaker, text, from, to }) => ({
    role: speaker === 'AI' ? 'bot' : 'user',
    message: text,
    time: timeIn(from),
    endTime: timeIn(to),
    secondsFromStart: from,
  }));
}

const dollarsPerMinute = 0.09;

export function costOf(call: SimulatedCall): Json {
  const minutes = call.answeredMs === null || call.endedMs === null ? 0 : (call.endedMs - call.answeredMs) / 60_000;
  const cost = Math.round(minutes * dollarsPerMinute * 10_000) / 10_000;
  return { cost, costs: minutes > 0 ? [{ type: 'vapi', minutes, cost }] : [] };
}
