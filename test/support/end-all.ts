/** Functions that end what a program has started. The newest runs first. */
export type Cleanups = (() => Promise<unknown>)[];

export interface Ended {
  readonly code: number;
  /** Is printed after everything has ended, as the last line. */
  readonly lastLine?: string;
}

/** A program that takes longer to end hangs. It must not keep the others from ending. */
const patienceMs = 60_000;

/**
 * Runs a program that starts others, and ends all of them in every case: when the work is done, when it fails, at a
 * signal, or at an uncaught error.
 */
export function endAll(work: (cleanups: Cleanups) => Promise<Ended>): void {
  const cleanups: Cleanups = [];
  let isEnding = false;
  const end = async ({ code, lastLine }: Ended): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    for (let clean = cleanups.pop(); clean; clean = cleanups.pop()) await inTime(clean()).catch((error: unknown) => console.error(error));
    if (lastLine !== undefined) console.log(lastLine);
    process.exit(code);
  };
  const fail = (error: unknown): void => {
    // Later errors are consequences of the ending itself.
    if (!isEnding) console.error(error);
    void end({ code: 1 });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end({ code: 130 }));
  // An unhandled rejection arrives here as well.
  process.on('uncaughtException', fail);
  work(cleanups).then(end, fail);
}

function inTime(cleaning: Promise<unknown>): Promise<unknown> {
  const tooLate = new Promise((_, reject) =>
    setTimeout(() => reject(new Error('Something that was started did not end.')), patienceMs).unref(),
  );
  return Promise.race([cleaning, tooLate]);
}

/** Registers the end of a program that is still starting: the end waits for the start. */
export function started<T>(cleanups: Cleanups, starting: Promise<T>, end: (running: T) => Promise<unknown> | undefined): Promise<T> {
  cleanups.push(() => starting.then(end, () => {}));
  return starting;
}
