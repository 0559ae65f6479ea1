import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runsTypeScript } from '../../test/support/typescript.ts';

/**
 * Starts a program of a bench. Messages are serialised as `advanced`, so that typed arrays arrive unchanged. It runs as the built
 * package does; under tsx a statement that sets its name is run with every function that is made.
 */
export const startChild = (file: URL, execArgv: readonly string[] = []): ChildProcess =>
  fork(fileURLToPath(file), { execArgv: [...runsTypeScript, ...execArgv], serialization: 'advanced' });

/** Returns the next message of a child. Throws if it ends before that. */
export async function answer<T>(child: ChildProcess): Promise<T> {
  const given = new AbortController();
  const died = once(child, 'exit', { signal: given.signal }).then(() => Promise.reject(new Error(`${child.spawnargs.at(-1)} ended early`)));
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: given.signal }), died]);
    return message;
  } finally {
    died.catch(() => {});
    given.abort();
  }
}

/** A child of a bench that is asked to end is killed after this time. */
export const killAfterMs = 20_000;

/** Closes the channel of a child that ends when it is closed. */
export function letGo(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}
