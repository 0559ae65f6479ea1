import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { folderFor } from '../support/folder.ts';

/** Returns a function that writes a file and returns its path. The files are removed after the tests of this test file. */
export function writtenFiles(): (name: string, content: string) => string {
  const folder = folderFor({ after });
  return (name, content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
}
