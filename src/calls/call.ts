import type { components } from '../contract/generated/public.ts';
import { valueText } from '../contract/raw-json.ts';
import type { NewCall, ShownCall } from './calls.ts';

/**
 * Writes the Call resource as JSON text. `variables`, `metadata` and `extraction` stand in it as they are stored, because parsing
 * them would lose the order of their keys and the form of their numbers (D-11).
 */

/** Writes the answer of `POST /calls`: the call as it was accepted, however far it has come since. */
export const newCallText = (row: Pick<NewCall, keyof NewCall & keyof ShownCall>): string => callText({ ...row, ...nothingYet });

/** What a call that was just accepted shows besides what it was accepted with. */
export const nothingYet = {
  status: 'queued',
  direction: 'ai_outbound',
  outcome: null,
  ended_reason: null,
  duration_seconds: null,
  started_at: null,
  ended_at: null,
  transcript: null,
  extraction: null,
  extraction_error: null,
} as const;

/** Writes the answer of `GET /calls/:id`, the only one with a `recordingUrl`. */
export const callWithRecordingText = (row: ShownCall, recordingUrl: string | null): string =>
  callText(row, `,"recordingUrl":${valueText(recordingUrl)}`);

/** The fields are written out, because callers ask this most and a loop over them costs half as much again. `more` begins with a comma. */
const callText = (row: ShownCall, more = ''): string =>
  `{"call":{"id":${valueText(row.id)},"status":${valueText(row.status)}` +
  `,"agentId":${valueText(row.agent_id)}` +
  `,"phoneNumber":${valueText(row.phone_number)},"fromPhoneNumber":${valueText(row.from_phone_number)}` +
  `,"direction":${valueText(row.direction)}` +
  `,"outcome":${valueText(row.outcome)},"endedReason":${valueText(row.ended_reason)}` +
  `,"durationSeconds":${valueText(row.duration_seconds)}` +
  `,"startedAt":${valueText(row.started_at)},"endedAt":${valueText(row.ended_at)},"createdAt":${valueText(row.created_at)}` +
  `,"transcript":${valueText(row.transcript)}` +
  `,"extraction":${row.extraction ?? 'null'},"extractionError":${valueText(row.extraction_error)}` +
  `,"variables":${row.variables},"metadata":${row.metadata}` +
  `,"knownConsent":${valueText(row.known_consent)},"consentRecordId":${valueText(row.consent_record_id)}${more}}}`;

export const callSummaryView = (row: CallSummaryRow): components['schemas']['CallSummary'] => ({
  id: row.id,
  status: row.status,
  outcome: row.outcome,
  endedReason: row.ended_reason,
  phoneNumber: row.phone_number,
  fromPhoneNumber: row.from_phone_number,
  agentId: row.agent_id,
  durationSeconds: row.duration_seconds,
  createdAt: row.created_at.toISOString(),
});

type CallSummaryRow = Pick<
  ShownCall,
  'id' | 'status' | 'outcome' | 'ended_reason' | 'phone_number' | 'from_phone_number' | 'agent_id' | 'duration_seconds' | 'created_at'
>;
