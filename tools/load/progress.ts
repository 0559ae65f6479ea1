import type { Account } from './account.ts';
import { type Duration, namesOf, type PhaseCount, type PhaseFigures, phaseCounts } from './figures.ts';
import { Histogram } from './histogram.ts';
import { lagOf } from './reconcile.ts';
import { type Rates, rateAt } from './schedule.ts';
import type { Sender } from './sender.ts';

/** What is known of a run while it goes on. Counts are those of the whole run. */
export interface LoadProgress {
  /** What is going on: a phase by its name, or what comes after the last one. */
  readonly doing: string;
  /** How long the run goes on. */
  readonly seconds: number;
  /** How much of its time has passed, from 0 to 1, and what that time is; null where nobody knows. */
  readonly lasts: { readonly part: number; readonly seconds: number } | null;
  readonly counts: Readonly<Record<PhaseCount, number>>;
  readonly underWay: number;
  /** Arrivals a second that are asked for now; null where callers wait for answers, and after the last phase. */
  readonly asked: number | null;
  readonly accepted: number;
  readonly ended: number;
  readonly delivered: number;
  readonly owed: number;
  /** 95th percentiles of the phase so far in milliseconds; those of the lag with the clocks as they are compared by now. */
  readonly p95: readonly (readonly [Duration, number])[];
}

/** Follows a run. */
export class Progress {
  readonly #account: Account;
  readonly #factor: () => number;
  readonly #begun = performance.now();
  readonly #phases: PhaseFigures[] = [];
  #rates: Rates | null = null;
  #lag = new Histogram();
  #doing = { name: 'begins', begun: this.#begun, ms: null as number | null };

  constructor(account: Account, sender: Pick<Sender, 'offset'>, factor: () => number) {
    this.#account = account;
    this.#factor = factor;
    account.watch((received) => sender.offset && this.#lag.record(lagOf(received, sender.offset.ms)));
  }

  get seconds(): number {
    return (performance.now() - this.#begun) / 1_000;
  }

  /** Notes that a phase begins. */
  phase(figures: PhaseFigures, rates: Rates | null): void {
    this.does(figures.name, figures.meantMs);
    this.#phases.push(figures);
    this.#rates = rates;
    this.#lag = new Histogram();
  }

  /** Notes that something begins which lasts so long at most. */
  does(name: string, ms: number | null): void {
    this.#doing = { name, begun: performance.now(), ms };
    this.#rates = null;
  }

  now(): LoadProgress {
    const { name, begun, ms } = this.#doing;
    const elapsedMs = performance.now() - begun;
    const { accepted, ended, delivered, owed } = this.#account;
    const phase = this.#phases.at(-1);
    const durations = [...acceptances.map((each) => [each, phase?.durations(each)] as const), ['webhook.lag', this.#lag] as const];
    return {
      doing: name,
      seconds: this.seconds,
      lasts: ms ? { part: Math.min(1, elapsedMs / ms), seconds: ms / 1_000 } : null,
      counts: this.#counts(),
      underWay: phase?.underWay ?? 0,
      asked: this.#rates && rateAt(this.#rates, elapsedMs, this.#factor()),
      accepted: accepted.size,
      ended,
      delivered,
      owed,
      p95: durations.flatMap(([each, histogram]) => (histogram && histogram.count > 0 ? [[each, histogram.at(0.95)] as const] : [])),
    };
  }

  #counts(): LoadProgress['counts'] {
    const sum = (count: PhaseCount): number => this.#phases.reduce((all, { counts }) => all + counts[count], 0);
    return Object.fromEntries(namesOf(phaseCounts).map((count) => [count, sum(count)])) as LoadProgress['counts'];
  }
}

const acceptances = ['call.accept', 'text.accept', 'event.accept'] as const;
