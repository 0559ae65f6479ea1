import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { argumentsOf, cli } from '../support/typescript.ts';

/** The command line as a person has it: a process of its own, in a folder of its own, with its output in pipes. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** Nothing of the project's own `.ringpost/` reaches a test. */
const nowhere = mkdtempSync(join(tmpdir(), 'ringpost-cli-'));
process.once('exit', () => rmSync(nowhere, { recursive: true, force: true }));

export const runCli = (args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> => startCli(args, surroundings).ended;

/** For a test that does something to the process before it has ended. */
export function startCli(
  args: readonly string[],
  surroundings: Surroundings,
): { readonly child: ChildProcess; readonly ended: Promise<Ran> } {
  const { cwd, env, stdin } = settled(surroundings);
  const child = spawn(process.execPath, [...argumentsOf(cli), ...args], { cwd, env, stdio: 'pipe' });
  child.stdin.on('error', () => {}).end(stdin);
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const ended = Promise.all([code, text(child.stdout satisfies Readable), text(child.stderr)]);
  return { child, ended: ended.then(([code, stdout, stderr]) => ({ code, stdout, stderr })) };
}

/** What a command finds around it: nothing of the project's own settings, and of the test's what it names. */
export function settled({
  cwd = nowhere,
  env = {},
  stdin = '',
}: Surroundings): Required<Omit<Surroundings, 'env'>> & { readonly env: NodeJS.ProcessEnv } {
  const { OPERATOR_URL, OPERATOR_TOKEN, OPERATOR_PORT, RINGPOST_DATA_FOLDER, ...kept } = process.env;
  return { cwd, env: { ...kept, ...env }, stdin };
}
