/** Resolves at the first SIGINT or SIGTERM, and aborts `stopping`. A second signal ends the process at once. */
export const untilSignal = (stopping?: AbortController): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let asked = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (asked) process.exit(130);
      asked = true;
      stopping?.abort();
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
