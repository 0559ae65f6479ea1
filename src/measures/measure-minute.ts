import type { Context } from '../context.ts';
import { secondsSince } from '../process/time.ts';
import { countAll } from './counts.ts';
import type { Measure, Minute } from './minutes.ts';

type Counted = Pick<Minute, Exclude<Measure, 'lagSeconds' | 'due' | 'scheduled' | 'liveCalls' | 'breakerOpen'>>;

/**
 * Returns a function that measures the minute that ends now: what waits, and how far this process's counters have come since the
 * minute before. It returns 0, so that a loop pauses after it.
 */
export function minuteMeasurer({ db, clock, metrics, minutes }: Pick<Context, 'db' | 'clock' | 'metrics' | 'minutes'>) {
  let before: Counted | null = null;
  return async (): Promise<number> => {
    const now = clock.now();
    const [counts, counted, breakers] = await Promise.all([countAll(db, now), countersOf(metrics), metrics.voiceBreakerOpen.get()]);
    minutes.add(clock.realNow(), {
      lagSeconds: secondsSince(counts.oldest_due, now),
      due: counts.due,
      scheduled: counts.scheduled,
      liveCalls: counts.queued + counts.ringing + counts.in_progress,
      breakerOpen: breakers.values.some(({ value }) => value > 0) ? 1 : 0,
      ...(before === null ? counted : increase(counted, before)),
    });
    before = counted;
    return 0;
  };
}

const increase = (counted: Counted, before: Counted): Counted =>
  Object.fromEntries(Object.entries(counted).map(([name, value]) => [name, value - before[name as keyof Counted]])) as Counted;

async function countersOf(metrics: Context['metrics']): Promise<Counted> {
  const [placed, callbacks, attempts, chores, lag] = await Promise.all([
    metrics.callsPlaced.get(),
    metrics.callbacks.get(),
    metrics.attempts.get(),
    metrics.choreTurns.get(),
    metrics.deliveryLagSeconds.get(),
  ]);
  const isPlaced = ({ result }: Labels): boolean => result === 'placed';
  const isAccepted = (labels: Labels): boolean => labels['class'] === 'http_2xx';
  const begun = totalOf(lag.values.filter(({ metricName }) => metricName?.endsWith('_count')));
  const inTime = totalOf(lag.values, ({ le }) => le === objectiveSeconds);
  return {
    callsPlaced: totalOf(placed.values, isPlaced),
    callsNotPlaced: totalOf(placed.values, (labels) => !isPlaced(labels)),
    callbacksRefused: totalOf(callbacks.values, ({ result }) => result !== 'accepted'),
    attemptsAccepted: totalOf(attempts.values, isAccepted),
    attemptsFailed: totalOf(attempts.values, (labels) => !isAccepted(labels)),
    attemptsBegun: begun,
    attemptsLate: begun - inTime,
    choresFailed: totalOf(chores.values, ({ result }) => result === 'failed'),
  };
}

/** An attempt that begins later than this is late. It is a bucket of the histogram. */
const objectiveSeconds = 30;

type Labels = Partial<Record<string, string | number>>;

const totalOf = (values: readonly { readonly value: number; readonly labels: Labels }[], isMeant = (_: Labels): boolean => true): number =>
  values.filter(({ labels }) => isMeant(labels)).reduce((sum, { value }) => sum + value, 0);
