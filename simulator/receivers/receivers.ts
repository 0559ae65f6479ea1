import { createHash } from 'node:crypto';
import type { Answer } from '../answers/answer.ts';
import type { Outcome } from '../answers/give.ts';
import { type Programme, readProgramme } from '../answers/programme.ts';
import type { Breaches } from '../breaches.ts';
import { at, parseJson, textAt } from '../json.ts';
import type { CountedDelivery, Ledger } from '../ledger/ledger.ts';
import { keptProblems, keptTextLength, type SessionLimits } from '../limits.ts';
import type { Timeline } from '../timeline.ts';
import type { ContractVerdict, EventContract } from './event-contract.ts';
import { receiverSecrets } from './secrets.ts';
import { judgeSignature, type SignatureVerdict } from './signature.ts';

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

export interface IncomingDelivery {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ReceivedDelivery extends IncomingDelivery {
  readonly number: number;
  readonly receivedAt: Date;
  readonly deliveryId: string | null;
  /** Counts the attempts of this delivery id at this receiver. */
  readonly attempt: number;
  readonly verdict: Verdict;
  readonly answer: Answer;
}

export interface Verdict {
  /** Is true if every check succeeded: signature, age, contract, and the same bytes as in the first attempt. */
  readonly valid: boolean;
  readonly signature: SignatureVerdict;
  readonly contract: ContractVerdict;
  /**
   * Is the earlier attempt that was already answered 2xx. Deliveries come at least once, so the receiver must notice
   * this (`V-SEND-01`).
   */
  readonly duplicateOf: number | null;
  /** Is false if the body differs from that of the first attempt. */
  readonly sameBytes: boolean;
}

export interface Received {
  readonly receiver: string;
  readonly delivery: ReceivedDelivery;
  /** Is the timeline entry of the delivery. */
  readonly entry: number;
}

/** A name that would need escaping in a path is refused. */
export const receiverName = /^[A-Za-z0-9_.-]{1,64}$/;

export class TooManyReceivers extends Error {}

interface OpenReceiver extends Receiver {
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

export interface ReceiversOptions {
  readonly contract: EventContract;
  readonly timeline: Timeline;
  readonly ledger: Ledger;
  readonly breaches: Pick<Breaches, 'webhook'>;
  readonly realNow: () => Date;
  readonly limits: Pick<SessionLimits, 'receivers' | 'deliveriesPerReceiver' | 'attemptsPerReceiver' | 'deliveryBytes'>;
}

export function newReceivers({ contract, timeline, ledger, breaches, realNow, limits }: ReceiversOptions): Receivers {
  const receivers = new Map<string, OpenReceiver>();
  const secrets = receiverSecrets(limits.receivers);
  let bytes = 0;

  const open = (name: string): OpenReceiver => {
    const found = receivers.get(name);
    if (found) return found;
    if (receivers.size >= limits.receivers) throw new TooManyReceivers(`There are ${limits.receivers} receivers already. Reset first.`);
    const receiver = blankReceiver(name, secrets.of(name));
    receivers.set(name, receiver);
    timeline.add('receiver.created', { receiver: name });
    return receiver;
  };
  const keep = (receiver: OpenReceiver, delivery: ReceivedDelivery): void => {
    receiver.deliveries.push(delivery);
    bytes += delivery.body.length;
    if (receiver.deliveries.length > limits.deliveriesPerReceiver) bytes -= forgetOldest(receiver);
    while (bytes > limits.deliveryBytes) {
      const fullest = [...receivers.values()].reduce((a, b) => (b.deliveries.length > a.deliveries.length ? b : a));
      bytes -= forgetOldest(fullest);
    }
  };

  const setSecret = (receiver: OpenReceiver, secret: string | null): void => {
    receiver.secret = secret;
    secrets.set(receiver.name, secret);
  };

  return {
    create(name, { secret, programme = '' } = {}) {
      const answers = readProgramme(programme);
      const receiver = open(name);
      if (secret !== undefined) setSecret(receiver, secret);
      return Object.assign(receiver, { programme, answers, answered: 0 });
    },
    find: (name) => receivers.get(name),
    all: () => [...receivers.values()],
    setProgramme(receiver, programme) {
      Object.assign(open(receiver.name), { programme, answers: readProgramme(programme), answered: 0 });
    },
    setSecret(receiver, secret) {
      setSecret(open(receiver.name), secret);
    },
    receive(name, incoming, given) {
      const receiver = open(name);
      const answer = given ?? receiver.answers.answer(receiver.answered++);
      receiver.received += 1;
      const delivery = judged(receiver, incoming, answer, contract, realNow());
      forgetAttempts(receiver, limits.attemptsPerReceiver);
      keep(receiver, delivery);
      ledger.deliveryReceived(counted(delivery));
      const entry = timeline.add('delivery', { ...causeOf(delivery, timeline), ...summary(name, delivery) });
      breaches.webhook(name, delivery, entry);
      return { receiver: name, delivery, entry };
    },
    answered({ receiver, delivery, entry }, outcome) {
      const { deliveryId, attempt } = delivery;
      timeline.add('delivery.answered', { causedBy: entry, receiver, deliveryId, attempt, answered: outcome });
      if (typeof outcome !== 'number' || outcome >= 300) return;
      ledger.deliveryAccepted(counted(delivery));
      const attempts = deliveryId === null ? undefined : receivers.get(receiver)?.attempts.get(deliveryId);
      if (attempts) attempts.acceptedAt ??= attempt;
    },
    clear() {
      receivers.clear();
      bytes = 0;
    },
  };
}

/** Returns the cause of a delivery: the attempt before it, or for the first attempt the newest entry about its call or text. */
function causeOf({ deliveryId, attempt, body }: ReceivedDelivery, timeline: Timeline): { readonly causedBy?: number } {
  const data = at(parseJson(body.toString('utf8')), 'data');
  const cause =
    (attempt > 1 ? timeline.lastOf('deliveryId', deliveryId) : null) ??
    timeline.lastOf('callId', textAt(data, 'call_id') ?? textAt(data, 'call', 'id')) ??
    timeline.lastOf('messageId', textAt(data, 'message_id'));
  return cause === null ? {} : { causedBy: cause };
}

function judged(receiver: OpenReceiver, incoming: IncomingDelivery, answer: Answer, contract: EventContract, now: Date): ReceivedDelivery {
  const deliveryId = incoming.headers['x-webhook-delivery-id'] ?? null;
  const bodyHash = createHash('sha256').update(incoming.body).digest('hex');
  const attempts = deliveryId === null ? newAttempts(bodyHash) : attemptsOf(receiver, deliveryId, bodyHash);
  attempts.count += 1;
  const signature = judgeSignature(incoming, receiver.secret, now);
  const contractVerdict = contract.judge(parseJson(incoming.body.toString('utf8')));
  const sameBytes = attempts.firstBody === bodyHash;
  const valid = signature.reason === 'valid' && contractVerdict.problems.length === 0 && sameBytes;
  return {
    ...incoming,
    number: receiver.received,
    receivedAt: now,
    deliveryId,
    attempt: attempts.count,
    verdict: { valid, signature, contract: contractVerdict, duplicateOf: attempts.acceptedAt, sameBytes },
    answer,
  };
}

const newAttempts = (firstBody: string): Attempts => ({ count: 0, acceptedAt: null, firstBody });

/** Returns the attempts of a delivery id. Old ids are forgotten, and their count starts again. */
function attemptsOf(receiver: OpenReceiver, deliveryId: string, bodyHash: string): Attempts {
  const attempts = receiver.attempts.get(deliveryId) ?? newAttempts(bodyHash);
  receiver.attempts.delete(deliveryId);
  receiver.attempts.set(deliveryId, attempts);
  return attempts;
}

function forgetAttempts({ attempts }: OpenReceiver, kept: number): void {
  const oldest = attempts.size > kept ? attempts.keys().next().value : undefined;
  if (oldest !== undefined) attempts.delete(oldest);
}

function counted({ body, deliveryId, verdict }: ReceivedDelivery): CountedDelivery {
  const json = parseJson(body.toString('utf8'));
  return { event: verdict.contract.event ?? textAt(json, 'event'), subject: subjectOf(json), deliveryId };
}

/** Returns the subject of an event, which tells it from others of its kind, since an event has no id. */
function subjectOf(json: unknown): string | null {
  const data = at(json, 'data');
  return (
    textAt(data, 'call_id') ??
    textAt(data, 'message_id') ??
    textAt(data, 'call', 'id') ??
    textAt(data, 'contactId') ??
    textAt(data, 'leadId')
  );
}

function summary(
  receiver: string,
  { method, deliveryId, attempt, verdict, body }: ReceivedDelivery,
): Readonly<Record<string, unknown>> & { callId: string | null; messageId: string | null } {
  const data = at(parseJson(body.toString('utf8')), 'data');
  return {
    receiver,
    deliveryId,
    callId: textAt(data, 'call_id') ?? textAt(data, 'call', 'id'),
    messageId: textAt(data, 'message_id'),
    method,
    event: verdict.contract.event,
    outcome: textAt(data, 'outcome')?.slice(0, keptTextLength) ?? null,
    attempt,
    valid: verdict.valid,
    explanation: explain(verdict),
    ...(verdict.contract.problems.length > 0 ? { problems: verdict.contract.problems.slice(0, keptProblems) } : {}),
  };
}

/** Returns the verdict in one line. */
export function explain({ signature, contract, duplicateOf, sameBytes }: Verdict): string {
  const sentences = [signature.explanation];
  const [problem] = contract.problems;
  if (problem) sentences.push(`The body breaks the contract: ${problem.path || 'it'} ${problem.message}.`);
  if (!sameBytes) sentences.push('The body differs from the first attempt of the same delivery id.');
  if (duplicateOf !== null) sentences.push(`It is a duplicate of attempt ${duplicateOf}, which was accepted.`);
  return sentences.join(' ');
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
