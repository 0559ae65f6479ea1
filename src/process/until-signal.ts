/** npm passes Ctrl-C on to a program that the terminal has told already: what comes so soon is the same signal. */
const sameSignalMs = 500;

/** Resolves at the first SIGINT or SIGTERM, and aborts `stopping`. A second signal calls `again`, which ends the process at once. */
export const untilSignal = (stopping?: AbortController, again: () => void = () => process.exit(130)): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let askedAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (askedAt !== null) {
        if (performance.now() - askedAt > sameSignalMs) again();
        return;
      }
      askedAt = performance.now();
      stopping?.abort();
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
