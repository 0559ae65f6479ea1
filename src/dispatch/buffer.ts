import type { Target } from './endpoint-cache.ts';
import type { HeldDelivery } from './held-delivery.ts';

/** A delivery in hand that waits for its attempt or is being attempted. */
export interface Entry {
  readonly delivery: HeldDelivery;
  readonly target: Target;
  /** The way in which this process took it in hand. */
  readonly by: 'publishing' | 'claim' | 'replay';
  /** The real time since when it is in hand, in milliseconds. */
  readonly heldSince: number;
  readonly handing: Handing | null;
  /** True when it has its outcome, which is not written yet. */
  isAttempted: boolean;
}

/** Says whether a hand-over by publishing is happening at this moment. Then the endpoints need not be looked up once more (`D-75`). */
export interface Handing {
  isNow: boolean;
}

/** The part of an entry that is needed to record its outcome. */
export type Attempted = Pick<Entry, 'delivery' | 'target' | 'by'>;

/**
 * Keeps the deliveries in hand that have not started. Origins take turns, the endpoints of an origin take turns, and an
 * endpoint's first attempts and retries are separate queues, so that no endpoint waits behind another one's backlog. Entries
 * are grouped by origin, so that an origin without room is passed over in one step, however many wait for it.
 */
export class DeliveryBuffer {
  readonly #origins = new Map<string, Map<string, Entry[]>>();
  /** The numbers of entries of each endpoint, by its id, and of each origin. */
  readonly #counts = new Map<string, number>();
  #size = 0;
  #bytes = 0;

  hasRoom(rows: number): boolean {
    return this.#size + rows <= maxRows && this.#bytes <= maxBytes;
  }

  /** Counts what waits for an endpoint or for an origin. */
  count(endpointOrOrigin: string): number {
    return this.#counts.get(endpointOrOrigin) ?? 0;
  }

  /** Returns the origins for which at least this many wait. */
  originsWith(atLeast: number): readonly string[] {
    return [...this.#origins.keys()].filter((origin) => this.count(origin) >= atLeast);
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

  /** Returns the next entry in turn that may start and whose origin has room. */
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

  /** Takes out all entries for which `isWanted` is true. It is asked once for each entry, the oldest of an endpoint first. */
  take(isWanted: (entry: Entry) => boolean): readonly Entry[] {
    const taken: Entry[] = [];
    for (const [origin, queues] of this.#origins) {
      for (const [key, queue] of queues) {
        const left: Entry[] = [];
        for (const entry of queue) (isWanted(entry) ? taken : left).push(entry);
        if (left.length === queue.length) continue;
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
    for (const each of [entry.delivery.endpointId, entry.target.origin]) {
      const count = this.count(each) + by;
      if (count > 0) this.#counts.set(each, count);
      else this.#counts.delete(each);
    }
  }
}

/** Moves a queue that has had its turn to the end. It is removed if `left` is null, which means that it is empty. */
function toTheEnd<T>(turns: Map<string, T>, key: string, left: T | null): void {
  turns.delete(key);
  if (left !== null) turns.set(key, left);
}

const queueOf = ({ delivery }: Entry): string => (delivery.cycleAttempt === 0 ? delivery.endpointId : `again:${delivery.endpointId}`);

const maxRows = 2_000;
const maxBytes = 64 * 1024 * 1024;
