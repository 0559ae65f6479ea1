import { processFamily } from './processes.ts';

/**
 * Stops processes and all that they have started (SIGSTOP), so that they use no CPU until they are told to go on. A parent is stopped
 * before its children, so that it starts nobody in the meantime.
 */
export function freeze(pids: readonly number[]): void {
  for (const pid of pids.flatMap(processFamily)) signal(pid, 'SIGSTOP');
}

export function thaw(pids: readonly number[]): void {
  for (const pid of pids.flatMap(processFamily).reverse()) signal(pid, 'SIGCONT');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has just ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
