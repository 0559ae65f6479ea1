import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the folders that hold a data folder's files: where root runs PostgreSQL as another user, its database may be elsewhere, behind a
 * link.
 */
export async function foldersOf(dataFolder: string): Promise<readonly string[]> {
  const database = await realpath(join(dataFolder, 'postgres')).catch(() => null);
  return database === null || database === join(await realpath(dataFolder), 'postgres') ? [dataFolder] : [dataFolder, database];
}

/** Removes a data folder on which nothing runs, with its database. Begun again after it was stopped, it removes the rest. */
export async function removeData(dataFolder: string): Promise<void> {
  // The link goes last, because it names the database.
  for (const folder of (await foldersOf(dataFolder)).toReversed()) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
