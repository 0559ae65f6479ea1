import { createHash } from 'node:crypto';

/**
 * Keeps the account of a run: everything that the deployment has accepted and owes an end and a webhook, and everything that came.
 * The subject of an event is the id of the call or the message that it is about.
 */
export class Account {
  /** What was accepted, by subject. */
  readonly accepted = new Map<string, Accepted>();
  /** What came, by delivery id. */
  readonly received = new Map<string, Received>();
  /** Deliveries that came before their subject was accepted, by subject. At the end of a run these are of no request of it. */
  readonly unclaimed = new Map<string, string[]>();
  /** Deliveries whose body names no subject. */
  nameless = 0;
  /** Taken deliveries that may be asked for again, by tenant. */
  readonly #replayable = new Map<string, string[]>();
  #owed = 0;
  #ended = 0;
  #delivered = 0;
  #watch: (received: Received) => void = () => undefined;

  /** The number of webhooks that are still owed. */
  get owed(): number {
    return this.#owed;
  }

  /** The number of texts and events that were accepted, and of calls whose webhook has come. */
  get ended(): number {
    return this.#ended;
  }

  /** The number of what was accepted whose webhook a receiver has taken. */
  get delivered(): number {
    return this.#delivered;
  }

  /** Calls `seen` with each delivery at its first attempt. */
  watch(seen: (received: Received) => void): void {
    this.#watch = seen;
  }

  accept(subject: string, accepted: Pick<Accepted, 'kind' | 'tenant' | 'phase' | 'dueAt'>): void {
    if (this.accepted.has(subject)) return;
    const early = this.unclaimed.get(subject) ?? [];
    this.unclaimed.delete(subject);
    const takenAt = early.map((id) => this.received.get(id)?.takenAt ?? null).find((at) => at !== null) ?? null;
    this.accepted.set(subject, { ...accepted, deliveries: new Set(early), deliveredAt: takenAt });
    if (takenAt === null) this.#owed += 1;
    else this.#delivered += 1;
    if (accepted.kind !== 'call' || early.length > 0) this.#ended += 1;
  }

  /** Notes an attempt of a delivery as it arrived. */
  receive(deliveryId: string, attempt: Attempt): void {
    const hash = createHash('sha256').update(attempt.body).digest('base64');
    const known = this.received.get(deliveryId);
    const received = known ?? newReceived(attempt, hash);
    this.received.set(deliveryId, received);
    if (known) noteRepeat(known, attempt, hash);
    else this.#watch(received);
    if (!attempt.isSigned) received.unsigned += 1;
    received.problem ??= attempt.problem;
    if (attempt.isTaken) this.#take(received, attempt.at);
    this.#file(deliveryId, received, attempt.subject);
  }

  /** Notes that a delivery was asked for once more, so that it is owed another time. */
  expectReplay(deliveryId: string): void {
    const received = this.received.get(deliveryId);
    if (!received) return;
    received.replaysAsked += 1;
    // The attempt may have come before the answer that promises it.
    if (received.taken <= received.replaysAsked) this.#owed += 1;
  }

  /** Notes that nobody knows if a delivery will come once more: the request for it was not answered. */
  allowReplay(deliveryId: string): void {
    const received = this.received.get(deliveryId);
    if (received) received.replaysUnanswered += 1;
  }

  /** Remembers a taken delivery for replays. The first thousand of each tenant are enough. */
  offerForReplay(tenant: string, deliveryId: string): void {
    const own = this.#replayable.get(tenant) ?? [];
    if (own.length < 1_000) own.push(deliveryId);
    this.#replayable.set(tenant, own);
  }

  /** Returns a delivery that its receiver has taken; `n` chooses among them. Null: there is none yet. */
  replayable(tenant: string, n: number): string | null {
    const own = this.#replayable.get(tenant) ?? [];
    return own[n % own.length] ?? null;
  }

  #take(received: Received, at: number): void {
    received.taken += 1;
    received.takenAt ??= at;
    if (received.taken > 1 && received.taken <= 1 + received.replaysAsked) this.#owed -= 1;
  }

  #file(deliveryId: string, { takenAt }: Received, subject: string | null): void {
    if (subject === null) {
      this.nameless += 1;
      return;
    }
    const accepted = this.accepted.get(subject);
    if (!accepted) {
      const early = this.unclaimed.get(subject) ?? [];
      if (!early.includes(deliveryId)) this.unclaimed.set(subject, [...early, deliveryId]);
      return;
    }
    if (accepted.kind === 'call' && accepted.deliveries.size === 0) this.#ended += 1;
    accepted.deliveries.add(deliveryId);
    if (takenAt === null || accepted.deliveredAt !== null) return;
    accepted.deliveredAt = takenAt;
    this.#delivered += 1;
    this.#owed -= 1;
  }
}

/** Something that the deployment has accepted: a call, a text, or an event of the application's own. */
export interface Accepted {
  readonly kind: 'call' | 'text' | 'event';
  readonly tenant: string;
  readonly phase: string;
  /** When its request was due, in milliseconds of this machine's clock. */
  readonly dueAt: number;
  readonly deliveries: Set<string>;
  /** When a receiver took one of its deliveries. */
  deliveredAt: number | null;
}

/** One attempt as the receiver saw it. */
export interface Attempt {
  /** Null where the body names none. */
  readonly subject: string | null;
  readonly body: Buffer;
  /** When it arrived, in milliseconds of this machine's clock. */
  readonly at: number;
  /** The event's own time by its body, in milliseconds of the service's clock. */
  readonly eventAt: number;
  /** `X-Webhook-Timestamp`, in seconds. */
  readonly sentAt: number;
  readonly isSigned: boolean;
  /** What the body lacks by its schema. */
  readonly problem: string | null;
  /** True if it was answered with a success. */
  readonly isTaken: boolean;
}

/** A delivery as its attempts showed it. */
export interface Received {
  readonly hash: string;
  readonly firstAt: number;
  readonly eventAt: number;
  lastSentAt: number;
  attempts: number;
  /** Attempts that were answered with a success. */
  taken: number;
  takenAt: number | null;
  unsigned: number;
  /** Attempts whose bytes differ from those of the first. */
  altered: number;
  /** Attempts that were signed earlier than the one before. */
  disordered: number;
  problem: string | null;
  /** How often it was asked for once more. */
  replaysAsked: number;
  /** How often it may have been asked for once more, by a request without an answer. */
  replaysUnanswered: number;
}

const newReceived = ({ at, eventAt, sentAt }: Attempt, hash: string): Received => ({
  hash,
  firstAt: at,
  eventAt,
  lastSentAt: sentAt,
  attempts: 1,
  taken: 0,
  takenAt: null,
  unsigned: 0,
  altered: 0,
  disordered: 0,
  problem: null,
  replaysAsked: 0,
  replaysUnanswered: 0,
});

function noteRepeat(received: Received, { sentAt }: Attempt, hash: string): void {
  received.attempts += 1;
  if (hash !== received.hash) received.altered += 1;
  if (sentAt < received.lastSentAt) received.disordered += 1;
  received.lastSentAt = sentAt;
}
