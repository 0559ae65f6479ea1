import { randomInt } from 'node:crypto';
import type { Numbers } from './driver/driver.ts';

/**
 * Returns a function that gives out the numbers of a block in turns. A number that the network has rung before belongs to an earlier run
 * and is left out, unless all have rung. A random start keeps runs at the same time apart.
 */
export function freshNumbers(rung: ReadonlySet<string>): (block: Numbers) => string {
  let given = randomInt(10_000);
  return ({ first, count }) => {
    const next = (): string => {
      given += 1;
      return `+${Number(first.slice(1)) + (given % count)}`;
    };
    let number = next();
    for (let tries = 1; rung.has(number) && tries < count; tries++) number = next();
    return number;
  };
}
