import type { CallRecord, DeliveryRecord, Evidence, Receipt, TextRecord } from './verdict.ts';

/** What a run comes to where nothing went wrong, for tests of the verdict to break one thing of. */

export const accepted: Receipt = { at: 1, bodyHash: 'b', signed: true, meant: 200, answered: 200 };
export const delivered: DeliveryRecord = {
  id: 'd',
  status: 'success',
  attempts: 1,
  cycleAttempts: 1,
  responseStatus: 200,
  bodyHash: 'b',
  logged: 1,
  unanswered: 0,
};
export const answeredCall: CallRecord = { id: 'c', accepted: true, status: 'completed', completedEvents: 1, dials: 1 };
export const deliveredText: TextRecord = { id: 't', accepted: true, status: 'delivered', deliveredEvents: 1, sends: 1 };

export const soundEvidence: Evidence = {
  faults: [],
  deliveries: [delivered],
  receipts: new Map([[delivered.id, [accepted]]]),
  events: [{ name: 'e', expected: 1, stored: 1 }],
  calls: [answeredCall],
  dials: [{ callId: 'c', phoneNumber: '+14155550100', at: 2 }],
  asks: [{ phoneNumber: '+14155550100', from: 1, to: 3 }],
  texts: [deliveredText],
  troubles: [],
};
