import type { ChildProcess } from 'node:child_process';

/** A child of a bench that is asked to end is killed after this time. */
export const killAfterMs = 20_000;

/** Closes the channel of a child that ends when it is closed. */
export function letGo(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}
