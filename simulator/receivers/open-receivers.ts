import { createHash } from 'node:crypto';
import type { Answer } from '../answers/answer.ts';
import { type Programme, readProgramme } from '../answers/programme.ts';
import { parseJson } from '../json.ts';
import { keepNewest } from '../keep-newest.ts';
import type { SessionLimits } from '../limits.ts';
import type { Timeline } from '../timeline.ts';
import type { IncomingDelivery, ReceivedDelivery, Verdict } from './delivery.ts';
import type { EventContract } from './event-contract.ts';
import { judgeSignature, type SignatureVerdict } from './signature.ts';

export interface Receiver {
  readonly name: string;
  readonly secret: string | null;
  readonly programme: string;
  /** Is true once every answer of the programme was given: later ones are 200. */
  readonly programmeDone: boolean;
  /** Counts everything it ever received, forgotten deliveries included. */
  readonly received: number;
  /** Holds the newest deliveries, oldest first. */
  readonly deliveries: readonly ReceivedDelivery[];
}

export class TooManyReceivers extends Error {}

export interface OpenReceiver extends Receiver {
  secret: string | null;
  programme: string;
  answers: Programme;
  answered: number;
  received: number;
  deliveries: ReceivedDelivery[];
  readonly attempts: Map<string, Attempts>;
}

interface Attempts {
  count: number;
  acceptedAt: number | null;
  readonly firstBody: string;
}

/** The receivers with the deliveries that are kept of each. The bytes of all deliveries together are bounded. */
export class OpenReceivers {
  readonly #limits: ReceiverLimits;
  readonly #timeline: Timeline;
  /** Holds the secrets by name. They outlive a reset, because the service goes on signing with them. */
  readonly #secrets = new Map<string, string>();
  readonly #receivers = new Map<string, OpenReceiver>();
  #bytes = 0;

  constructor(limits: ReceiverLimits, timeline: Timeline) {
    this.#limits = limits;
    this.#timeline = timeline;
  }

  find(name: string): OpenReceiver | undefined {
    return this.#receivers.get(name);
  }

  all(): readonly OpenReceiver[] {
    return [...this.#receivers.values()];
  }

  /** Finds a receiver, or makes it with the secret that was last set for the name. Throws `TooManyReceivers`. */
  open(name: string): OpenReceiver {
    const found = this.find(name);
    if (found) return found;
    const most = this.#limits.receivers;
    if (this.#receivers.size >= most) throw new TooManyReceivers(`There are ${most} receivers already. Reset first.`);
    const receiver = blankReceiver(name, this.#secrets.get(name) ?? null);
    this.#receivers.set(name, receiver);
    this.#timeline.add('receiver.created', { receiver: name });
    return receiver;
  }

  setSecret(receiver: OpenReceiver, secret: string | null): void {
    receiver.secret = secret;
    this.#secrets.delete(receiver.name);
    if (secret !== null) this.#secrets.set(receiver.name, secret);
    keepNewest(this.#secrets, this.#limits.receivers);
  }

  keep(receiver: OpenReceiver, delivery: ReceivedDelivery): void {
    keepNewest(receiver.attempts, this.#limits.attemptsPerReceiver);
    receiver.deliveries.push(delivery);
    this.#bytes += delivery.body.length;
    if (receiver.deliveries.length > this.#limits.deliveriesPerReceiver) this.#bytes -= forgetOldest(receiver);
    while (this.#bytes > this.#limits.deliveryBytes) {
      const fullest = this.all().reduce((a, b) => (b.deliveries.length > a.deliveries.length ? b : a));
      this.#bytes -= forgetOldest(fullest);
    }
  }

  /** Forgets everything but the secrets. */
  clear(): void {
    this.#receivers.clear();
    this.#bytes = 0;
  }
}

export type ReceiverLimits = Pick<SessionLimits, 'receivers' | 'deliveriesPerReceiver' | 'attemptsPerReceiver' | 'deliveryBytes'>;

/** Judges a delivery and counts it as an attempt of its delivery id. */
export function judged(
  receiver: OpenReceiver,
  incoming: IncomingDelivery,
  answer: Answer,
  contract: EventContract,
  now: Date,
): ReceivedDelivery {
  const deliveryId = incoming.headers['x-webhook-delivery-id'] ?? null;
  const bodyHash = createHash('sha256').update(incoming.body).digest('hex');
  const attempts = deliveryId === null ? newAttempts(bodyHash) : attemptsOf(receiver, deliveryId, bodyHash);
  attempts.count += 1;
  const signature = judgeSignature(incoming, receiver.secret, now);
  const contractVerdict = contract.judge(parseJson(incoming.body.toString('utf8')));
  const sameBytes = attempts.firstBody === bodyHash;
  const result = contractVerdict.problems.length === 0 && sameBytes ? resultOf(signature) : 'invalid';
  return {
    ...incoming,
    number: receiver.received,
    receivedAt: now,
    deliveryId,
    attempt: attempts.count,
    verdict: { valid: result === 'valid', result, signature, contract: contractVerdict, duplicateOf: attempts.acceptedAt, sameBytes },
    answer,
  };
}

const resultOf = ({ reason }: SignatureVerdict): Verdict['result'] => (reason === 'valid' || reason === 'not_checked' ? reason : 'invalid');

const newAttempts = (firstBody: string): Attempts => ({ count: 0, acceptedAt: null, firstBody });

/** Returns the attempts of a delivery id. Old ids are forgotten, and their count starts again. */
function attemptsOf(receiver: OpenReceiver, deliveryId: string, bodyHash: string): Attempts {
  const attempts = receiver.attempts.get(deliveryId) ?? newAttempts(bodyHash);
  receiver.attempts.delete(deliveryId);
  receiver.attempts.set(deliveryId, attempts);
  return attempts;
}

function forgetOldest(receiver: OpenReceiver): number {
  return receiver.deliveries.shift()?.body.length ?? 0;
}

const blankReceiver = (name: string, secret: string | null): OpenReceiver => ({
  name,
  secret,
  programme: '',
  answers: readProgramme(''),
  answered: 0,
  get programmeDone() {
    return this.answered >= this.answers.length;
  },
  received: 0,
  deliveries: [],
  attempts: new Map(),
});
