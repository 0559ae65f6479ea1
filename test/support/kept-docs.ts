import { mkdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderFor } from './folder.ts';

/** Returns the folder in which all files of a run keep the slow parts of the documentation: whichever needs one first makes it. */
export async function keptDocs(): Promise<string> {
  const folder = join(process.env['TEST_FOLDER'] ?? tmpdir(), 'kept-docs');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Makes a data folder for a service, which has these parts where the service keeps its own, and removes it as `folderFor` does. */
export async function dataFolderWithDocs(t: Parameters<typeof folderFor>[0]): Promise<string> {
  const folder = folderFor(t);
  await symlink(await keptDocs(), join(folder, 'docs'));
  return folder;
}
