import { build } from 'hdr-histogram-js';

/** Latencies, kept as counts of microseconds with three significant digits. A million of them take no more memory than one. */
export class Histogram {
  readonly #kept = build({ lowestDiscernibleValue: 1, highestTrackableValue: longest, numberOfSignificantValueDigits: 3 });

  record(ms: number): void {
    this.#kept.recordValue(Math.min(Math.max(0, Math.round(ms * 1_000)), longest));
  }

  add(other: Histogram): void {
    this.#kept.add(other.#kept);
  }

  get count(): number {
    return this.#kept.totalCount;
  }

  get meanMs(): number {
    return this.#kept.mean / 1_000;
  }

  /** Returns the value in milliseconds that this fraction of all is at or below. */
  at(part: number): number {
    return this.#kept.getValueAtPercentile(100 * part) / 1_000;
  }

  summary(): Latency {
    return { count: this.count, p50: this.at(0.5), p90: this.at(0.9), p99: this.at(0.99), p999: this.at(0.999), max: this.at(1) };
  }
}

/** Values are in milliseconds, except the count. */
export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** The limit is half an hour in µs; no wait here is longer. */
const longest = 1_800_000_000;
