/**
 * Which deliveries were handled, by their id. With several processes it belongs into a store that they share: with Redis,
 * `take` is SET NX with an expiry of a minute, `done` SET with one of some weeks, `release` DEL.
 */
export interface SeenDeliveries {
  /** `new`: the caller has it now, and nobody else gets it until `release`. */
  take(deliveryId: string): Taken | Promise<Taken>;
  done(deliveryId: string): void | Promise<void>;
  /** Its handling failed: the next attempt is `new` again. */
  release(deliveryId: string): void | Promise<void>;
}

export type Taken = 'new' | 'in_progress' | 'done';

/** Remembers the newest. An attempt comes again within nine hours, a replay whenever somebody asks for one. */
export function rememberedInMemory(most = 100_000): SeenDeliveries {
  const inProgress = new Set<string>();
  const done = new Set<string>();
  return {
    take(deliveryId) {
      if (done.has(deliveryId)) return 'done';
      if (inProgress.has(deliveryId)) return 'in_progress';
      inProgress.add(deliveryId);
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
