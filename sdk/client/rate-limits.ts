/** The state of one of the tenant's budgets. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Is the time when the budget is full again if no more requests are sent. */
  readonly resetAt: Date;
}

/** Both are null until the first answer that counted against them. */
export interface RateLimits {
  read: RateLimit | null;
  write: RateLimit | null;
}

export const noRateLimits: Readonly<RateLimits> = { read: null, write: null };

/** Records the budget that an answer reports. A refused key counts against its IP address, which is not one of these budgets. */
export function noteRateLimit(limits: RateLimits, budget: keyof RateLimits, headers: Headers): void {
  const [limit, remaining, reset] = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => headers.get(name));
  if (!limit || !remaining || !reset || headers.has('www-authenticate')) return;
  limits[budget] = { limit: Number(limit), remaining: Number(remaining), resetAt: new Date(Number(reset) * 1_000) };
}

/** Leaves this share of a tenant's budget to its other programs. */
const leftToOthers = 0.25;

/** Returns the milliseconds until one more request leaves enough. The budget fills evenly within a minute. */
export function pauseForBudget(budget: RateLimit | null): number {
  if (budget === null) return 0;
  const missing = Math.ceil(budget.limit * leftToOthers) + 1 - budget.remaining;
  return missing <= 0 ? 0 : Math.ceil((missing * 60_000) / budget.limit);
}
