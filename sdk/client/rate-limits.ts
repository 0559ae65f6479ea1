/** Where one budget of the tenant stands. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When it is full again if nothing more is sent. */
  readonly resetAt: Date;
}

/** Null until the first answer that counted against it. */
export interface RateLimits {
  read: RateLimit | null;
  write: RateLimit | null;
}

export const noRateLimits: Readonly<RateLimits> = { read: null, write: null };

/** What an answer says of the budget it counted against. A refused key is counted against its address, which is no budget of ours. */
export function noteRateLimit(limits: RateLimits, budget: keyof RateLimits, headers: Headers): void {
  const [limit, remaining, reset] = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => headers.get(name));
  if (!limit || !remaining || !reset || headers.has('www-authenticate')) return;
  limits[budget] = { limit: Number(limit), remaining: Number(remaining), resetAt: new Date(Number(reset) * 1_000) };
}
