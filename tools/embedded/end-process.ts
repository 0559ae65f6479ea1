import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Tells if a child no longer runs. One that a signal ended has no exit code, and one that could not be started has no pid. */
export const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

/**
 * Asks a child to end, by a signal or in a way of its own, and returns once it has ended. Ctrl-C reaches children too, so one may be gone already.
 * One that still runs after `killAfterMs` is killed.
 */
export async function endProcess(
  child: ChildProcess,
  ask: NodeJS.Signals | (() => unknown) = 'SIGTERM',
  killAfterMs?: number,
): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  if (typeof ask === 'string') child.kill(ask);
  else ask();
  const impatience = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await exited;
  clearTimeout(impatience);
}
