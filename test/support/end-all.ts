/** What a program has started, each with how it ends; the newest ends first. */
export type Cleanups = (() => Promise<unknown>)[];

export interface Ended {
  readonly code: number;
  /** Printed when everything has ended, so that it is the last of all. */
  readonly lastLine?: string;
}

/** Nothing takes so long to end; what does hangs, and must not keep the rest from ending. */
const patienceMs = 60_000;

/**
 * Does the work of a program that starts others, and ends all of them however it ends itself: when the work is done, when it fails,
 * by a signal, or by an error that nobody caught.
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
    // What goes wrong from now on goes wrong because its ground is taken away.
    if (!isEnding) console.error(error);
    void end({ code: 1 });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end({ code: 130 }));
  // A rejection that nobody handles is one too.
  process.on('uncaughtException', fail);
  work(cleanups).then(end, fail);
}

function inTime(cleaning: Promise<unknown>): Promise<unknown> {
  const tooLate = new Promise((_, reject) =>
    setTimeout(() => reject(new Error('Something that was started did not end.')), patienceMs).unref(),
  );
  return Promise.race([cleaning, tooLate]);
}

/** Registers the end of what is only being started: it is waited for, and then ends too. */
export function started<T>(cleanups: Cleanups, starting: Promise<T>, end: (running: T) => Promise<unknown> | undefined): Promise<T> {
  cleanups.push(() => starting.then(end, () => {}));
  return starting;
}
