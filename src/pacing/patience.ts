/**
 * Decides how long a lost Redis is left alone before it is tried again: not at all at first, then a second, and twice
 * as long each time that it is lost again within a minute of its return. All times are in milliseconds.
 */
export class Patience {
  #lossesInARow = 0;
  #returnedAt = Number.NEGATIVE_INFINITY;

  afterLoss(at: number): number {
    this.#lossesInARow = at - this.#returnedAt < calmMs ? this.#lossesInARow + 1 : 1;
    return this.#lossesInARow === 1 ? 0 : Math.min(firstMs * 2 ** (this.#lossesInARow - 2), longestMs);
  }

  returned(at: number): void {
    this.#returnedAt = at;
  }
}

const calmMs = 60_000;
const firstMs = 1_000;
const longestMs = 60_000;
