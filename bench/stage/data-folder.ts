import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ends, endingCleanly } from './clean-end.ts';

/**
 * Runs a bench with a folder for its databases. The folder is removed with everything that the bench adds to `ends`,
 * however it ends.
 */
export function inDataFolder<T>(bench: (folder: string, ends: Ends) => Promise<T>): Promise<T> {
  return endingCleanly(async (ends) => {
    const folder = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    // If this is root, the database runs as another user, which must be able to pass through the folder.
    await chmod(folder, 0o711);
    return bench(folder, ends);
  });
}
