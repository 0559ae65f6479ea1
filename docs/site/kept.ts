import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps slow results in a folder, if one is given, under the hash of their input. */
export async function keptOrMade(folder: string | undefined, madeFrom: string, make: () => Promise<string>): Promise<string> {
  if (folder === undefined) return make();
  const file = join(folder, createHash('sha256').update(madeFrom).digest('hex').slice(0, 24));
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return known;
  const made = await make();
  await mkdir(folder, { recursive: true });
  // The file is written under another name and renamed, so that no process reads an incomplete one.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, made);
  await rename(draft, file);
  return made;
}
