/**
 * Remembers handled deliveries by id. Several processes need a store that they share: with Redis, `take` is SET NX with
 * an expiry of a minute, `done` is SET with one of some weeks, `release` is DEL.
 */
export interface SeenDeliveries {
  /** Returns `new` if the caller may handle the delivery. No other caller gets it for a minute, or until `release`. */
  take(deliveryId: string): Taken | Promise<Taken>;
  done(deliveryId: string): void | Promise<void>;
  /** Records that the handling failed: the next attempt is `new` again. Is not called later than a minute after `take`. */
  release(deliveryId: string): void | Promise<void>;
}

export type Taken = 'new' | 'in_progress' | 'done';

/** A handler that has not ended by then is taken for one that never will. Otherwise every retry would be put off. */
export const handlingMs = 60_000;

/** Remembers the newest deliveries. A retry follows its attempt within nine hours; a replay may come at any time. */
export function rememberedInMemory(most = 100_000, now: () => number = () => performance.now()): SeenDeliveries {
  /** Holds when each was taken. */
  const inProgress = new Map<string, number>();
  const done = new Set<string>();
  return {
    take(deliveryId) {
      if (done.has(deliveryId)) return 'done';
      const takenAt = inProgress.get(deliveryId);
      if (takenAt !== undefined && now() - takenAt < handlingMs) return 'in_progress';
      inProgress.set(deliveryId, now());
      return 'new';
    },
    done(deliveryId) {
      inProgress.delete(deliveryId);
      done.add(deliveryId);
      const [oldest] = done;
      if (done.size > most && oldest !== undefined) done.delete(oldest);
    },
    release(deliveryId) {
      inProgress.delete(deliveryId);
    },
  };
}
