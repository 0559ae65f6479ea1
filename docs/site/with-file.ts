import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a text to a temporary file, whose folder is removed after its use. */
export async function withFile<T>(name: string, text: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-document-'));
  try {
    const file = join(folder, name);
    await writeFile(file, text);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
