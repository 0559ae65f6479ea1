import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the databases of a bench, gone when it is over. */
export async function inDataFolder<T>(bench: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
  // As root the database runs as another user, which must pass through.
  await chmod(folder, 0o711);
  try {
    return await bench(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
