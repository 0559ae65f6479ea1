/** Functions that undo the parts of a bench, in the order in which the parts were set up. */
export type Ends = (() => unknown)[];

/**
 * Runs a bench and undoes all its parts, the last one first, when it ends, when it fails, and at Ctrl-C or SIGTERM. The
 * process ends at a signal, since running parts would wait for those that are gone.
 */
export async function endingCleanly<T>(play: (ends: Ends) => Promise<T>): Promise<T> {
  const ends: Ends = [];
  const interrupted = new Promise<typeof broken>((resolve) => {
    const breakOff = (): void => {
      // Parts that still run fail because others are gone, perhaps without a handler.
      process.on('uncaughtException', () => {});
      resolve(broken);
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, breakOff);
  });
  let outcome: T | typeof broken = broken;
  try {
    outcome = await Promise.race([play(ends), interrupted]);
  } finally {
    for (let end = ends.pop(); end; end = ends.pop()) await end();
  }
  return outcome === broken ? process.exit(130) : outcome;
}

/** Registers the end of a part, which also runs if the bench is interrupted while the part starts. */
export function partOf<Part>(ends: Ends, starting: Promise<Part>, end: (part: Part) => unknown): Promise<Part> {
  ends.push(() => starting.then(end, () => {}));
  return starting;
}

const broken = Symbol('broken off');
