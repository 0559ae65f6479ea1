import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { hasEnded } from '../../tools/embedded/end-process.ts';
import type { Owner } from '../../tools/embedded/run-to-end.ts';
import { until } from '../support/until.ts';
import { programPath } from './programs.ts';

/** Programs of others, and the files of `deploy/` that they are started with. */

/** Reads a file of `deploy/`. */
export const fileOf = (name: string): Promise<string> => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

/** Fails where the file no longer says what is to be changed. */
export function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`the file in deploy/ has no "${what}"`);
  return text.replace(what, by);
}

export interface LaunchOptions {
  /** Where its log goes. */
  readonly folder: string;
  /** The name of its log; the program's where none is said. */
  readonly name?: string;
  readonly owner?: Owner | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

export function launch(program: string, args: readonly string[], { folder, name = program, owner, env }: LaunchOptions): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  return spawn(program, [...args], { ...owner, cwd: '/', stdio: ['ignore', log, log], env: { PATH: programPath(), ...env } });
}

export const untilListening = (port: number, child: ChildProcess): Promise<void> =>
  until(`${child.spawnfile} listens`, () => {
    if (hasEnded(child)) return Promise.reject(new Error(`${child.spawnfile} ended; see its log`));
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  });
