import { type BudgetRecord, budgetFindings, type Pace } from './budgets.ts';
import { type CountRecord, countFindings } from './counts.ts';
import { type Ask, type Dial, unaskedDials } from './dials.ts';
import { type PermitRecord, permitFindings } from './permits.ts';
import { type RecordingRecord, recordingFindings } from './recordings.ts';
import { isSuccess, moment, repeatsOf, unexplainedRepeats } from './repeats.ts';
import { type RetentionEvidence, retentionFindings } from './retention.ts';
import { type Row, rowsOf } from './rows.ts';
import { type Pricing, type WalletRecord, walletFindings } from './wallets.ts';

/**
 * Judges what happened. Pure: it is given what the service recorded, what the oracle and the telephone network saw, and
 * what the faults cut into, and says what does not agree.
 */
export interface Evidence {
  readonly faults: readonly Fault[];
  /** Every delivery, as the service left it. */
  readonly deliveries: readonly DeliveryRecord[];
  /** What the oracle received, by delivery id. */
  readonly receipts: ReadonlyMap<string, readonly Receipt[]>;
  /** Every event whose publication was answered 2xx. */
  readonly events: readonly AcceptedEvent[];
  /** Every call that the service has, that it said it had, or that the telephone network was asked for. */
  readonly calls: readonly CallRecord[];
  readonly dials: readonly Dial[];
  readonly asks: readonly Ask[];
  /** Every text that the service has, that it said it had, or that the carrier was given. */
  readonly texts: readonly TextRecord[];
  /** Of every tenant that places calls. */
  readonly permits: readonly PermitRecord[];
  readonly wallets: readonly WalletRecord[];
  readonly pricing: Pricing;
  /** Of every tenant that has deliveries. */
  readonly counts: readonly CountRecord[];
  /** Of every call that a telephone rang for. */
  readonly recordings: readonly RecordingRecord[];
  /** Of every tenant that asks for more than it may. */
  readonly budgets: readonly BudgetRecord[];
  readonly pace: Pace;
  readonly retention: RetentionEvidence;
  /** What went wrong beside all this: processes that died by themselves, lists that do not add up. */
  readonly troubles: readonly Finding[];
}

/** A fault, and what it struck. */
export interface Fault {
  readonly name: string;
  /** A SIGKILL of a service process. */
  readonly isKill: boolean;
  /** By `performance.now()` of the harness, as all moments here. */
  readonly at: number;
  /** Deliveries under lease to whom it struck. */
  readonly held: ReadonlySet<string>;
  /** Those that may come again because of it: of a killed process those that were sent and whose outcome it never wrote. */
  readonly inFlight: ReadonlySet<string>;
  /** What it does to the pace of tenants, where it does anything. */
  readonly pace?: 'lost' | 'stepped';
  /** How long until whom it struck did its work again; null where that was never seen. */
  readonly backMs: number | null;
}

export interface Receipt {
  readonly at: number;
  readonly bodyHash: string;
  /** Whether the signature verifies, by the oracle's own reckoning. */
  readonly signed: boolean;
  /** What the oracle made of it, whether or not the sender was still there to hear. */
  readonly meant: number;
  /** The status that was sent whole; null where the sender was gone, or the connection was cut. */
  readonly answered: number | null;
}

export interface DeliveryRecord {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly cycleAttempts: number;
  readonly responseStatus: number | null;
  readonly bodyHash: string;
  /** Lines in the attempt log, and those of them that had no answer. */
  readonly logged: number;
  readonly unanswered: number;
}

export interface AcceptedEvent {
  readonly name: string;
  readonly expected: number;
  readonly stored: number;
}

export interface CallRecord {
  readonly id: string;
  /** Null: there is no such call. */
  readonly tenantId: string | null;
  /** Whether a caller was answered 201. */
  readonly accepted: boolean;
  /** Null: there is no such call. */
  readonly status: string | null;
  readonly durationSeconds: number | null;
  /** Whether it gave its permit and its hold back before its fate was known. */
  readonly hasExpired: boolean;
  readonly completedEvents: number;
  readonly dials: number;
  /** How long was talked by the telephone network's account; null where nobody answered. */
  readonly talkedSeconds: number | null;
}

/** Every carrier of the matrix delivers what it is given. */
export interface TextRecord {
  readonly id: string;
  /** Whether the operator was answered 202. */
  readonly accepted: boolean;
  /** Null: there is no such text. */
  readonly status: string | null;
  readonly deliveredEvents: number;
  readonly sends: number;
}

export interface Finding {
  readonly what: string;
  /** A delivery, an event, a call, a process. */
  readonly subject: string;
}

export interface Verdict {
  readonly kills: number;
  readonly lost: readonly Finding[];
  readonly duplicates: number;
  readonly bound: number;
  readonly doubleDials: readonly Finding[];
  /** Telephones that rang while nobody was asking for it. */
  readonly unaskedDials: readonly Finding[];
  /** Permits that were not given back, and more calls at once than a tenant may have. */
  readonly permits: readonly Finding[];
  /** Holds, charges and balances that do not add up. */
  readonly wallets: readonly Finding[];
  /** Totals of lists that are not what is there. */
  readonly counts: readonly Finding[];
  /** Recordings that were lost, changed or made up. */
  readonly recordings: readonly Finding[];
  /** More requests of a tenant than it may send. */
  readonly budgets: readonly Finding[];
  /** What was removed too early, or kept too long. */
  readonly retention: readonly Finding[];
  /** Signatures, bytes and records that do not agree; repeats that no fault explains. */
  readonly wrong: readonly Finding[];
  readonly rows: readonly Row[];
  readonly passed: boolean;
}

const maxAttempts = 6;
const endedTexts = new Set(['delivered', 'failed', 'refused']);
const ended = new Set(['completed', 'no_answer', 'busy', 'failed', 'canceled']);

export function judge(evidence: Evidence): Verdict {
  const { faults, events, calls, dials, asks, texts } = evidence;
  const lost = losses(evidence);
  const repeats = repeatsOf(evidence);
  const wrong = [...disagreements(evidence), ...unexplainedRepeats(repeats)];
  const doubleDials = calls.filter(({ dials }) => dials > 1).map(({ id, dials }) => ({ what: `dialled ${dials} times`, subject: id }));
  const unasked = unaskedDials(dials, asks).map(({ callId, phoneNumber, at }) => ({
    what: `rang ${phoneNumber} at ${moment(at)}; ${askedFor(phoneNumber, asks)}`,
    subject: callId,
  }));
  const permits = permitFindings(evidence);
  const wallets = walletFindings(evidence);
  const counts = countFindings(evidence.counts);
  const recordings = recordingFindings(evidence.recordings);
  const budgets = budgetFindings(evidence);
  const retention = retentionFindings(evidence.retention);
  const bound = faults.reduce((total, { inFlight }) => total + inFlight.size, 0);
  const isEmpty = events.length === 0 || calls.length === 0 || texts.length === 0;
  return {
    kills: faults.filter(({ isKill }) => isKill).length,
    lost,
    duplicates: repeats.length,
    bound,
    doubleDials,
    unaskedDials: unasked,
    permits,
    wallets,
    counts,
    recordings,
    budgets,
    retention,
    wrong: isEmpty ? [...wrong, { what: 'nothing was asked of the service', subject: 'the load' }] : wrong,
    rows: rowsOf(evidence, repeats, lost),
    passed:
      [lost, doubleDials, unasked, permits, wallets, counts, recordings, budgets, retention, wrong].every(({ length }) => length === 0) &&
      repeats.length <= bound &&
      !isEmpty,
  };
}

function losses({ events, deliveries, receipts, calls, texts }: Evidence): readonly Finding[] {
  return [
    ...events.filter(({ stored, expected }) => stored < expected).map(missingRows),
    ...deliveries.flatMap((delivery) => found(delivery.id, lossOf(delivery, receipts.get(delivery.id) ?? []))),
    ...calls.flatMap((call) => found(call.id, lossOfCall(call))),
    ...texts.flatMap((text) => found(text.id, lossOfText(text))),
  ];
}

const askedFor = (phoneNumber: string, asks: readonly Ask[]): string =>
  `asked for ${
    asks
      .filter((ask) => ask.phoneNumber === phoneNumber)
      .map(({ from, to }) => `from ${moment(from)} to ${moment(to)}`)
      .join(', ') || 'never'
  }`;

const missingRows = ({ name, stored, expected }: AcceptedEvent): Finding => ({
  what: `accepted, and ${stored} of its ${expected} deliveries stored`,
  subject: name,
});

/** It came to a 2xx, or to exactly six failures; and the oracle agrees. */
function lossOf({ status, cycleAttempts }: DeliveryRecord, receipts: readonly Receipt[]): string | null {
  const wasAccepted = receipts.some(({ answered }) => isSuccess(answered));
  if (status === 'success') return wasAccepted ? null : 'recorded as delivered, and never accepted';
  if (status !== 'failed') return `never came to an end: ${status}, received ${receipts.length} times`;
  return cycleAttempts === maxAttempts ? null : `given up after ${cycleAttempts} attempts`;
}

/** A call that was neither dialled nor answered 201 is closed as failed, and nobody is told. */
function lossOfCall({ accepted, status, completedEvents, dials }: CallRecord): string | null {
  if (status === null) return accepted ? 'answered 201, and there is no such call' : null;
  if (status === 'failed' && !accepted && dials === 0) return null;
  if (!ended.has(status)) return `never ended: ${status}`;
  return completedEvents === 0 ? 'ended without call.completed' : null;
}

function lossOfText({ accepted, status, deliveredEvents, sends }: TextRecord): string | null {
  if (status === null) return accepted ? 'answered 202, and there is no such text' : null;
  // Its sender died before the carrier had it: it may not be sent again, and nobody can say that it was not.
  if (status === 'unknown' && sends === 0) return null;
  if (!endedTexts.has(status)) return `never ended: ${status}`;
  return sends > 0 && deliveredEvents === 0 ? `sent, ended as ${status}, and no sms.delivered` : null;
}

function disagreements({ faults, deliveries, receipts, calls, texts, events, troubles }: Evidence): readonly Finding[] {
  const known = new Set(deliveries.map(({ id }) => id));
  return [
    ...troubles,
    ...[...receipts.keys()].filter((id) => !known.has(id)).map((id) => ({ what: 'received, and unknown to the service', subject: id })),
    ...deliveries.flatMap((delivery) => disagreementsOn(delivery, receipts.get(delivery.id) ?? [], faults)),
    ...calls.filter(({ completedEvents }) => completedEvents > 1).map(({ id }) => ({ what: 'more than one call.completed', subject: id })),
    ...calls
      .filter(({ durationSeconds, talkedSeconds }) => durationSeconds !== null && Math.abs(durationSeconds - (talkedSeconds ?? 0)) > 1)
      .map(({ id, durationSeconds, talkedSeconds }) => ({
        what: `lasted ${durationSeconds} s, and talked ${talkedSeconds ?? 0} s`,
        subject: id,
      })),
    ...texts.filter(({ sends }) => sends > 1).map(({ id, sends }) => ({ what: `sent ${sends} times`, subject: id })),
    ...texts
      .filter(({ deliveredEvents, sends }) => deliveredEvents > Math.min(sends, 1))
      .map(({ id, deliveredEvents, sends }) => ({ what: `${deliveredEvents} sms.delivered, and sent ${sends} times`, subject: id })),
    ...events
      .filter(({ stored, expected }) => stored > expected)
      .map(({ name }) => ({ what: 'more deliveries than triggers', subject: name })),
  ];
}

function disagreementsOn(delivery: DeliveryRecord, receipts: readonly Receipt[], faults: readonly Fault[]): readonly Finding[] {
  const { id, status, attempts, logged, unanswered, responseStatus } = delivery;
  const say = (holds: boolean, what: string): readonly Finding[] => (holds ? [] : [{ what, subject: id }]);
  const isSigned = receipts.every(({ signed }) => signed);
  const isIntact = receipts.every(({ bodyHash }) => bodyHash === delivery.bodyHash);
  const excess = receipts.length - attempts;
  const strikes = faults.filter(({ inFlight }) => inFlight.has(id)).length;
  return [
    ...say(isSigned, 'a signature that does not verify'),
    ...say(isIntact, 'bytes that are not the stored ones'),
    ...say(logged === attempts, `${attempts} attempts recorded, ${logged} in the attempt log`),
    ...say(status !== 'success' || responseStatus === 200, `recorded as delivered with status ${responseStatus}`),
    ...say(status !== 'failed' || !receipts.some(({ meant }) => isSuccess(meant)), 'recorded as failed, and accepted'),
    ...say(attempts - unanswered <= receipts.length, `${attempts - unanswered} answers recorded, received ${receipts.length} times`),
    ...say(
      excess <= strikes,
      `received ${receipts.length} times (${receipts.map(({ at }) => moment(at)).join(', ')}), ${attempts} attempts recorded, and ${strikes} faults cut into it`,
    ),
  ];
}

const found = (subject: string, what: string | null): readonly Finding[] => (what === null ? [] : [{ what, subject }]);

/** The last line of a run, for people and machines. */
export const lastLine = ({
  kills,
  lost,
  duplicates,
  bound,
  doubleDials,
  unaskedDials,
  permits,
  wallets,
  counts,
  recordings,
  budgets,
  retention,
}: Verdict): string =>
  `kills ${kills}, lost ${lost.length}, duplicates ${duplicates} (bound ${bound}), double dials ${doubleDials.length}, unasked dials ${unaskedDials.length}, permits ${permits.length}, wallets ${wallets.length}, counts ${counts.length}, recordings ${recordings.length}, budgets ${budgets.length}, retention ${retention.length}`;
