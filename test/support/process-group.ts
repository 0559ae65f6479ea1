import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** The time that what was left behind has to end by itself. */
const patienceMs = 5_000;

/**
 * Runs this Node in a process group of its own, passes signals on to the whole group, and returns its exit code. What it started and left
 * in the group is told to end, and is killed if it does not.
 */
export async function runNodeInGroup(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<number> {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const pass = (signal: NodeJS.Signals): void => void signalGroup(child.pid, signal);
  for (const signal of signals) process.on(signal, pass);
  try {
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    for (const signal of signals) process.off(signal, pass);
    await endGroup(child.pid);
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function endGroup(leader: number | undefined): Promise<void> {
  for (const until = performance.now() + patienceMs; signalGroup(leader, 'SIGTERM'); await pause(50))
    if (performance.now() > until) {
      signalGroup(leader, 'SIGKILL');
      return;
    }
}

/** Tells if there was a process in the group to signal. */
function signalGroup(leader: number | undefined, signal: NodeJS.Signals): boolean {
  if (leader === undefined) return false;
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}
