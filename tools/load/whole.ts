import type { Account } from './account.ts';
import type { EndState } from './end-state.ts';
import { type Duration, durations, PhaseFigures, phaseCounts } from './figures.ts';
import type { Histogram } from './histogram.ts';
import type { Profile } from './profile.ts';
import { counts, lagOf, type Reconciled } from './reconcile.ts';

/** What is known when a run is over. */
interface Ends {
  readonly account: Account;
  readonly end: EndState;
  readonly offsetMs: number | null;
}

/** Returns the figures of all phases together. What the end state tells is added to these and to the phase of each call or event. */
export function wholeOf(phases: readonly PhaseFigures[], ends: Ends): PhaseFigures {
  noteEnds(phases, ends);
  const seconds = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  const whole = new PhaseFigures('all', null, seconds * 1_000);
  whole.seconds = seconds;
  for (const phase of phases) whole.add(phase);
  return whole;
}

function noteEnds(phases: readonly PhaseFigures[], { account, end, offsetMs }: Ends): void {
  const byName = new Map(phases.map((phase) => [phase.name, phase]));
  for (const [subject, { phase, deliveries, dueAt }] of account.accepted) {
    const figures = byName.get(phase);
    if (!figures) continue;
    const record = (duration: Duration, ms: number): void => figures.record(duration, ms, dueAt - figures.begunAt);
    const dialledAt = end.dialledAt.get(subject);
    if (dialledAt !== undefined) record('call.dial', dialledAt - dueAt);
    const call = end.calls.get(subject);
    if (call?.endedAt) record('call.end', Date.parse(call.endedAt) - Date.parse(call.createdAt));
    for (const id of deliveries) {
      const received = account.received.get(id);
      const delivery = end.deliveries.get(id);
      if (received && offsetMs !== null) record('webhook.lag', lagOf(received, offsetMs));
      if (received && delivery) record('webhook.commit', Date.parse(delivery.createdAt) - received.eventAt);
      if (delivery?.status === 'success' && delivery.lastAttemptAt)
        record('webhook.recorded', Date.parse(delivery.lastAttemptAt) - Date.parse(delivery.createdAt));
    }
  }
}

/** Returns the highest rate of the stepped phases at which the deployment kept up, 0 if at none, or null without such a phase. */
export function kneeOf({ phases }: Profile, played: readonly PhaseFigures[]): number | null {
  const stepped = phases.flatMap((phase) => (phase.kind === 'open' && phase.steps ? [`${phase.name} `] : []));
  if (stepped.length === 0) return null;
  const steps = played.filter(({ name }) => stepped.some((prefix) => name.startsWith(prefix)));
  return Math.max(0, ...steps.filter(({ keptUp }) => keptUp).map(({ rate }) => rate ?? 0));
}

export interface FigureSources {
  readonly whole: PhaseFigures;
  /** The phases to look at; null: the whole run. */
  readonly phases: readonly PhaseFigures[] | null;
  readonly reconciled: Reconciled;
  readonly knee: number | null;
}

/** Returns a figure by its name, such as `call.accept.p95`, `lost` or `knee`, or null if there is none. */
export function figureOf(name: string, { whole, phases, reconciled, knee }: FigureSources): number | null {
  if (name === 'knee') return knee;
  if (isKey(counts, name)) return reconciled.counts[name];
  if (phases?.length === 0) return null;
  const among = phases ?? [whole];
  if (isKey(phaseCounts, name)) return among.reduce((sum, phase) => sum + phase.counts[name], 0);
  const [duration, statistic] = [name.split('.').slice(0, -1).join('.'), name.split('.').at(-1) ?? ''];
  if (!isKey(durations, duration)) return null;
  const found = among.flatMap((phase) => phase.durations(duration) ?? []);
  const read = statistics[statistic];
  return read && found.length > 0 ? Math.max(...found.map(read)) : null;
}

const statistics: Readonly<Record<string, (histogram: Histogram) => number>> = {
  p50: (histogram) => histogram.at(0.5),
  p90: (histogram) => histogram.at(0.9),
  p95: (histogram) => histogram.at(0.95),
  p99: (histogram) => histogram.at(0.99),
  p999: (histogram) => histogram.at(0.999),
  max: (histogram) => histogram.at(1),
  mean: (histogram) => histogram.meanMs,
};

/** Tells what a figure of this name is, and null where there is none. */
export function kindOf(name: string): 'duration' | 'count' | null {
  if (name === 'knee' || isKey(counts, name) || isKey(phaseCounts, name)) return 'count';
  const [duration, statistic] = [name.split('.').slice(0, -1).join('.'), name.split('.').at(-1) ?? ''];
  return isKey(durations, duration) && Object.hasOwn(statistics, statistic) ? 'duration' : null;
}

const isKey = <Keys extends object>(of: Keys, name: string): name is keyof Keys & string => Object.hasOwn(of, name);
