import type { CallRecord, Finding } from './verdict.ts';

/** A tenant's wallet, as the service left it. A tenant that pays by invoice has one that nothing was ever written to. */
export interface WalletRecord {
  readonly tenantId: string;
  /** What it began with, in micro-units, as all amounts here; null where the tenant pays by invoice. */
  readonly fundedMicros: number | null;
  readonly balanceMicros: number;
  /** In the order in which they were written. */
  readonly ledger: readonly LedgerRecord[];
}

export interface LedgerRecord {
  readonly kind: string;
  readonly amountMicros: number;
  readonly balanceAfterMicros: number;
  readonly callId: string | null;
}

export interface Pricing {
  readonly microsPerMinute: number;
  readonly estimatedMinutes: number;
}

export interface WalletEvidence {
  readonly wallets: readonly WalletRecord[];
  readonly calls: readonly CallRecord[];
  readonly pricing: Pricing;
}

/**
 * Judges the money: each wallet is the sum of its ledger and was never overdrawn, and each call has one hold and one entry that closes
 * it, which together are what its duration costs.
 */
export function walletFindings({ wallets, calls, pricing }: WalletEvidence): readonly Finding[] {
  return wallets.flatMap((wallet) => {
    const own = calls.filter(({ tenantId }) => tenantId === wallet.tenantId);
    if (wallet.fundedMicros === null)
      return wallet.ledger.length === 0 ? [] : [{ what: 'pays by invoice, and money was moved', subject: wallet.tenantId }];
    return [...sumFindings(wallet), ...chargeFindings(wallet, own, pricing)];
  });
}

function sumFindings({ tenantId, fundedMicros, balanceMicros, ledger }: WalletRecord): readonly Finding[] {
  const say = (holds: boolean, what: string): readonly Finding[] => (holds ? [] : [{ what, subject: tenantId }]);
  const sums: number[] = [];
  for (const { amountMicros } of ledger) sums.push((sums.at(-1) ?? 0) + amountMicros);
  const sum = sums.at(-1) ?? 0;
  const credited = total(ledger, 'credit');
  const strays = ledger.filter(({ balanceAfterMicros }, n) => balanceAfterMicros !== sums[n]).length;
  const lowest = Math.min(balanceMicros, ...ledger.map(({ balanceAfterMicros }) => balanceAfterMicros));
  return [
    ...say(balanceMicros === sum, `the balance is ${balanceMicros}, and the sum of the ledger ${sum}`),
    ...say(credited === fundedMicros, `${credited} were credited, and it was given ${fundedMicros}`),
    ...say(strays === 0, `the balance after an entry is not the sum up to it, ${strays} times`),
    ...say(lowest >= 0, `the balance went down to ${lowest}`),
  ];
}

function chargeFindings({ ledger }: WalletRecord, calls: readonly CallRecord[], pricing: Pricing): readonly Finding[] {
  const records = new Map(calls.flatMap((call) => (call.status === null ? [] : [[call.id, call] as const])));
  const ids = new Set([...records.keys(), ...ledger.flatMap(({ callId }) => callId ?? [])]);
  return [...ids].flatMap((id) => {
    const entries = ledger.filter(({ callId }) => callId === id);
    return wrongCharges(entries, records.get(id) ?? null, pricing).map((what) => ({ what, subject: id }));
  });
}

/** A call that is gone was never dialled. */
function wrongCharges(entries: readonly LedgerRecord[], call: CallRecord | null, pricing: Pricing): readonly string[] {
  const holds = entries.filter(({ kind }) => kind === 'hold');
  const closings = entries.filter(({ kind }) => kind === 'release' || kind === 'settlement');
  const [[hold], [closing]] = [holds, closings];
  if (!hold || !closing || holds.length > 1 || closings.length > 1)
    return [`${holds.length} holds and ${closings.length} entries that close them`];
  const held = pricing.microsPerMinute * pricing.estimatedMinutes;
  const charged = -(hold.amountMicros + closing.amountMicros);
  // What is not in the wallet cannot be collected.
  const cost = Math.min(costOf(call, pricing), held + closing.balanceAfterMicros - closing.amountMicros);
  return [
    ...(hold.amountMicros === -held ? [] : [`${-hold.amountMicros} were held, and ${held} should be`]),
    ...(charged === cost ? [] : [`${charged} were charged, and its ${call?.durationSeconds ?? 0} s cost ${cost}`]),
  ];
}

/**
 * Talking is paid by the second, and the price is rounded up to a micro-unit (D-41). A call that the telephone network did not see
 * answered costs nothing, and neither does one that was found too late (D-31).
 */
const costOf = (call: CallRecord | null, { microsPerMinute }: Pricing): number =>
  call === null || call.talkedSeconds === null || call.hasExpired || call.durationSeconds === null
    ? 0
    : Math.ceil((call.durationSeconds * microsPerMinute) / 60);

const total = (ledger: readonly LedgerRecord[], kind: string): number =>
  ledger.reduce((sum, entry) => sum + (entry.kind === kind ? entry.amountMicros : 0), 0);
