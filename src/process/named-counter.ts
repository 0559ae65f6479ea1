import type { Counter } from 'prom-client';

/** Is the most names that a series of labels has. */
const mostNames = 50;

/**
 * A counter with a label `name` whose values come from outside. Each combination of the other labels has the first fifty names; what comes
 * after them, and what does not look like a name, is counted as `other`, so that nobody makes the number of series grow.
 */
export class NamedCounter<Labels extends Readonly<Record<string, string>>> {
  readonly #counter: Counter;
  readonly #names = new Map<string, Set<string>>();

  constructor(counter: Counter) {
    this.#counter = counter;
  }

  inc(labels: Labels, name: string): void {
    const series = JSON.stringify(labels);
    const names = this.#names.get(series) ?? new Set();
    this.#names.set(series, names);
    const fits = /^[\w.[\]="-]{1,80}$/.test(name) && (names.has(name) || names.size < mostNames);
    if (fits) names.add(name);
    this.#counter.inc({ ...labels, name: fits ? name : 'other' });
  }

  async counts(): Promise<readonly (Labels & { readonly name: string; readonly count: number })[]> {
    const { values } = await this.#counter.get();
    return values.map(({ labels, value }) => ({ ...(labels as Labels & { readonly name: string }), count: value }));
  }
}
