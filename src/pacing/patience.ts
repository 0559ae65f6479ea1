/**
 * Decides how long a lost Redis is left alone before it is tried again: not at all at first, then a second, and twice
 * as long each time that it is lost again within a minute of its return. All times are in milliseconds.
 */
export interface Patience {
  afterLoss(at: number): number;
  returned(at: number): void;
}

export function growingPatience(): Patience {
  let lossesInARow = 0;
  let returnedAt = Number.NEGATIVE_INFINITY;
  return {
    afterLoss(at) {
      lossesInARow = at - returnedAt < calmMs ? lossesInARow + 1 : 1;
      return lossesInARow === 1 ? 0 : Math.min(firstMs * 2 ** (lossesInARow - 2), longestMs);
    },
    returned(at) {
      returnedAt = at;
    },
  };
}

const calmMs = 60_000;
const firstMs = 1_000;
const longestMs = 60_000;
