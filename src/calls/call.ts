import { type JsonField, objectText, rawJson } from '../contract/raw-json.ts';
import type { NewCall, ShownCall } from './calls.ts';

/**
 * The Call resource, as JSON text: `variables`, `metadata` and `extraction` stand in it as they are stored, because
 * parsing them would lose the order of their keys and the form of their numbers.
 */

/** What `POST /calls` answers: the call as it was accepted, however far it has come by the time this is read. */
export const newCallText = (row: NewCall): string =>
  callText({
    ...row,
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
  });

/** What `GET /calls/:id` answers, which alone has a `recordingUrl`. */
export const callWithRecordingText = (row: ShownCall, recordingUrl: string | null): string => callText(row, { recordingUrl });

const callText = (row: ShownCall, more: Readonly<Record<string, JsonField>> = {}): string =>
  objectText({
    call: rawJson(
      objectText({
        id: row.id,
        status: row.status,
        agentId: row.agent_id,
        phoneNumber: row.phone_number,
        fromPhoneNumber: row.from_phone_number,
        direction: row.direction,
        outcome: row.outcome,
        endedReason: row.ended_reason,
        durationSeconds: row.duration_seconds,
        startedAt: row.started_at,
        endedAt: row.ended_at,
        createdAt: row.created_at,
        transcript: row.transcript,
        extraction: rawJson(row.extraction),
        extractionError: row.extraction_error,
        variables: rawJson(row.variables),
        metadata: rawJson(row.metadata),
        knownConsent: row.known_consent,
        consentRecordId: row.consent_record_id,
        ...more,
      }),
    ),
  });
