import assert from 'node:assert/strict';
import { operatorContract } from '../../src/contract/documents.ts';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { tenant } from '../support/fixtures.ts';
import type { Ran, Surroundings } from './cli.ts';
import { runHere } from './here.ts';

export interface Operator {
  /** Where it is, as options. */
  readonly options: readonly string[];
}

/** Starts an operator API with one tenant for all tests of a file, and ends it after them. */
export async function operatorsCommands() {
  const context = await contextOfFile();
  const server = await operatorOfFile(context);
  const operator: Operator = { options: ['--operator-url', server.origin, '--operator-token', context.config.operatorToken] };
  return { context, server, operator, tenantId: (await tenant(context)).id };
}

/** Runs a command that must succeed, for a person: what it printed, beside and in place. */
export async function shown(operator: Operator, args: readonly string[], surroundings?: Surroundings): Promise<Ran> {
  const ran = await runHere([...args, ...operator.options], surroundings);
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
  const ran = await runHere([...args, '--json', ...operator.options], surroundings);
  assert.deepEqual([ran.code, ran.stderr], [0, ''], `ringpost ${args.join(' ')} --json`);
  const body = JSON.parse(ran.stdout);
  assert.deepEqual(operatorContract().responseProblems(operationId, status, body), [], ran.stdout);
  return body;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape code begins with one.
const escapeCode = /\u001b/;
