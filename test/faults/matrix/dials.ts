import type { Simulator } from '../../../simulator/simulator.ts';

/** A telephone that rang, as the telephone network saw it. Moments are by `performance.now()`. */
export interface Dial {
  readonly callId: string;
  readonly phoneNumber: string;
  readonly at: number;
  /** When its call ended; infinite where it has not. */
  readonly until: number;
  /** How long was talked, in seconds of the call's story; null where nobody answered, or where the call has not ended. */
  readonly talkedSeconds: number | null;
}

/** One request to place a call. */
export interface Ask {
  readonly tenantId: string;
  readonly phoneNumber: string;
  readonly from: number;
  /** When its caller had an answer, or gave up; infinite as long as it waits. */
  readonly to: number;
  /** The service itself answered, not a proxy before it. */
  readonly isAnswered: boolean;
}

type Rung = { -readonly [Key in keyof Dial]: Dial[Key] } & { readonly providerCallId: string };

/** Collects every dial from now on. */
export function watchDials({ timeline }: Simulator): readonly Dial[] {
  const dials: Rung[] = [];
  const answered = new Map<Rung, number>();
  timeline.listen(({ kind, callId, providerCallId = '', number, state, storySeconds }) => {
    const at = performance.now();
    if (kind === 'dial')
      dials.push({
        callId: String(callId),
        providerCallId,
        phoneNumber: String(number),
        at,
        until: Number.POSITIVE_INFINITY,
        talkedSeconds: null,
      });
    const dial = kind === 'call.state' && dials.find((each) => each.providerCallId === providerCallId);
    if (!dial) return;
    if (state === 'in-progress') answered.set(dial, Number(storySeconds));
    if (state !== 'ended') return;
    dial.until = at;
    const answeredAt = answered.get(dial);
    dial.talkedSeconds = answeredAt === undefined ? null : Math.round((Number(storySeconds) - answeredAt) * 1_000) / 1_000;
  });
  return dials;
}

/** Every request is answered within this time on a machine that is not starved. */
const answeredWithinMs = 9_000;

/**
 * Returns how long after the end of a request its dial may still come. A request whose caller is gone waits on for a connection to the
 * database, as one whose caller waits for the answer does. So it may be at work for as long as any that was answered in this run. What a
 * killed process has written lies in its sockets for a while.
 */
const lateMs = (asks: readonly Ask[]): number =>
  asks.reduce((longest, { from, to, isAnswered }) => (isAnswered ? Math.max(longest, to - from) : longest), answeredWithinMs);

/** Those that rang while nobody was asking for a call to their number. */
export function unaskedDials(dials: readonly Dial[], asks: readonly Ask[]): readonly Dial[] {
  const late = lateMs(asks);
  return dials.filter(
    ({ phoneNumber, at }) => !asks.some((ask) => ask.phoneNumber === phoneNumber && ask.from <= at && at <= ask.to + late),
  );
}
