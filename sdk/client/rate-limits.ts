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

/**
 * Records the budget that an answer reports. A refused key counts against its IP address, which is not one of these budgets. A proxy may
 * have put headers of its own in place of these, in another form, which say nothing about a budget.
 */
export function noteRateLimit(limits: RateLimits, budget: keyof RateLimits, headers: Headers): void {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => wholeNumber(headers.get(`x-ratelimit-${name}`)));
  if (!limit || remaining === undefined || reset === undefined || headers.has('www-authenticate')) return;
  limits[budget] = { limit, remaining, resetAt: new Date(reset * 1_000) };
}

const wholeNumber = (text: string | null): number | undefined => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : undefined);

/** Leaves this share of a tenant's budget to its other programs. */
const leftToOthers = 0.25;

/** Returns the milliseconds until one more request leaves enough. The budget fills evenly within a minute. */
export function pauseForBudget(budget: RateLimit | null): number {
  if (budget === null) return 0;
  const missing = Math.ceil(budget.limit * leftToOthers) + 1 - budget.remaining;
  return missing <= 0 ? 0 : Math.ceil((missing * 60_000) / budget.limit);
}
