import { processFamily } from './processes.ts';

/**
 * Stops processes and all their descendants (SIGSTOP), so that they use no CPU until they are continued. A parent is
 * stopped before its children, so that it starts none meanwhile.
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
    // The process has just ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
