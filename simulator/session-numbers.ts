/**
 * The numbers of a session. Every block of ten thousand, `+1555…` and `+1556…`, has a hundred hundreds, and a session
 * has one of them in each. The number that the service dials or texts thus identifies the session, though the service
 * knows nothing of sessions. The lower fifty hundreds belong to the default session.
 */
export interface SessionNumbers {
  /** Is the first value of the last four digits. */
  readonly first: number;
  readonly last: number;
}

const perSession = 100;
const firstOfSessions = 5_000;

export const numbersOf = (slot: number): SessionNumbers => {
  const first = firstOfSessions + slot * perSession;
  return { first, last: first + perSession - 1 };
};

/** Returns the session's hundred that a number belongs to, or null if it is in no session's range. */
export function slotOf(phoneNumber: string | null): number | null {
  const digits = /^\+155[56]\d{3}(\d{4})$/.exec(phoneNumber ?? '')?.[1];
  const slot = digits === undefined ? -1 : Math.floor((Number(digits) - firstOfSessions) / perSession);
  return slot < 0 ? null : slot;
}

/** Returns the last four digits of a scenario's number. Another number of digits would be another scenario's. */
export function lastDigits(which: number): string {
  if (!Number.isInteger(which) || which < 0 || which > 9_999) throw new Error(`A scenario has the numbers 0 to 9999, not ${which}.`);
  return String(which).padStart(4, '0');
}

/** Returns the last four digits of a session's number, which the session counts from 0. */
export function whichOf(numbers: SessionNumbers | null, which: number): number {
  if (numbers === null) return which;
  if (!Number.isInteger(which) || which < 0 || which >= perSession)
    throw new Error(`A session has ${perSession} numbers for each scenario, 0 to ${perSession - 1}, not ${which}.`);
  return numbers.first + which;
}
