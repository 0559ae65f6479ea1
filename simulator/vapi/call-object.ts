import type { Json } from '../json.ts';
import { type SimulatedCall, timeOf } from './calls.ts';
import type { Conversation } from './conversation.ts';

/** Returns Vapi's `Call`, as `POST /call`, `GET /call` and every callback show it. */
export function callObject(call: SimulatedCall, baseUrl: string): Json {
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
    updatedAt: timeOf(call, call.ms).toISOString(),
    ...(call.answeredMs === null ? {} : { startedAt: timeOf(call, call.answeredMs).toISOString() }),
    ...(call.endedMs === null ? {} : { endedAt: timeOf(call, call.endedMs).toISOString() }),
    ...(call.endedReason === null ? {} : { endedReason: call.endedReason }),
    ...(call.status === 'ended' ? costOf(call) : {}),
    ...(call.reported ? { artifact: artifactOf(call, baseUrl), analysis: call.analysis } : {}),
    monitor: {
      listenUrl: `${baseUrl.replace(/^http/, 'ws')}/vapi/${call.id}/listen`,
      controlUrl: `${baseUrl}/vapi/${call.id}/control`,
    },
  };
}

export const orgId = '00000000-0000-4000-8000-000000000001';

/** Returns the transcript and the recording's address. A call that nobody answered has neither. */
export function artifactOf(call: SimulatedCall, baseUrl: string): Json {
  if (!call.conversation) return { messages: [], transcript: '' };
  const recordingUrl = recordingUrlOf(call, baseUrl);
  return {
    messages: messagesOf(call, call.conversation),
    transcript: call.conversation.transcript,
    recordingUrl,
    recording: { mono: { combinedUrl: recordingUrl } },
  };
}

export const recordingUrlOf = (call: SimulatedCall, baseUrl: string): string => `${baseUrl}/recordings/${call.id}.wav`;

/** Returns the lines, spread evenly over the time after the answer. */
function messagesOf(call: SimulatedCall, conversation: Conversation): readonly Json[] {
  const start = call.answeredMs ?? 0;
  const each = ((call.endedMs ?? start) - start) / conversation.lines.length;
  return conversation.lines.map(({ speaker, text }, line) => ({
    role: speaker === 'AI' ? 'bot' : 'user',
    message: text,
    time: timeOf(call, start + line * each).getTime(),
    endTime: timeOf(call, start + (line + 1) * each).getTime(),
    secondsFromStart: Math.round(line * each) / 1_000,
  }));
}

const dollarsPerMinute = 0.09;

export function costOf(call: SimulatedCall): Json {
  const minutes = call.answeredMs === null || call.endedMs === null ? 0 : (call.endedMs - call.answeredMs) / 60_000;
  const cost = Math.round(minutes * dollarsPerMinute * 10_000) / 10_000;
  return { cost, costs: minutes > 0 ? [{ type: 'vapi', minutes, cost }] : [] };
}
