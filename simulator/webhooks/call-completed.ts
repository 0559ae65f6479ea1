import { documentedEnding } from '../../src/contract/ended-reasons.ts';
import { cutTranscript } from '../../src/contract/transcript.ts';
import { type Json, objectAt, textAt } from '../json.ts';
import type { SimulatedCall } from '../vapi/calls.ts';

/** Returns the `call.completed` that a service would send of a call of the simulated network. */
export function callCompleted(call: SimulatedCall, at: Date): Json {
  const { answeredMs, endedMs } = call;
  const { outcome } = documentedEnding(call.endedReason ?? '', answeredMs !== null);
  const analysis = objectAt(call.analysis, 'structuredData');
  return {
    event: 'call.completed',
    timestamp: at.toISOString(),
    data: {
      call_id: call.callId,
      outcome: (call.endedReason === 'voicemail' ? null : textAt(analysis, 'outcome')) ?? outcome ?? 'UNKNOWN',
      notes: textAt(analysis, 'notes') ?? textAt(call.analysis, 'summary'),
      duration_seconds: answeredMs === null || endedMs === null ? null : Math.round((endedMs - answeredMs) / 1_000),
      started_at: call.createdAt.toISOString(),
      recording_url: null,
      transcript: cutTranscript(call.reported ? (call.conversation?.transcript ?? '') : ''),
      contact: { name: '', phone: call.number, address: '', city: '', state: '', zip: '' },
      callback: objectAt(analysis, 'callback'),
      campaign: null,
      extraction: null,
      extraction_error: null,
      variables: objectAt(call.request, 'assistantOverrides', 'variableValues') ?? {},
      metadata: {},
      known_consent: false,
      consent_record_id: null,
    },
  };
}
