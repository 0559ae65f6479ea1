import type { Operation } from 'openapi-backend';
import type { Problem } from '../errors.ts';
import { escapePointer } from './json-pointer.ts';
import { hint, maxProblems } from './problems.ts';
import { withoutNul } from './routes.ts';

/**
 * Reads the query parameters that the document declares, and converts them strictly. `0x10`, ` 1` and `1e2` are not
 * integers. A value that cannot be converted stays text, so that the validator refuses it.
 */
export type QueryReader = (query: RawQuery) => ReadQuery;

export interface ReadQuery {
  readonly values: Readonly<Record<string, unknown>>;
  /** Holds one problem for each parameter that the document does not name. */
  readonly unknown: readonly Problem[];
}

export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

export function queryReader(operation: Operation): QueryReader {
  const declared = (operation.parameters ?? []).flatMap((parameter) => {
    if ('$ref' in parameter || parameter.in !== 'query') return [];
    const schema: { type?: unknown; default?: unknown } = parameter.schema && !('$ref' in parameter.schema) ? parameter.schema : {};
    return [{ name: parameter.name, convert: converterFor(schema.type), fallback: schema.default }];
  });
  const known = declared.map(({ name }) => name);
  return (query) => {
    const values: Record<string, unknown> = {};
    for (const { name, convert, fallback } of declared) {
      const value = query[name];
      if (value !== undefined) values[name] = convert(value);
      else if (fallback !== undefined) values[name] = fallback;
    }
    return { values, unknown: unknownParameters(Object.keys(query), known) };
  };
}

const unknownParameters = (given: readonly string[], known: readonly string[]): readonly Problem[] =>
  given
    .filter((name) => !known.includes(name))
    .slice(0, maxProblems)
    .map((name) => ({ path: `/query/${escapePointer(name)}`, message: unknownSentence(name, known) }));

const unknownSentence = (name: string, known: readonly string[]): string =>
  `is not a query parameter of this operation, which takes ${known.join(', ') || 'none'}${hint(name, known)}`;

type Converter = (value: string | readonly string[]) => unknown;

function converterFor(type: unknown): Converter {
  const types: readonly unknown[] = [type].flat();
  if (types.includes('array')) return (value) => (typeof value === 'string' ? [value] : value);
  if (types.includes('integer')) return (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? safeInteger(value) : value);
  if (types.includes('number')) return (value) => (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value);
  if (types.includes('boolean')) return (value) => (value === 'true' ? true : value === 'false' ? false : value);
  // No stored text contains U+0000, and PostgreSQL would refuse it with an error.
  return (value) => (typeof value === 'string' ? withoutNul(value) : value);
}

/** Parses an integer. Beyond 2^53 a number could differ from the one that was sent. */
function safeInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}
