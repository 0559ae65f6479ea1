import type { Target } from './endpoint-cache.ts';
import type { HeldDelivery } from './wake.ts';

/** A delivery in this process's hands, waiting for its attempt or at it. */
export interface Entry {
  readonly delivery: HeldDelivery;
  readonly target: Target;
  /** How it came into our hands. */
  readonly by: 'publishing' | 'claim' | 'replay';
  /** Real time, in milliseconds. */
  readonly heldSince: number;
  /** The claim it is held under: claiming it again renews it. */
  lease: number;
}

/**
 * What is held and not started yet. Endpoints take turns, and an endpoint's first attempts are a queue apart from its
 * retries, so that nobody waits behind somebody else's backlog.
 */
export class DeliveryBuffer {
  readonly #queues = new Map<string, Entry[]>();
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

  endpoints(): Iterable<string> {
    return this.#perEndpoint.keys();
  }

  add(entry: Entry): void {
    const key = queueOf(entry);
    const queue = this.#queues.get(key);
    if (queue) queue.push(entry);
    else this.#queues.set(key, [entry]);
    this.#count(entry, 1);
  }

  /** The next one whose turn it is and that may start. */
  next(mayStart: (entry: Entry) => boolean): Entry | null {
    for (const [key, queue] of this.#queues) {
      const [first] = queue;
      if (!first || !mayStart(first)) continue;
      queue.shift();
      this.#queues.delete(key);
      if (queue.length > 0) this.#queues.set(key, queue);
      this.#count(first, -1);
      return first;
    }
    return null;
  }

  /** Takes out all that answer to the description. */
  take(isWanted: (entry: Entry) => boolean): readonly Entry[] {
    const taken: Entry[] = [];
    for (const [key, queue] of this.#queues) {
      const wanted = queue.filter(isWanted);
      if (wanted.length === 0) continue;
      const left = queue.filter((entry) => !wanted.includes(entry));
      if (left.length > 0) this.#queues.set(key, left);
      else this.#queues.delete(key);
      taken.push(...wanted);
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

const queueOf = ({ delivery }: Entry): string => `${delivery.cycleAttempt === 0 ? 'first' : 'again'}:${delivery.endpointId}`;

const maxRows = 2_000;
const maxBytes = 64 * 1024 * 1024;
