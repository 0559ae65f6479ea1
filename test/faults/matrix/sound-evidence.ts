import type { Dial } from './dials.ts';
import type { CallRecord, DeliveryRecord, Evidence, Receipt, TextRecord } from './verdict.ts';
import type { LedgerRecord, WalletRecord } from './wallets.ts';

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
export const answeredCall: CallRecord = {
  id: 'c',
  tenantId: 'ten_1',
  accepted: true,
  status: 'completed',
  durationSeconds: 20,
  hasExpired: false,
  completedEvents: 1,
  dials: 1,
  talkedSeconds: 20.3,
};
export const deliveredText: TextRecord = { id: 't', accepted: true, status: 'delivered', deliveredEvents: 1, sends: 1 };

export const soundDial: Dial = { callId: 'c', phoneNumber: '+14155550100', at: 2, until: 4, talkedSeconds: 20.3 };

/** 20 s at 100,001 micro-units a minute are 33,333.7. */
export const soundWallet: WalletRecord = {
  tenantId: 'ten_1',
  fundedMicros: 1_000_000,
  balanceMicros: 966_666,
  ledger: [
    { kind: 'credit', amountMicros: 1_000_000, balanceAfterMicros: 1_000_000, callId: null },
    { kind: 'hold', amountMicros: -300_003, balanceAfterMicros: 699_997, callId: 'c' },
    { kind: 'settlement', amountMicros: 266_669, balanceAfterMicros: 966_666, callId: 'c' },
  ],
};

export const soundEvidence: Evidence = {
  faults: [],
  deliveries: [delivered],
  receipts: new Map([[delivered.id, [accepted]]]),
  events: [{ name: 'e', expected: 1, stored: 1 }],
  calls: [answeredCall],
  dials: [soundDial],
  asks: [{ tenantId: 'ten_1', phoneNumber: soundDial.phoneNumber, from: 1, to: 3, isAnswered: true }],
  texts: [deliveredText],
  permits: [{ tenantId: 'ten_1', limit: 1, taken: 0 }],
  wallets: [soundWallet],
  pricing: { microsPerMinute: 100_001, estimatedMinutes: 3 },
  counts: [{ tenantId: 'ten_1', counted: 1, listed: 1, stored: 1 }],
  recordings: [{ callId: 'c', made: 'r', kept: 'r' }],
  budgets: [{ tenantId: 'ten_1', limit: 2, spent: [0, 10].map((at) => ({ from: at, to: at + 1 })), refused: 1 }],
  pace: { processes: 2, hasRedis: true, startedAt: [0, 0], lostAt: [], steppedAt: [] },
  retention: {
    kept: [
      { name: 'gone', until: 1_000, isThere: false },
      { name: 'due', until: 9_000, isThere: true },
      { name: 'left', until: 90_000, isThere: true },
      { name: 'live', until: null, isThere: true },
    ],
    sweptBefore: 5_000,
    lookedAt: 30_000,
  },
  troubles: [],
};

/** The ledger of one call, with another entry that closes it. */
export function closedBy(kind: string, amountMicros: number, balanceAfterMicros: number): readonly LedgerRecord[] {
  return [...soundWallet.ledger.slice(0, 2), { kind, amountMicros, balanceAfterMicros, callId: 'c' }];
}
