import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What takes seconds to make is kept in a folder, if there is one, under the hash of what it is made from. */
export async function keptOrMade(folder: string | undefined, madeFrom: string, make: () => Promise<string>): Promise<string> {
  if (folder === undefined) return make();
  const file = join(folder, createHash('sha256').update(madeFrom).digest('hex').slice(0, 24));
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return known;
  const made = await make();
  await mkdir(folder, { recursive: true });
  // Beside it and renamed, so that another process never reads half of it.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, made);
  await rename(draft, file);
  return made;
}
