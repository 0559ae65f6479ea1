/**
 * Which numbers are a session's. Every block of ten thousand, `+1555…` and `+1556…`, has a hundred hundreds; a session
 * has one of them in each, so that what the service dials or texts tells whose it is, though the service knows nothing of
 * sessions. The lower fifty hundreds are nobody's but the default session's.
 */
export interface SessionNumbers {
  /** Of the last four digits. */
  readonly first: number;
  readonly last: number;
}

const perSession = 100;
const firstOfSessions = 5_000;

export const numbersOf = (slot: number): SessionNumbers => {
  const first = firstOfSessions + slot * perSession;
  return { first, last: first + perSession - 1 };
};

/** The slot that a number belongs to; null where it is none of a session's. */
export function slotOf(phoneNumber: string | null): number | null {
  const digits = /^\+155[56]\d{3}(\d{4})$/.exec(phoneNumber ?? '')?.[1];
  const slot = digits === undefined ? -1 : Math.floor((Number(digits) - firstOfSessions) / perSession);
  return slot < 0 ? null : slot;
}

/** The last four digits of a session's number: its own count begins at 0. */
export function whichOf(numbers: SessionNumbers | null, which: number): number {
  if (numbers === null) return which;
  if (which < 0 || which >= perSession)
    throw new Error(`A session has ${perSession} numbers for each scenario, 0 to ${perSession - 1}, not ${which}.`);
  return numbers.first + which;
}
