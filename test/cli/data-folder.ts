import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Gives this process an empty data folder of its own, with sandboxes of its own, until the test has ended. */
export function ownDataFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-data-folder-'));
  const before = process.env['RINGPOST_DATA_FOLDER'];
  process.env['RINGPOST_DATA_FOLDER'] = folder;
  t.after(() => {
    if (before === undefined) delete process.env['RINGPOST_DATA_FOLDER'];
    else process.env['RINGPOST_DATA_FOLDER'] = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
