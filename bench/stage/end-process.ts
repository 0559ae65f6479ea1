import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a child by `ask`, and by SIGKILL if that does not help. Ctrl-C reaches children too, so one may be gone already. */
export async function endProcess(child: ChildProcess, ask: () => void = () => child.kill('SIGTERM')): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  ask();
  const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await exited;
  clearTimeout(impatience);
}

const patienceMs = 20_000;

/** Closes the channel of a child that ends when it is closed. */
export function letGo(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}
