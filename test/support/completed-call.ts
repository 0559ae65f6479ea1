import type { CalledContact, CompletedCall } from '../../src/events/call-completed.ts';

export const completedCall = (parts: Partial<CompletedCall> = {}): CompletedCall => ({
  id: 'call_1',
  tenant_id: 'ten_1',
  origin: 'api',
  phone_number: '+14155550123',
  outcome: 'INTERESTED',
  notes: 'Wants an offer.',
  duration_seconds: 127,
  started_at: new Date('2026-03-02T12:00:01.000Z'),
  answered_at: new Date('2026-03-02T12:00:09.000Z'),
  created_at: new Date('2026-03-02T12:00:00.000Z'),
  transcript: 'Agent: Hello.',
  callback: { requestedAt: '2026-03-03T09:00:00Z', note: null },
  campaign: null,
  variables: '{"__proto__":1,"2":1,"1":2}',
  metadata: '{"b":1, "a":[1.0]}',
  known_consent: true,
  consent_record_id: 'consent-7',
  extraction: '{"budget":12e3}',
  extraction_error: null,
  ...parts,
});

export const calledContact = (parts: Partial<CalledContact> = {}): CalledContact => ({
  id: 'con_1',
  phone: '+14155550123',
  name: 'Dana Whitfield',
  email: 'dana@example.com',
  address: '418 Alder Street',
  city: 'Boise',
  state: 'ID',
  zip: '83702',
  property_id: 'prp_58d1',
  custom_fields: '{"a":"1","__proto__":"2","b":"3"}',
  ...parts,
});
