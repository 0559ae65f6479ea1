import type { TestContext } from 'node:test';
import { folderFor } from '../support/folder.ts';

/** Gives this process an empty data folder of its own, with sandboxes of its own, until the test has ended. */
export function ownDataFolder(t: TestContext): string {
  const folder = folderFor(t);
  const before = process.env['RINGPOST_DATA_FOLDER'];
  process.env['RINGPOST_DATA_FOLDER'] = folder;
  t.after(() => {
    if (before === undefined) delete process.env['RINGPOST_DATA_FOLDER'];
    else process.env['RINGPOST_DATA_FOLDER'] = before;
  });
  return folder;
}
