/** Is read as soon as this is loaded: a shell that is told to end before a program listens is gone by then. */
const parent = process.ppid;
/** How soon it is noticed that the shell is gone. */
const lookEveryMs = 250;

/**
 * Resolves once the program is gone that started this process, whatever the reason, and aborts `stopping`: the one that gave it a channel,
 * or the shell in which npm runs a script that names Ringpost. npm sends a signal to that shell, which dies and passes nothing on. Other
 * scripts may well start this in a shell that ends at once. Otherwise it never resolves.
 * A program that was killed while this process still loaded its modules is gone already, and `disconnect` does not come again.
 */
export const untilStarterIsGone = (env: NodeJS.ProcessEnv, stopping?: AbortController): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      stopping?.abort();
      resolve();
    };
    if (process.connected === false) end();
    else if (process.connected) process.once('disconnect', end);
    else if (env['npm_lifecycle_script']?.includes('ringpost')) onceParentIsGone(end);
  });

/** A process whose parent has ended gets another one. */
function onceParentIsGone(end: () => void): void {
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    end();
  }, lookEveryMs);
  looking.unref();
}
