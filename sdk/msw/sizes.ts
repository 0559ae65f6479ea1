import { isObject, objectAt } from '../../simulator/json.ts';

/**
 * Checks the limits of `variables` and `metadata` that a schema cannot express (`L-VARIABLES-01`, `L-VARIABLES-02`,
 * `L-METADATA-01`).
 */
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

/** Returns the bytes of a string itself, or of any other value's compact JSON. */
const sizeOf = (value: unknown): number => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
