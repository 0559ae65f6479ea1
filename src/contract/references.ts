import { type Json, object } from './json.ts';

/** References within a bundled document lead to its components, whose names need no escaping. */

export const refTo = (schema: string): string => `#/components/schemas/${schema}`;

/** Returns the name of the schema that a reference leads to. */
export const nameIn = (ref: unknown): string => (typeof ref === 'string' ? ref.slice(refTo('').length) : '');

/** Returns what a reference leads to, and undefined if there is no such component. */
export const targetOf = (ref: string, document: Json): unknown =>
  ref
    .split('/')
    .slice(1)
    .reduce((node: unknown, step) => object(node)[step], document);

function refsIn(part: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return found;
  for (const [key, value] of Object.entries(part)) {
    if (key === '$ref' && typeof value === 'string') found.add(value);
    else refsIn(value, found);
  }
  return found;
}

/** Returns the references that a part of a document contains, and those that their targets contain. */
export function reached(from: unknown, document: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...refsIn(from)];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    waiting.push(...refsIn(targetOf(ref, document)));
  }
  return found;
}
