import { RawJson } from '../contract/raw-json.ts';
import { cutTranscript } from '../contract/transcript.ts';
import { qualifiedByCallKey } from '../deliveries/event-subject.ts';
import { type CalledContact, type CompletedCall, emittedOutcome } from './call-completed.ts';
import type { OutgoingEvent } from './event.ts';

/**
 * Makes the `lead.qualified` event of origin `ai_call`, for a call whose outcome its agent counts as qualified (`V-FIRE-07`,
 * `V-LEAD-13`).
 */
export const leadQualifiedByCall = (call: CompletedCall, contact: CalledContact | null, at: Date): OutgoingEvent => ({
  tenantId: call.tenant_id,
  eventType: 'lead.qualified',
  dedupeKey: qualifiedByCallKey(call.id),
  occurredAt: at,
  outcome: null,
  data: {
    origin: 'ai_call',
    leadId: contact?.id ?? null,
    lead: {
      id: contact?.id ?? null,
      fullName: contact?.name || null,
      phone: call.phone_number,
      email: contact?.email || null,
      customFieldKeyCount: contact ? countKeys(contact.custom_fields) : 0,
    },
    property: {
      id: contact?.property_id || null,
      address1: contact?.address || null,
      city: contact?.city || null,
      state: contact?.state || null,
      zip: contact?.zip || null,
    },
    call: {
      id: call.id,
      outcome: emittedOutcome(call),
      durationSeconds: call.duration_seconds,
      transcript: cutTranscript(call.transcript ?? ''),
      recordingUrl: null,
      startedAt: call.started_at ?? call.created_at,
      answeredAt: call.answered_at,
    },
    // What the caller wants echoed comes in every webhook of its call (`E-POSTCALLS-07`, `E-POSTCALLS-11`).
    metadata: new RawJson(call.metadata),
    consentRecordId: call.consent_record_id,
  },
});

/** Custom fields are counted and never sent (`V-LEAD-14`). */
const countKeys = (customFields: string): number => Object.keys(JSON.parse(customFields)).length;
