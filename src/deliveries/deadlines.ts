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
  const open = new Map<symbol, { readonly endsAt: number; readonly expire: () => void }>();
  let timer: NodeJS.Timeout | null = null;

  const arm = (): void => {
    // First, because finding the oldest steps over all that have ended since the map was last tidied.
    if (timer) return;
    const [oldest] = open.values();
    if (!oldest) return;
    timer = setTimeout(ring, Math.max(0, oldest.endsAt - performance.now()));
  };
  const ring = (): void => {
    timer = null;
    const now = performance.now();
    for (const [key, { endsAt, expire }] of open) {
      if (endsAt > now) break;
      open.delete(key);
      expire();
    }
    arm();
  };
  return {
    ms,
    begin(expire) {
      const key = Symbol();
      open.set(key, { endsAt: performance.now() + ms, expire });
      arm();
      return () => {
        open.delete(key);
        if (open.size > 0 || !timer) return;
        clearTimeout(timer);
        timer = null;
      };
    },
  };
}
