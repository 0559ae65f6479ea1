import { chmodSync, existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Files that are written whole or not at all, also on a full disk and under a kill: each is written beside the file that it becomes, under the name
 * of this process, since two may write at once.
 */

/** Writes a file, or replaces it. Throws what the file system throws. */
export const replaceFile = (file: string, text: string, mode: number): void =>
  fromDraft(file, text, mode, (draft) => renameSync(draft, file));

/** Makes a file for this user alone. Of two processes that make it at once, one does. Returns false where there is one. Throws what else the file system throws. */
export const makeFile = (file: string, text: string): boolean =>
  fromDraft(file, text, 0o600, (draft) => {
    try {
      linkSync(draft, file);
    } catch {
      if (existsSync(file)) return false;
      // Without hard links, as on exFAT, two at the same moment would both make it.
      renameSync(draft, file);
    }
    return true;
  });

function fromDraft<Result>(file: string, text: string, mode: number, become: (draft: string) => Result): Result {
  const draft = `${file}.${process.pid}.new`;
  try {
    writeFileSync(draft, text, { mode, flush: true });
    // A draft that is left from a killed write keeps its own mode.
    chmodSync(draft, mode);
    return become(draft);
  } finally {
    if (existsSync(draft)) rmSync(draft, { recursive: true });
  }
}
