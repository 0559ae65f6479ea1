import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../src/process/reason-of.ts';
import type { Option } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';

export interface AskedReport<Kind extends string> {
  readonly kind: Kind;
  readonly file: string;
}

/** Reads `html=FILE`, which may be repeated. */
export const reportOption = <const Kind extends string>(kinds: readonly Kind[]): Option<readonly AskedReport<Kind>[]> => ({
  about: 'A report in a file; may come several times.',
  placeholder: `${kinds.join('|')}=FILE`,
  required: false,
  read: (given, name) =>
    given.map((word) => {
      const [, before, file] = /^([^=]*)=(.+)$/s.exec(word) ?? [];
      const kind = kinds.find((known) => known === before);
      if (!kind || !file) throw new UsageError(`${name} takes ${kinds.map((known) => `${known}=FILE`).join(', ')}; not "${word}".`);
      expectWritable(file, name);
      return { kind, file };
    }),
});

/** Writes the reports that were asked for. False: one could not be written, and a message says which; the others are there. */
export function writeReports<Kind extends string>(asked: readonly AskedReport<Kind>[], textOf: (kind: Kind) => string): boolean {
  let all = true;
  for (const { kind, file } of asked)
    try {
      writeFileSync(file, textOf(kind));
    } catch (error) {
      all = false;
      process.stderr.write(`ringpost: ${file} could not be written (${messageOf(error)}).\n`);
    }
  return all;
}

/** Checks the file before the run, which takes minutes and whose report would be lost. */
function expectWritable(file: string, name: string): void {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new Error('it is a folder');
    accessSync(there ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`${name}: ${file} cannot be written (${messageOf(error)}).`);
  }
}
