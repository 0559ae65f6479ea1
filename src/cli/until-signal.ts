/** Resolves at the first SIGINT or SIGTERM. A second one ends the process at once: somebody is in a hurry. */
export const untilSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let asked = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (asked) process.exit(130);
      asked = true;
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
