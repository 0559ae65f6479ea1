import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for one test, or with `{ after }` of node:test for a whole file, and removes it with all that is in it. */
export function folderFor(t: { after(clean: () => Promise<void>): void }, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'ringpost-folder-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
