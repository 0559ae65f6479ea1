import { objectAt, textAt } from '../../simulator/json.ts';
import { timeOf } from '../../simulator/vapi/calls.ts';
import type { CallCompleted, LeadQualified } from '../webhooks/events.ts';
import { notesOf, type PlacedCall, viewOf } from './call-view.ts';

/** Returns the events of a call's end: its result, and a lead if its agent counts the outcome as one. */
export function eventsOf(call: PlacedCall, at: Date): readonly (CallCompleted | LeadQualified)[] {
  const completed = callCompleted(call, at);
  return call.agent.qualifiedOutcomes.includes(completed.data.outcome) ? [completed, leadQualified(call, at)] : [completed];
}

function callCompleted(call: PlacedCall, at: Date): CallCompleted {
  const view = viewOf(call);
  return {
    event: 'call.completed',
    timestamp: at.toISOString(),
    data: {
      call_id: view.id,
      outcome: view.outcome ?? 'UNKNOWN',
      notes: notesOf(call),
      duration_seconds: view.durationSeconds,
      started_at: view.startedAt ?? view.createdAt,
      recording_url: null,
      transcript: cut(view.transcript ?? ''),
      contact: { name: '', phone: view.phoneNumber, address: '', city: '', state: '', zip: '' },
      callback: callbackOf(call),
      campaign: null,
      variables: view.variables,
      metadata: view.metadata,
      known_consent: view.knownConsent,
      consent_record_id: view.consentRecordId,
      extraction: view.extraction,
      extraction_error: view.extractionError,
    },
  };
}

function leadQualified(call: PlacedCall, at: Date): LeadQualified {
  const view = viewOf(call);
  const { story } = call;
  return {
    event: 'lead.qualified',
    timestamp: at.toISOString(),
    data: {
      origin: 'ai_call',
      leadId: null,
      lead: { id: null, fullName: null, phone: view.phoneNumber, email: null, customFieldKeyCount: 0 },
      property: { id: null, address1: null, city: null, state: null, zip: null },
      call: {
        id: view.id,
        outcome: view.outcome ?? 'UNKNOWN',
        durationSeconds: view.durationSeconds,
        transcript: cut(view.transcript ?? ''),
        recordingUrl: null,
        startedAt: view.startedAt ?? view.createdAt,
        answeredAt: story.answeredMs === null ? null : timeOf(story, story.answeredMs).toISOString(),
      },
    },
  };
}

function callbackOf({ story }: PlacedCall): { requestedAt: string | null; note: string | null } | null {
  const callback = objectAt(story.analysis, 'structuredData', 'callback');
  return callback && { requestedAt: textAt(callback, 'requestedAt'), note: textAt(callback, 'note') };
}

/** Cuts a transcript for a webhook (`L-TRANSCRIPT-01`), counted in code points. */
function cut(transcript: string): string {
  const characters = [...transcript];
  return characters.length <= maxTranscript ? transcript : characters.slice(0, maxTranscript - ending.length).join('') + ending;
}

const maxTranscript = 10_000;
const ending = '...[truncated]';
