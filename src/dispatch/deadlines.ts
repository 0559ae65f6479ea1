/**
 * One timer for every deadline of the same length: they end in the order in which they began, so only the oldest needs
 * one. An `AbortSignal` each would cost more than half as much CPU again as the request.
 */
export interface Deadlines {
  readonly ms: number;
  /** Calls `expire` once, `ms` from now, unless what it returns is called first. */
  begin(expire: () => void): () => void;
}

export function deadlines(ms: number): Deadlines {
  const open = new Ring();
  let timer: NodeJS.Timeout | null = null;

  const arm = (): void => {
    const { oldest } = open;
    if (timer || !oldest) return;
    timer = setTimeout(ring, Math.max(0, oldest.endsAt - performance.now()));
  };
  const ring = (): void => {
    timer = null;
    const now = performance.now();
    for (let { oldest } = open; oldest && oldest.endsAt <= now; { oldest } = open) {
      open.remove(oldest);
      oldest.expire();
    }
    arm();
  };
  return {
    ms,
    begin(expire) {
      const deadline = new Deadline(performance.now() + ms, expire);
      open.add(deadline);
      arm();
      return () => {
        open.remove(deadline);
        if (open.oldest || !timer) return;
        clearTimeout(timer);
        timer = null;
      };
    },
  };
}

/** A place in a ring, linked to both neighbours, so that any is taken out without a search. */
class Link {
  previous: Link = this;
  next: Link = this;
}

class Deadline extends Link {
  readonly endsAt: number;
  readonly expire: () => void;

  constructor(endsAt: number, expire: () => void) {
    super();
    this.endsAt = endsAt;
    this.expire = expire;
  }
}

/** In the order in which they began. */
class Ring {
  readonly #seam = new Link();

  get oldest(): Deadline | null {
    const { next } = this.#seam;
    return next instanceof Deadline ? next : null;
  }

  add(deadline: Deadline): void {
    const newest = this.#seam.previous;
    deadline.previous = newest;
    deadline.next = this.#seam;
    newest.next = deadline;
    this.#seam.previous = deadline;
  }

  /** Does nothing with one that was removed before. */
  remove(deadline: Deadline): void {
    deadline.previous.next = deadline.next;
    deadline.next.previous = deadline.previous;
    deadline.previous = deadline;
    deadline.next = deadline;
  }
}
