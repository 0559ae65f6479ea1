import { memberOf, membersOf } from '../contract/json-members.ts';
import { invalidRequest, type Problem } from '../errors.ts';
import { maxMetadataBytes, maxVariableBytes, maxVariables } from '../limits.ts';

/** What the caller hands along with a call, as the JSON text that will be echoed. */
export interface CallData {
  readonly variables: string;
  readonly metadata: string;
}

/**
 * Cuts `variables` and `metadata` out of the body's text and holds them to the sizes that a schema cannot say (spec,
 * Limits). The contract has already found both to be objects.
 */
export function readCallData(rawBody: string): CallData {
  const variables = memberOf(rawBody, 'variables') ?? '{}';
  const metadata = memberOf(rawBody, 'metadata') ?? '{}';
  const problems = [...variableProblems(variables), ...metadataProblems(metadata)];
  if (problems.length > 0) throw invalidRequest('The request is larger than the limits allow.', problems);
  return { variables, metadata };
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
      problems.push({ path: `/body/variables/${pointer(name)}`, message: `must be at most ${maxVariableBytes} bytes, not ${bytes}` });
  }
  return problems;
}

function metadataProblems(metadata: string): readonly Problem[] {
  const bytes = Buffer.byteLength(metadata);
  return bytes > maxMetadataBytes
    ? [{ path: '/body/metadata', message: `must be at most ${maxMetadataBytes} bytes as compact JSON, not ${bytes}` }]
    : [];
}

/** A string counts by itself, without its quotes and escapes; anything else by its compact JSON. */
const sizeOf = (value: string): number => Buffer.byteLength(value.startsWith('"') ? String(JSON.parse(value)) : value);

const pointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
