import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../../src/process/environment.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import { makeFile, replaceFile } from '../../src/process/whole-file.ts';
import { UsageError } from './usage-error.ts';

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
    throw new UsageError(`${file} cannot be read (${messageOf(error)}).`);
  }
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError(`${file} is not JSON. ${remedy}`);
  }
}

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivately(file: string, content: object): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(file, `${JSON.stringify(content, null, 2)}\n`, 0o600);
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
}

/** Does something, in milliseconds, that no other process does with the same file meanwhile. */
export function alone<Result>(file: string, act: () => Result): Result {
  const lock = `${file}.lock`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    while (!makeFile(lock, `${process.pid}`)) {
      if (isLeft(lock)) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  } catch (error) {
    throw cannotBeWritten(file, error);
  }
  try {
    return act();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Tells if the process that made the lock must have been killed: seconds have passed, or the clock was set back. Another may have its pid now. */
function isLeft(lock: string): boolean {
  try {
    return Math.abs(Date.now() - statSync(lock).mtimeMs) > 5_000;
  } catch {
    // It was released meanwhile.
    return false;
  }
}

export const cannotBeWritten = (file: string, error: unknown): UsageError =>
  new UsageError(`${file} cannot be written (${messageOf(error)}).`);
