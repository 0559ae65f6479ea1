/**
 * Latencies in whole microseconds, kept as counts. Up to 128 µs each has its own bucket, beyond that there are 64
 * buckets a doubling, so that a value is known to within 1.6 % and a million of them take no more memory than one.
 */
export class Histogram {
  readonly #counts = new Uint32Array(buckets);
  #count = 0;
  #sum = 0;
  #max = 0;

  record(ms: number): void {
    const us = Math.min(Math.max(0, Math.round(ms * 1_000)), longest);
    const place = bucketOf(us);
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#count += 1;
    this.#sum += us;
    this.#max = Math.max(this.#max, us);
  }

  add(other: Histogram): void {
    for (const [place, count] of other.#counts.entries()) this.#counts[place] = (this.#counts[place] ?? 0) + count;
    this.#count += other.#count;
    this.#sum += other.#sum;
    this.#max = Math.max(this.#max, other.#max);
  }

  get count(): number {
    return this.#count;
  }

  get meanMs(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count / 1_000;
  }

  /** Returns the value in milliseconds that this fraction of all is at or below. */
  at(part: number): number {
    const wanted = Math.ceil(part * this.#count);
    let seen = 0;
    for (const [place, count] of this.#counts.entries()) {
      seen += count;
      if (seen >= wanted && count > 0) return Math.min(highestOf(place), this.#max) / 1_000;
    }
    return this.#max / 1_000;
  }

  summary(): Latency {
    return { count: this.#count, p50: this.at(0.5), p90: this.at(0.9), p99: this.at(0.99), p999: this.at(0.999), max: this.#max / 1_000 };
  }

  /** Returns points for a plot by rarity: one value in 1, 2, 10, 100 … is worse. */
  curve(): readonly (readonly [oneIn: number, ms: number])[] {
    const points: (readonly [number, number])[] = [];
    for (let oneIn = 1; oneIn <= this.#count; oneIn *= 10 ** 0.125) points.push([oneIn, this.at(1 - 1 / oneIn)]);
    return points;
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

/** The limit is half an hour; no wait here is longer. */
const longest = 2 ** 31 - 1;
const perDoubling = 64;

/** Returns how often a value must be halved to be in 64 … 127; 0 for smaller ones. */
const halvings = (us: number): number => Math.max(0, 31 - Math.clz32(us) - 6);
const bucketOf = (us: number): number => halvings(us) * perDoubling + (us >>> halvings(us));
const buckets = bucketOf(longest) + 1;

function highestOf(place: number): number {
  const halved = Math.max(0, Math.floor(place / perDoubling) - 1);
  return (place - halved * perDoubling + 1) * 2 ** halved - 1;
}
