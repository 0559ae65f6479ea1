import { membersOf } from '../contract/json-members.ts';
import { escapePointer } from '../contract/json-pointer.ts';
import type { Problem } from '../errors.ts';
import { maxMetadataBytes, maxVariableBytes, maxVariables } from '../process/limits.ts';

/** The caller's own data of a call, as the JSON text that will be echoed. */
export interface CallData {
  readonly variables: string;
  readonly metadata: string;
}

/**
 * Cuts `variables` and `metadata` out of the body's text. The contract has already found both to be objects. A body is cut twice in
 * quick succession: for its sizes, and for the call.
 */
export function readCallData(rawBody: string): CallData {
  if (rawBody === lastBody) return lastData;
  const members = new Map(membersOf(rawBody));
  lastBody = rawBody;
  lastData = { variables: members.get('variables') ?? '{}', metadata: members.get('metadata') ?? '{}' };
  return lastData;
}

let lastBody = '';
let lastData: CallData = { variables: '{}', metadata: '{}' };

/**
 * Checks the sizes that a schema cannot express (`L-VARIABLES-01`, `L-VARIABLES-02`, `L-METADATA-01`). The body may be any JSON,
 * because it has not been validated yet.
 */
export function callDataProblems(rawBody: string): readonly Problem[] {
  const { variables, metadata } = readCallData(rawBody);
  return [...variableProblems(variables), ...metadataProblems(metadata)];
}

function variableProblems(variables: string): readonly Problem[] {
  const members = membersOf(variables);
  const problems: Problem[] = [];
  if (members.length > maxVariables) {
    problems.push({ path: '/body/variables', message: `must have at most ${maxVariables} entries, not ${members.length}` });
  }
  for (const [name, value] of members) {
    const bytes = sizeOf(value);
    if (bytes > maxVariableBytes)
      problems.push({ path: `/body/variables/${escapePointer(name)}`, message: `must be at most ${maxVariableBytes} bytes, not ${bytes}` });
  }
  return problems;
}

function metadataProblems(metadata: string): readonly Problem[] {
  const bytes = Buffer.byteLength(metadata);
  return bytes > maxMetadataBytes
    ? [{ path: '/body/metadata', message: `must be at most ${maxMetadataBytes} bytes as compact JSON, not ${bytes}` }]
    : [];
}

/** A string counts by itself, without its quotes and escapes; any other value counts by its compact JSON. */
const sizeOf = (value: string): number => Buffer.byteLength(value.startsWith('"') ? String(JSON.parse(value)) : value);
