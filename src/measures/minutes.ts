import type { components } from '../contract/generated/operator.ts';

type Series = components['schemas']['MeasureSeries'];

const measures = [
  'lagSeconds',
  'due',
  'scheduled',
  'liveCalls',
  'callsPlaced',
  'callsNotPlaced',
  'callbacksRefused',
  'breakerOpen',
  'attemptsAccepted',
  'attemptsFailed',
  'attemptsBegun',
  'attemptsLate',
  'choresFailed',
] as const satisfies readonly (keyof Series)[];
export type Measure = (typeof measures)[number];

export type Minute = Readonly<Record<Measure, number>>;

const mostMinutes = 1_440;

/** The measures of the last day, in the memory of this process (D-250). */
export class Minutes {
  readonly #kept: { readonly at: Date; readonly minute: Minute }[] = [];

  add(at: Date, minute: Minute): void {
    this.#kept.push({ at, minute });
    if (this.#kept.length > mostMinutes) this.#kept.shift();
  }

  total(name: Measure): number {
    return this.#kept.reduce((sum, { minute }) => sum + minute[name], 0);
  }

  read(): { at: string[]; series: Series } {
    const valuesOf = (name: Measure): [Measure, number[]] => [name, this.#kept.map(({ minute }) => minute[name])];
    return { at: this.#kept.map(({ at }) => at.toISOString()), series: Object.fromEntries(measures.map(valuesOf)) as Series };
  }
}
