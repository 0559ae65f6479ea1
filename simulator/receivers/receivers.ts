import { isAccepted } from '../accepted.ts';
import type { Answer } from '../answers/answer.ts';
import type { Outcome } from '../answers/give.ts';
import { readProgramme } from '../answers/programme.ts';
import type { Breaches } from '../breaches.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Timeline } from '../timeline.ts';
import { causeOf, counted, type IncomingDelivery, type Received, summary } from './delivery.ts';
import type { EventContract } from './event-contract.ts';
import { judged, OpenReceivers, type Receiver, type ReceiverLimits } from './open-receivers.ts';

/**
 * Endpoints for webhooks, each with a secret and a programme of answers. Every delivery is kept with its raw bytes and
 * a verdict with its reasons; both are bounded.
 */
export interface Receivers {
  create(name: string, settings?: ReceiverSettings): Receiver;
  find(name: string): Receiver | undefined;
  all(): readonly Receiver[];
  setProgramme(receiver: Receiver, programme: string): void;
  setSecret(receiver: Receiver, secret: string | null): void;
  /** Accepts a delivery and returns its answer. The first delivery to an unknown name makes its receiver. */
  receive(name: string, delivery: IncomingDelivery, inPlaceOfItsProgramme?: Answer): Received;
  /** Records the final answer: a status, or the reason why the sender got none. */
  answered(received: Received, outcome: Outcome): void;
  /** Forgets everything but the secrets. */
  clear(): void;
}

export interface ReceiverSettings {
  /**
   * Is null if signatures are not checked. If it is absent, the secret that was last set for this name applies, even
   * one from before a reset.
   */
  readonly secret?: string | null | undefined;
  readonly programme?: string;
}

/** A name that would need escaping in a path is refused. */
export const receiverName = /^[A-Za-z0-9_.-]{1,64}$/;

export interface ReceiversOptions {
  readonly contract: EventContract;
  readonly timeline: Timeline;
  readonly ledger: Ledger;
  readonly breaches: Pick<Breaches, 'webhook'>;
  readonly realNow: () => Date;
  readonly limits: ReceiverLimits;
}

export function newReceivers({ contract, timeline, ledger, breaches, realNow, limits }: ReceiversOptions): Receivers {
  const receivers = new OpenReceivers(limits, timeline);

  return {
    create(name, { secret, programme = '' } = {}) {
      const answers = readProgramme(programme);
      const receiver = receivers.open(name);
      if (secret !== undefined) receivers.setSecret(receiver, secret);
      return Object.assign(receiver, { programme, answers, answered: 0 });
    },
    find: (name) => receivers.find(name),
    all: () => receivers.all(),
    setProgramme(receiver, programme) {
      Object.assign(receivers.open(receiver.name), { programme, answers: readProgramme(programme), answered: 0 });
    },
    setSecret(receiver, secret) {
      receivers.setSecret(receivers.open(receiver.name), secret);
    },
    receive(name, incoming, given) {
      const receiver = receivers.open(name);
      const answer = given ?? receiver.answers.answer(receiver.answered++);
      receiver.received += 1;
      const delivery = judged(receiver, incoming, answer, contract, realNow());
      receivers.keep(receiver, delivery);
      ledger.deliveryReceived(counted(delivery));
      const entry = timeline.add('delivery', { ...causeOf(delivery, timeline), ...summary(name, delivery) });
      breaches.webhook(name, delivery, entry);
      return { receiver: name, delivery, entry };
    },
    answered({ receiver, delivery, entry }, outcome) {
      const { deliveryId, attempt } = delivery;
      timeline.add('delivery.answered', { causedBy: entry, receiver, deliveryId, attempt, answered: outcome });
      if (!isAccepted(outcome)) return;
      ledger.deliveryAccepted(counted(delivery));
      const attempts = deliveryId === null ? undefined : receivers.find(receiver)?.attempts.get(deliveryId);
      if (attempts) attempts.acceptedAt ??= attempt;
    },
    clear: () => receivers.clear(),
  };
}
