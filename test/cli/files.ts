import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Returns a function that writes a file and returns its path. The files are removed after the tests of this test file. */
export function writtenFiles(): (name: string, content: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-cli-files-'));
  after(() => rmSync(folder, { recursive: true }));
  return (name, content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
}
