import { isObject, objectAt } from '../../simulator/json.ts';

/** What a schema cannot say of `variables` and `metadata` (spec, Limits). */
export function sizeProblems(body: unknown): readonly { readonly path: string; readonly message: string }[] {
  const variables = Object.entries(objectAt(body, 'variables') ?? {})
    .filter(([, value]) => sizeOf(value) > maxVariableBytes)
    .map(([name]) => ({ path: `/body/variables/${name}`, message: `must be at most ${maxVariableBytes} bytes` }));
  const metadata = objectAt(body, 'metadata');
  const isTooLarge = isObject(metadata) && sizeOf(metadata) > maxMetadataBytes;
  return isTooLarge
    ? [...variables, { path: '/body/metadata', message: `must be at most ${maxMetadataBytes} bytes as compact JSON` }]
    : variables;
}

const maxVariableBytes = 4 * 1024;
const maxMetadataBytes = 16 * 1024;

/** A string counts by itself, anything else by its compact JSON. */
const sizeOf = (value: unknown): number => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
