import { Histogram } from './histogram.ts';

/** The durations and counts of one phase, or of one step of it. */
export class PhaseFigures {
  readonly name: string;
  /** Arrivals a second that were meant; null in the closed model. */
  readonly rate: number | null;
  readonly #durations = new Map<Duration, Histogram>();
  /** The same durations in tenths of the phase, so that a comparison knows how much they vary within one run. */
  readonly #slices = new Map<Duration, Histogram[]>();
  /** How late the requests left, which is the load generator's own doing. */
  readonly sendLag = new Histogram();
  readonly counts: Record<PhaseCount, number> = { sent: 0, answered: 0, refused: 0, failed: 0, dropped: 0, held: 0 };
  /** How often each answer came that was not expected, and each reason for none, by its description. */
  readonly unexpected = new Map<string, number>();
  seconds = 0;
  /** Is true of a phase that ended before its time: somebody stopped it, or all requests were sent that the profile allows. */
  isCut = false;
  /** Requests that wait for their answer. */
  underWay = 0;
  readonly #begun = performance.now();
  /** When the phase began, in milliseconds of this machine's clock. */
  readonly begunAt = Date.now();
  /** How long the phase is meant to last. */
  readonly meantMs: number;

  constructor(name: string, rate: number | null, meantMs: number) {
    this.name = name;
    this.rate = rate;
    this.meantMs = meantMs;
  }

  /** Records a duration of something that was due so long after the phase began; without it, of something that is due now. */
  record(duration: Duration, ms: number, dueMs = this.elapsedMs): void {
    const kept = this.#durations.get(duration) ?? new Histogram();
    this.#durations.set(duration, kept);
    kept.record(ms);
    const slices = this.#slices.get(duration) ?? [];
    this.#slices.set(duration, slices);
    const slice = Math.min(slicesOfPhase - 1, Math.floor((Math.max(0, dueMs) / this.meantMs) * slicesOfPhase));
    slices[slice] ??= new Histogram();
    slices[slice].record(ms);
  }

  get elapsedMs(): number {
    return performance.now() - this.#begun;
  }

  noteUnexpected(count: 'refused' | 'failed', what: string): void {
    this.counts[count] += 1;
    this.unexpected.set(what, (this.unexpected.get(what) ?? 0) + 1);
  }

  /** Answers that said that the deployment was too busy. */
  get overloaded(): number {
    return [...this.unexpected].reduce((sum, [what, times]) => (what.endsWith('503 overloaded') ? sum + times : sum), 0);
  }

  /** Adds what another phase has kept. */
  add(other: PhaseFigures): void {
    for (const [duration, histogram] of other.#durations) {
      const kept = this.#durations.get(duration) ?? new Histogram();
      this.#durations.set(duration, kept);
      kept.add(histogram);
    }
    this.sendLag.add(other.sendLag);
    for (const [what, times] of other.unexpected) this.unexpected.set(what, (this.unexpected.get(what) ?? 0) + times);
    for (const name of namesOf(other.counts)) this.counts[name] += other.counts[name];
  }

  /** Returns the 95th percentile of each tenth of the phase that has one. */
  slices(duration: Duration): readonly number[] {
    return (this.#slices.get(duration) ?? []).flatMap((slice) => slice.at(0.95));
  }

  durations(duration: Duration): Histogram | null {
    return this.#durations.get(duration) ?? null;
  }

  /** Expected answers a second. */
  get achieved(): number {
    return this.seconds === 0 ? 0 : this.counts.answered / this.seconds;
  }

  /** True if nearly all that was meant to come was answered as expected. */
  get keptUp(): boolean {
    const { refused, failed, dropped } = this.counts;
    return !this.isCut && refused + failed + dropped === 0 && (this.rate === null || this.achieved >= 0.95 * this.rate);
  }
}

const slicesOfPhase = 10;

/** Returns the names of an object that has no others than its type. */
export const namesOf = <Name extends string>(of: Readonly<Record<Name, unknown>>): readonly Name[] => Object.keys(of) as Name[];

/** Each with what it lasts from and to. Those of requests count from when they were due, so that no wait is left out. */
export const durations = {
  'call.accept': 'a call: due to answered, which includes the dial',
  'read.answer': 'a read: due to answered',
  'text.accept': 'a text: due to answered',
  'event.accept': 'an event: due to answered',
  'replay.accept': 'a replay: due to answered, which includes the attempt',
  'call.dial': 'a call: due to dialled, by the clock of the simulator on this machine',
  'call.end': 'a call: made to ended, by the service’s clock',
  'webhook.commit': 'an event: happened to recorded as a delivery, by the service’s clock',
  'webhook.lag': 'an event: happened to first byte at the receiver',
  'webhook.recorded': 'a delivery: made to its last attempt, also of a retry or a replay, by the service’s clock',
} as const;
export type Duration = keyof typeof durations;

export const phaseCounts = {
  sent: 'requests that left',
  answered: 'expected answers',
  refused: 'answers 4xx and 503, which say that nothing was done',
  failed: 'other answers, and requests without one',
  dropped: 'requests that were due while too many were under way',
  held: 'requests that the budget of their key did not allow, and replays of deliveries that are under way',
} as const;
export type PhaseCount = keyof typeof phaseCounts;
