import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './usage-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the path of a file in the folder that the commands keep for this user. */
export const userFile = (name: string, env: Environment = process.env): string =>
  join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'ringpost', name);

/** Returns the JSON of a file, or undefined where there is none. `remedy` says what to do about one that is broken. */
export function readPrivately(file: string, remedy: string): unknown {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new UsageError(`${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError(`${file} is not JSON. ${remedy}`);
  }
}

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivately(file: string, content: object): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    // A draft that is left from a killed write keeps its own mode.
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    if (existsSync(draft)) rmSync(draft, { recursive: true });
    throw new UsageError(`${file} cannot be written (${error instanceof Error ? error.message : error}).`);
  }
}
