/**
 * Limits the time of Redis' answers without counting time in which this process is busy. The limit is counted in turns
 * of the event loop, each at least a fifth of the limit long, and every turn reads answers that have arrived. So an
 * answer is late only if Redis did not give it. A plain timer would fire first in a loop that was blocked for longer
 * than the limit.
 */
export function answersInTime(limitMs: number): InTime {
  const waiting = new Set<Waiting>();
  let isCounting = false;

  const countTurn = (): void => {
    isCounting = false;
    for (const one of waiting) {
      one.turns += 1;
      // The first turn may have begun before the question was asked.
      if (one.turns > turnsInLimit) one.giveUp();
    }
    if (waiting.size > 0) countNextTurn();
  };
  const countNextTurn = (): void => {
    if (isCounting) return;
    isCounting = true;
    // The loop runs its timers, then reads what has arrived, then runs its immediates.
    setTimeout(() => setImmediate(countTurn), limitMs / turnsInLimit).unref();
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      const one: Waiting = {
        turns: 0,
        giveUp() {
          waiting.delete(one);
          reject(new Error(`Redis gave no answer within ${limitMs} ms.`));
        },
      };
      waiting.add(one);
      countNextTurn();
      asked.then(
        (answer) => {
          waiting.delete(one);
          resolve(answer);
        },
        (error: unknown) => {
          waiting.delete(one);
          reject(error);
        },
      );
    });
}

/** Rejects if the answer comes too late. */
export type InTime = <Answer>(asked: Promise<Answer>) => Promise<Answer>;

const turnsInLimit = 5;

interface Waiting {
  turns: number;
  giveUp(): void;
}
