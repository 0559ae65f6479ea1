import { readdir, realpath, rm } from 'node:fs/promises';
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
  for (const folder of (await foldersOf(dataFolder)).toReversed()) {
    // What tells that the folder is ours goes when nothing else is left in it: a recording takes longer than they do.
    const others = (await readdir(folder).catch(() => [])).filter((name) => !marks.includes(name));
    for (const path of [...others.map((name) => join(folder, name)), folder])
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** By these files the commands know a data folder. */
const marks = ['secrets.json', 'start.json'];
