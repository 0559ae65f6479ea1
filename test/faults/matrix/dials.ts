import type { Simulator } from '../../../simulator/simulator.ts';

/** A telephone that rang. Moments are by `performance.now()`. */
export interface Dial {
  readonly callId: string;
  readonly phoneNumber: string;
  readonly at: number;
}

/** One request to place a call. */
export interface Ask {
  readonly phoneNumber: string;
  readonly from: number;
  /** When its caller had an answer, or gave up; infinite as long as it waits. */
  readonly to: number;
}

/** Collects every dial from now on. */
export function watchDials({ timeline }: Simulator): readonly Dial[] {
  const dials: Dial[] = [];
  timeline.listen(({ kind, callId, number }) => {
    if (kind === 'dial') dials.push({ callId: String(callId), phoneNumber: String(number), at: performance.now() });
  });
  return dials;
}

/** How long after the end of a request its dial may still come: what a killed process has written lies in its sockets for a while. */
const lateMs = 5_000;

/** Those that rang while nobody was asking for a call to their number. */
export const unaskedDials = (dials: readonly Dial[], asks: readonly Ask[]): readonly Dial[] =>
  dials.filter(({ phoneNumber, at }) => !asks.some((ask) => ask.phoneNumber === phoneNumber && ask.from <= at && at <= ask.to + lateMs));
