import type { Evidence, Fault, Finding, Receipt } from './verdict.ts';

/** An acceptance of a delivery that had been accepted before. */
export interface Repeat {
  readonly deliveryId: string;
  readonly at: number;
  /** The fault that it is put down to; null where none is left to explain it. */
  readonly fault: string | null;
}

export const repeatsOf = ({ receipts, faults, deliveries }: Evidence): readonly Repeat[] => {
  const unanswered = new Map(deliveries.map(({ id, unanswered }) => [id, unanswered]));
  return [...receipts].flatMap(([id, all]) => repeatsOfOne(id, all, faults, unanswered.get(id) ?? 0));
};

/**
 * A fault explains one repeat of each delivery that it cut into, and none that came before it. So does an attempt that the service
 * recorded as unanswered, where the receiver had accepted and the sender was gone.
 */
function repeatsOfOne(deliveryId: string, receipts: readonly Receipt[], faults: readonly Fault[], unanswered: number): readonly Repeat[] {
  const acceptances = receipts.filter(({ meant }) => isSuccess(meant));
  const causes = faults.filter(({ inFlight }) => inFlight.has(deliveryId));
  let unheard = Math.min(unanswered, acceptances.filter(({ answered }) => answered === null).length);
  return acceptances.slice(1).map(({ at }) => {
    const cause = causes.findLast((fault) => fault.at <= at);
    if (cause) causes.splice(causes.indexOf(cause), 1);
    const fault = cause?.name ?? (unheard-- > 0 ? noAnswer : null);
    return { deliveryId, at, fault };
  });
}

export const unexplainedRepeats = (repeats: readonly Repeat[]): readonly Finding[] =>
  repeats
    .filter(({ fault }) => fault === null)
    .map(({ deliveryId, at }) => ({ what: `accepted again at ${moment(at)}, which no fault explains`, subject: deliveryId }));

const noAnswer = 'no answer was heard';

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

export const moment = (at: number): string => `${(at / 1_000).toFixed(2)} s`;
