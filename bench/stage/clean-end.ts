/** What undoes the parts of a bench, in the order in which they were set up. */
export type Ends = (() => unknown)[];

/**
 * Plays a bench and undoes all of it, the last part first: when it is over, when it fails, and at Ctrl-C or SIGTERM, with which
 * the process ends, since what still plays would wait for what is gone.
 */
export async function endingCleanly<T>(play: (ends: Ends) => Promise<T>): Promise<T> {
  const ends: Ends = [];
  const interrupted = new Promise<typeof broken>((resolve) => {
    const breakOff = (): void => {
      // What still plays fails on what is gone, perhaps where nobody listens.
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

/** Sets a part up, to be undone by `end`: also where the bench is broken off while it starts. */
export function partOf<Part>(ends: Ends, starting: Promise<Part>, end: (part: Part) => unknown): Promise<Part> {
  ends.push(() => starting.then(end, () => {}));
  return starting;
}

const broken = Symbol('broken off');
