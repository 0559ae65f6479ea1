import type { PlayedCall, PlayedWebhook } from '../take-along/played-call.ts';
import { type Attempt, type CallRow, type DeliveryRow, isAccepted } from '../timeline/rows.ts';

/** Returns the facts about a call that only the timeline knows. */
export function playedCall(call: CallRow, seed: number): Omit<PlayedCall, 'placement' | 'callbacks' | 'outcome' | 'transcript'> {
  const receivers = [...new Set(call.deliveries.map(({ receiver }) => receiver))];
  const programmes = receivers.map((receiver) => ({
    receiver,
    answers: answersOf(call.deliveries.filter((delivery) => delivery.receiver === receiver)),
  }));
  return {
    scenario: call.scenario,
    number: call.number,
    endedReason: call.endedReason,
    seed,
    steps: call.steps,
    programmes,
    webhooks: call.deliveries.flatMap((delivery) => webhookOf(delivery, call.deliveries)),
  };
}

function webhookOf(delivery: DeliveryRow, all: readonly DeliveryRow[]): readonly PlayedWebhook[] {
  const { receiver, event, outcome } = delivery;
  if (event === null) return [];
  const beside = all.filter((other) => other.receiver === receiver);
  const isItsOwn = beside.length === 1 || beside.every(({ attempts }) => isAccepted(attempts[0]?.answered));
  return [{ receiver, event, outcome, attempts: isItsOwn ? untilTaken(delivery).length : null }];
}

/** Returns the answers to all deliveries of the call in the order they were given. */
const answersOf = (deliveries: readonly DeliveryRow[]): readonly (number | string | null)[] =>
  deliveries
    .flatMap(untilTaken)
    .sort((a, b) => a.seq - b.seq)
    .map(({ answered }) => answered);

/** Returns the attempts of the schedule, without replays. */
function untilTaken({ attempts }: DeliveryRow): readonly Attempt[] {
  const taken = attempts.findIndex(({ answered }) => isAccepted(answered));
  return taken === -1 ? attempts : attempts.slice(0, taken + 1);
}
