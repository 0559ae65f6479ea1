/** Resolves at the first SIGINT or SIGTERM, and aborts `stopping`. A second signal calls `again`, which ends the process at once. */
export const untilSignal = (stopping?: AbortController, again: () => void = () => process.exit(130)): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let asked = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (asked) {
        again();
        return;
      }
      asked = true;
      stopping?.abort();
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
