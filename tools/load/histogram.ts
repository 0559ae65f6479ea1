import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Durations, kept as counts of microseconds with three significant digits. A million of them take no more memory than one. */
export class Histogram {
  /** Counts by power of the square root of two, in microseconds. */
  readonly #bars = new Map<number, number>();
  readonly #kept: RecordableHistogram = createHistogram({ lowest: 1, highest: longest, figures: 3 });

  record(ms: number): void {
    const us = Math.min(Math.max(1, Math.round(ms * 1_000)), longest);
    this.#kept.record(us);
    this.#addBar(Math.floor(2 * Math.log2(us)), 1);
  }

  add(other: Histogram): void {
    if (other.count > 0) this.#kept.add(other.#kept);
    for (const [bar, count] of other.#bars) this.#addBar(bar, count);
  }

  #addBar(bar: number, count: number): void {
    this.#bars.set(bar, (this.#bars.get(bar) ?? 0) + count);
  }

  /** Returns how many values there are from one time to the next, from the shortest to the longest: each bar is 1.4 times as wide as the one before. */
  bars(): readonly Bar[] {
    const [first, last] = [Math.min(...this.#bars.keys()), Math.max(...this.#bars.keys())];
    if (this.count === 0) return [];
    return Array.from({ length: last - first + 1 }, (_, nth) => ({
      fromMs: 2 ** ((first + nth) / 2) / 1_000,
      toMs: 2 ** ((first + nth + 1) / 2) / 1_000,
      count: this.#bars.get(first + nth) ?? 0,
    }));
  }

  get count(): number {
    return this.#kept.count;
  }

  get meanMs(): number {
    return this.count === 0 ? 0 : this.#kept.mean / 1_000;
  }

  /** Returns the value in milliseconds that this fraction of all is at or below, and 0 where nothing is recorded. */
  at(part: number): number {
    if (this.count === 0) return 0;
    if (part === 0) return this.#kept.min / 1_000;
    return (part === 1 ? this.#kept.max : this.#kept.percentile(100 * part)) / 1_000;
  }

  summary() {
    return {
      count: this.count,
      p50: this.at(0.5),
      p90: this.at(0.9),
      p95: this.at(0.95),
      p99: this.at(0.99),
      p999: this.at(0.999),
      max: this.at(1),
    };
  }
}

export interface Bar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
}

/** Values are in milliseconds, except the count. */
export type Durations = Readonly<ReturnType<Histogram['summary']>>;

/** The limit is two hours in microseconds. */
const longest = 7_200_000_000;
