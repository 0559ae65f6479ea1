import type { Target } from './endpoint-cache.ts';
import type { HeldDelivery } from './held-delivery.ts';

/** A delivery in this process's hands, waiting for its attempt or at it. */
export interface Entry {
  readonly delivery: HeldDelivery;
  readonly target: Target;
  /** How it came into our hands. */
  readonly by: 'publishing' | 'claim' | 'replay';
  /** Real time, in milliseconds. */
  readonly heldSince: number;
  readonly handing: Handing | null;
  /** It has its outcome, which is not written yet. */
  isAttempted: boolean;
}

/** Of what was handed over together by publishing: whether that is this moment, so that nobody need look at the endpoints once more. */
export interface Handing {
  isNow: boolean;
}

/** What an outcome is told of. */
export type Attempted = Pick<Entry, 'delivery' | 'target' | 'by'>;

/**
 * What is held and not started yet. Origins take turns, at each the endpoints, and an endpoint's first attempts are a
 * queue apart from its retries, so that nobody waits behind somebody else's backlog. By origin, because one that has no
 * room is then passed over at a glance, however much waits for it.
 */
export class DeliveryBuffer {
  readonly #origins = new Map<string, Map<string, Entry[]>>();
  readonly #perEndpoint = new Map<string, number>();
  #size = 0;
  #bytes = 0;

  get size(): number {
    return this.#size;
  }

  hasRoom(rows: number): boolean {
    return this.#size + rows <= maxRows && this.#bytes <= maxBytes;
  }

  count(endpointId: string): number {
    return this.#perEndpoint.get(endpointId) ?? 0;
  }

  add(entry: Entry): void {
    const { origin } = entry.target;
    const queues = this.#origins.get(origin) ?? new Map<string, Entry[]>();
    if (queues.size === 0) this.#origins.set(origin, queues);
    const key = queueOf(entry);
    const queue = queues.get(key);
    if (queue) queue.push(entry);
    else queues.set(key, [entry]);
    this.#count(entry, 1);
  }

  /** The next one whose turn it is, to an origin that has room, and that may start. */
  next(hasRoom: (origin: string) => boolean, mayStart: (entry: Entry) => boolean): Entry | null {
    for (const [origin, queues] of this.#origins) {
      if (!hasRoom(origin)) continue;
      for (const [key, queue] of queues) {
        const [first] = queue;
        if (!first || !mayStart(first)) continue;
        queue.shift();
        toTheEnd(queues, key, queue.length > 0 ? queue : null);
        toTheEnd(this.#origins, origin, queues.size > 0 ? queues : null);
        this.#count(first, -1);
        return first;
      }
    }
    return null;
  }

  /** Takes out all that answer to the description. */
  take(isWanted: (entry: Entry) => boolean): readonly Entry[] {
    const taken: Entry[] = [];
    for (const [origin, queues] of this.#origins) {
      for (const [key, queue] of queues) {
        const left = queue.filter((entry) => !isWanted(entry));
        if (left.length === queue.length) continue;
        taken.push(...queue.filter(isWanted));
        if (left.length > 0) queues.set(key, left);
        else queues.delete(key);
      }
      if (queues.size === 0) this.#origins.delete(origin);
    }
    for (const entry of taken) this.#count(entry, -1);
    return taken;
  }

  #count(entry: Entry, by: 1 | -1): void {
    this.#size += by;
    this.#bytes += by * entry.delivery.body.length;
    const count = this.count(entry.delivery.endpointId) + by;
    if (count > 0) this.#perEndpoint.set(entry.delivery.endpointId, count);
    else this.#perEndpoint.delete(entry.delivery.endpointId);
  }
}

/** Whoever has had its turn comes last; null: it has nothing left. */
function toTheEnd<T>(turns: Map<string, T>, key: string, left: T | null): void {
  turns.delete(key);
  if (left !== null) turns.set(key, left);
}

const queueOf = ({ delivery }: Entry): string => (delivery.cycleAttempt === 0 ? delivery.endpointId : `again:${delivery.endpointId}`);

const maxRows = 2_000;
const maxBytes = 64 * 1024 * 1024;
