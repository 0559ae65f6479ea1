import type { Finding } from './verdict.ts';

/** A request that took a token, at some moment between these two. */
export interface Spent {
  readonly from: number;
  readonly to: number;
}

/** What a tenant was let through with that asks for more than its budget all the time. */
export interface BudgetRecord {
  readonly tenantId: string;
  /** Tokens a minute. */
  readonly limit: number;
  readonly spent: readonly Spent[];
  /** Requests that were refused because nothing was left. */
  readonly refused: number;
}

/** What the processes had to pace by. */
export interface Pace {
  /** Processes that run at once. */
  readonly processes: number;
  readonly hasRedis: boolean;
  /** When a process began to run. */
  readonly startedAt: readonly number[];
  /** When Redis, or what it knew, was lost. */
  readonly lostAt: readonly number[];
  /** When the service's time was moved on by more than a minute: every token comes back. */
  readonly steppedAt: readonly number[];
}

export interface BudgetEvidence {
  readonly budgets: readonly BudgetRecord[];
  readonly pace: Pace;
}

/**
 * Judges the budgets by a bound. Redis knows of every token, so a minute has at most as many as the limit. While it is lost, and in the
 * minute after, each process goes by what it knows itself, so a minute has at most the limit for each process that ran in it. A step
 * of the service's time gives all of that once more.
 */
export function budgetFindings({ budgets, pace }: BudgetEvidence): readonly Finding[] {
  return [
    ...budgets.flatMap((budget) => oversteps(budget, pace).slice(0, 1)),
    ...(budgets.some(({ refused }) => refused > 0) ? [] : [{ what: 'no tenant ever spent its budget', subject: 'the load' }]),
  ];
}

/** A second less than a minute: the processes' clocks agree to less than that. */
const minuteMs = 59_000;
/** A lost Redis is left alone for a while where it is lost often. */
const lostForMs = 60_000;
/** Until every process knows of a step. */
const learnedWithinMs = 5_000;

/** Only requests that began and ended within the minute surely took their token in it. */
function oversteps({ tenantId, limit, spent }: BudgetRecord, pace: Pace): readonly Finding[] {
  return spent.flatMap(({ from }) => {
    const to = from + minuteMs;
    const taken = spent.filter((one) => one.from >= from && one.to <= to).length;
    const bound = limit * timesOver(from, to, pace);
    return taken > bound
      ? [{ what: `${taken} requests within a minute, its budget is ${limit}, and the bound ${bound}`, subject: tenantId }]
      : [];
  });
}

function timesOver(from: number, to: number, { processes, hasRedis, startedAt, lostAt, steppedAt }: Pace): number {
  const meets = (forMs: number) => (at: number) => at < to && at + forMs > from;
  const isAlone = !hasRedis || lostAt.some(meets(lostForMs));
  const lives = isAlone ? processes + startedAt.filter(meets(0)).length : 1;
  return lives * (1 + steppedAt.filter(meets(learnedWithinMs)).length);
}
