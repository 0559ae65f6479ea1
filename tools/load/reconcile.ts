import type { Accepted, Account, Received } from './account.ts';
import type { EndState } from './end-state.ts';

/** Everything that a run counts. What is wrong stands with its first examples. */
export const counts = {
  accepted: 'calls, texts and events that were accepted',
  ended: 'of these, the calls that have ended, and all texts and events',
  delivered: 'of these, those whose webhook a receiver has taken',
  pending: 'webhooks that are owed and, by the record, still tried',
  lost: 'webhooks that are owed and will not come, those of replays included',
  double: 'calls that were dialled more than once, and events that have more than one delivery',
  repeated: 'deliveries that came again after they had been taken, which at-least-once delivery allows',
  late: 'webhooks that came later after their event than the profile allows',
  unsigned: 'attempts whose signature does not verify',
  altered: 'attempts with other bytes than the first of their delivery',
  malformed: 'deliveries whose body does not fit the published schema',
  disordered: 'attempts that were signed before an earlier one of their delivery',
  unrecorded: 'deliveries that came and are not in the record',
  untrue: 'deliveries that are recorded as successes and that no receiver has taken',
  undialled: 'accepted calls that were never dialled',
  foreign: 'webhooks about nothing that this run caused',
} as const;
export type Count = keyof typeof counts;

export interface Reconciled {
  readonly counts: Readonly<Record<Count, number>>;
  /** False: nobody says whether what is owed is still tried, so `lost` counts what was not seen to come. */
  readonly isRecordRead: boolean;
  /** At most five of each. */
  readonly examples: readonly Wrong[];
  /** The accepted calls, and how many of them the telephone network dialled; null where nobody says it. */
  readonly calls: { readonly accepted: number; readonly dialled: number | null };
}

export interface Wrong {
  readonly count: Count;
  /** The id of what is wrong, with what was seen. */
  readonly about: string;
}

export interface Allowed {
  readonly lateMs: number;
  /** The service's clock less this machine's, in milliseconds. Null: it is not known, and no webhook is called late. */
  readonly offsetMs: number | null;
}

/** Compares what was accepted with what came and with what the deployment says of it. */
export function reconcile(account: Account, end: EndState, allowed: Allowed): Reconciled {
  const tally = new Tally();
  let stillTried = [...end.deliveries.values()].filter(({ id, status }) => isTried(status) && !account.received.has(id)).length;
  for (const [subject, accepted] of account.accepted) {
    tallyCall(tally, subject, accepted, end);
    if (accepted.deliveries.size > 1) tally.add('double', `${subject} has the deliveries ${[...accepted.deliveries].join(', ')}`);
    if (accepted.deliveredAt !== null) continue;
    const isKnownTried = [...accepted.deliveries].some((id) => isTried(end.deliveries.get(id)?.status));
    // The record does not say what a delivery is about, so one that has not come once stands for any webhook that has not come.
    const isTriedUnseen = accepted.deliveries.size === 0 && stillTried > 0;
    if (isTriedUnseen) stillTried -= 1;
    tally.add(isKnownTried || isTriedUnseen ? 'pending' : 'lost', `${accepted.kind} ${subject}`);
  }
  for (const [id, received] of account.received) tallyDelivery(tally, id, received, end, allowed);
  for (const { id, status } of end.deliveries.values())
    if (status === 'success' && !account.received.get(id)?.taken) tally.add('untrue', id);
  for (const [subject, ids] of account.unclaimed) for (const id of ids) tally.add('foreign', `${id} about ${subject}`);
  const all = [...account.accepted];
  const calls = all.filter(([, { kind }]) => kind === 'call');
  const { dials } = end;
  return {
    counts: {
      ...tally.counts,
      accepted: all.length,
      ended: all.filter(([id, { kind }]) => kind !== 'call' || Boolean(end.calls.get(id)?.endedAt)).length,
      delivered: all.filter(([, { deliveredAt }]) => deliveredAt !== null).length,
    },
    isRecordRead: end.isRecordRead,
    examples: tally.examples,
    calls: { accepted: calls.length, dialled: dials && calls.filter(([id]) => (dials.get(id) ?? 0) > 0).length },
  };
}

function tallyCall(tally: Tally, subject: string, { kind }: Accepted, { dials }: EndState): void {
  if (kind !== 'call' || dials === null) return;
  const times = dials.get(subject) ?? 0;
  if (times > 1) tally.add('double', `${subject} was dialled ${times} times`);
  if (times === 0) tally.add('undialled', subject);
}

function tallyDelivery(tally: Tally, id: string, received: Received, { deliveries }: EndState, { lateMs, offsetMs }: Allowed): void {
  const { taken, replaysAsked, replaysUnanswered, unsigned, altered, disordered, problem } = received;
  tally.add('repeated', id, Math.max(0, taken - 1 - replaysAsked - replaysUnanswered));
  if (taken > 0) tally.add('lost', `a replay of ${id}`, Math.max(0, replaysAsked + 1 - taken));
  tally.add('unsigned', id, unsigned);
  tally.add('altered', id, altered);
  tally.add('disordered', id, disordered);
  if (problem !== null) tally.add('malformed', `${id}: ${problem}`);
  if (deliveries.size > 0 && !deliveries.has(id)) tally.add('unrecorded', id);
  const lagMs = offsetMs === null ? 0 : lagOf(received, offsetMs);
  if (lagMs > lateMs) tally.add('late', `${id} after ${(lagMs / 1_000).toFixed(1)} s`);
}

/** Returns the time from an event to the first byte of its webhook, in milliseconds. */
export const lagOf = ({ firstAt, eventAt }: Pick<Received, 'firstAt' | 'eventAt'>, offsetMs: number): number =>
  firstAt + offsetMs - eventAt;

/** The service's clock less this machine's, with the most that this can be wrong, in milliseconds. */
export interface ClockOffset {
  readonly ms: number;
  readonly within: number;
}

/** Counts the webhooks that came before their events by more than the offset can be wrong. One is enough to disprove it. */
export const earlierThanEvent = ({ received }: Account, { ms, within }: ClockOffset): number =>
  [...received.values()].filter((each) => lagOf(each, ms) < -(within + roundedMs)).length;

/** Four times make up a lag and the offset, each rounded down to a millisecond. */
const roundedMs = 2;

const isTried = (status: string | undefined): boolean => status === 'pending' || status === 'retrying';

class Tally {
  readonly counts = zeros();
  readonly examples: Wrong[] = [];

  add(count: Count, about: string, times = 1): void {
    if (times === 0) return;
    this.counts[count] += times;
    if (this.examples.filter((each) => each.count === count).length < 5) this.examples.push({ count, about });
  }
}

// The names of the counts are those of their type.
const zeros = () => Object.fromEntries(Object.keys(counts).map((count) => [count, 0])) as Record<Count, number>;
