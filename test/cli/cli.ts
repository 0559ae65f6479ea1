import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { operatorContract } from '../../src/contract/documents.ts';
import { argumentsOf } from '../support/typescript.ts';

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

const cli = fileURLToPath(new URL('../../cli/ringpost.ts', import.meta.url));
/** Nothing of the project's own `.ringpost/` reaches a test. */
const nowhere = mkdtempSync(join(tmpdir(), 'ringpost-cli-'));
process.once('exit', () => rmSync(nowhere, { recursive: true, force: true }));

export const runCli = (args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> => startCli(args, surroundings).ended;

/** For a test that does something to the process before it has ended. */
export function startCli(
  args: readonly string[],
  { cwd = nowhere, env = {}, stdin = '' }: Surroundings,
): { readonly child: ChildProcess; readonly ended: Promise<Ran> } {
  const { OPERATOR_URL, OPERATOR_TOKEN, OPERATOR_PORT, RINGPOST_DATA_FOLDER, ...kept } = process.env;
  const child = spawn(process.execPath, [...argumentsOf(cli), ...args], {
    cwd,
    env: { ...kept, ...env },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => {}).end(stdin);
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const ended = Promise.all([code, text(child.stdout satisfies Readable), text(child.stderr)]);
  return { child, ended: ended.then(([code, stdout, stderr]) => ({ code, stdout, stderr })) };
}

export interface Operator {
  /** Where it is, as options. */
  readonly options: readonly string[];
}

/** Runs a command that must succeed, for a person: what it printed, beside and in place. */
export async function shown(operator: Operator, args: readonly string[], surroundings?: Surroundings): Promise<Ran> {
  const ran = await runCli([...args, ...operator.options], surroundings);
  assert.equal(ran.code, 0, `ringpost ${args.join(' ')}: ${ran.stderr}`);
  assert.doesNotMatch(ran.stdout + ran.stderr, escapeCode, 'no escape codes where nobody looks at a terminal');
  assert.throws(() => JSON.parse(ran.stdout), `ringpost ${args.join(' ')} without --json is for people`);
  return ran;
}

/** Runs it with `--json`, and holds what it printed against the document. */
export async function asJson(
  operator: Operator,
  operationId: string,
  args: readonly string[],
  { status = 200, ...surroundings }: Surroundings & { status?: number } = {},
  // biome-ignore lint/suspicious/noExplicitAny: the document's validator has just said what it is.
): Promise<any> {
  const ran = await runCli([...args, '--json', ...operator.options], surroundings);
  assert.equal(ran.code, 0, `ringpost ${args.join(' ')} --json: ${ran.stderr}`);
  const body = JSON.parse(ran.stdout);
  assert.deepEqual(operatorContract().responseProblems(operationId, status, body), [], ran.stdout);
  return body;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape code begins with one.
const escapeCode = /\u001b/;
