import { RawJson } from '../contract/raw-json.ts';
import { cutTranscript } from '../contract/transcript.ts';
import { callCompletedKey } from '../deliveries/event-subject.ts';
import type { OutgoingEvent } from './event.ts';

/** Makes the `call.completed` event of a call (`V-CALL-01` to `V-CALL-16`). `at` is when everything about its end was known. */
export const callCompleted = (call: CompletedCall, contact: CalledContact | null, at: Date): OutgoingEvent => ({
  tenantId: call.tenant_id,
  eventType: 'call.completed',
  dedupeKey: callCompletedKey(call.id),
  occurredAt: at,
  outcome: emittedOutcome(call),
  data: {
    call_id: call.id,
    outcome: emittedOutcome(call),
    notes: call.notes,
    duration_seconds: call.duration_seconds,
    started_at: call.started_at ?? call.created_at,
    // Signed addresses expire in minutes and retries go on for hours, so the receiver asks for a fresh one (`V-CALL-06`).
    recording_url: null,
    transcript: cutTranscript(call.transcript ?? ''),
    contact: contactOf(call, contact),
    callback: call.callback,
    campaign: call.campaign,
    ...(call.origin === 'api' ? echoes(call) : {}),
    extraction: call.extraction === null ? null : new RawJson(call.extraction),
    extraction_error: call.extraction_error,
  },
});

/** The columns of `calls` that a webhook shows. `variables`, `metadata` and `extraction` are JSON as text. */
export interface CompletedCall {
  readonly id: string;
  readonly tenant_id: string;
  readonly origin: 'api' | 'dialer';
  readonly phone_number: string;
  readonly outcome: string | null;
  readonly notes: string | null;
  readonly duration_seconds: number | null;
  readonly started_at: Date | null;
  readonly answered_at: Date | null;
  readonly created_at: Date;
  readonly transcript: string | null;
  readonly callback: unknown;
  readonly campaign: unknown;
  readonly variables: string;
  readonly metadata: string;
  readonly known_consent: boolean;
  readonly consent_record_id: string | null;
  readonly extraction: string | null;
  readonly extraction_error: string | null;
}

/** The columns of `contacts` that a webhook shows or counts. */
export interface CalledContact {
  readonly id: string;
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly property_id: string;
  /** JSON as text. */
  readonly custom_fields: string;
}

/** Returns the outcome as it is sent, which is never null. Outcome filters are compared with it. */
export const emittedOutcome = (call: Pick<CompletedCall, 'outcome'>): string => call.outcome ?? 'UNKNOWN';

const contactOf = (call: CompletedCall, contact: CalledContact | null) => ({
  name: contact?.name ?? '',
  phone: call.phone_number,
  address: contact?.address ?? '',
  city: contact?.city ?? '',
  state: contact?.state ?? '',
  zip: contact?.zip ?? '',
});

/** Returns the members that only a call placed through this API has. Other calls do not have these keys (`V-CALL-11` to `V-CALL-14`). */
const echoes = (call: CompletedCall) => ({
  variables: new RawJson(call.variables),
  metadata: new RawJson(call.metadata),
  known_consent: call.known_consent,
  consent_record_id: call.consent_record_id,
});
