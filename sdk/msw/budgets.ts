import { Refusal } from './refusal.ts';

/** Limits the requests within any 60 seconds. */
export interface Budget {
  /** Takes a token, or throws `rate_limited`. */
  take(at: Date): void;
  headers(at: Date): Readonly<Record<string, string>>;
  clear(): void;
}

export function newBudget(limit: number): Budget {
  let taken: number[] = [];
  const outAt = (at: Date): readonly number[] => {
    taken = taken.filter((time) => time > at.getTime() - windowMs);
    return taken;
  };
  return {
    take(at) {
      const oldest = outAt(at).at(-limit);
      if (oldest !== undefined) {
        const seconds = Math.max(1, Math.ceil((oldest + windowMs - at.getTime()) / 1_000));
        throw new Refusal('rate_limited', {
          message: `Too many requests. Try again in ${seconds} s.`,
          headers: { 'Retry-After': String(seconds) },
        });
      }
      taken.push(at.getTime());
    },
    headers(at) {
      const out = outAt(at);
      const fullAt = (out.at(-1) ?? at.getTime() - windowMs) + windowMs;
      return {
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(limit - out.length),
        'X-RateLimit-Reset': String(Math.ceil(fullAt / 1_000)),
      };
    },
    clear() {
      taken = [];
    },
  };
}

/** A token comes back this long after it was taken. */
const windowMs = 60_000;
