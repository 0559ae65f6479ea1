import { isObject as isJson, items } from '../../src/contract/json.ts';
import { escapePointer, unescapePointer } from '../../src/contract/json-pointer.ts';

export { items };

/** Reads parts of a bundled document, which is plain JSON of unknown shape. */

export type JsonObject = { readonly [key: string]: unknown };

export const isObject: (value: unknown) => value is JsonObject = isJson;

/** Says how many things a check looked at, and which problems it found. A check that looked at nothing has failed. */
export interface Findings {
  readonly checked: number;
  readonly problems: readonly string[];
}

export const entries = (value: unknown): readonly (readonly [string, unknown])[] => (isObject(value) ? Object.entries(value) : []);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the value at a path of keys, following references on the way, or undefined if there is none. */
export function at(document: unknown, node: unknown, ...keys: readonly string[]): unknown {
  let found = resolve(document, node);
  for (const key of keys) found = isObject(found) ? resolve(document, found[key]) : undefined;
  return found;
}

/** Follows references inside the document until a value is not a reference. */
export function resolve(document: unknown, node: unknown): unknown {
  let found = node;
  for (let step = 0; isObject(found) && typeof found['$ref'] === 'string' && step < 32; step++) found = byPointer(document, found['$ref']);
  return found;
}

/** Returns a copy with references resolved. A reference that leads back into itself stays. */
export function dereference(document: unknown, node: unknown, inside: readonly string[] = []): unknown {
  if (Array.isArray(node)) return node.map((item) => dereference(document, item, inside));
  if (!isObject(node)) return node;
  const reference = node['$ref'];
  if (typeof reference === 'string') {
    return inside.includes(reference) ? node : dereference(document, byPointer(document, reference), [...inside, reference]);
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, dereference(document, value, inside)]));
}

export const pointer = (...keys: readonly string[]): string =>
  `#${keys.map((key) => `/${encodeURIComponent(escapePointer(key))}`).join('')}`;

/** Returns what a reference leads to, which may be a reference itself. */
export function byPointer(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`A bundle has no reference outside itself, but here is ${reference}.`);
  const keys = reference
    .slice(2)
    .split('/')
    .map((key) => unescapePointer(decodeURIComponent(key)));
  return keys.reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return found[Number(key)];
    return isObject(found) ? found[key] : undefined;
  }, document);
}

export interface FoundOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);

/** Returns every operation under `paths`. */
export function operationsOf(document: unknown): readonly FoundOperation[] {
  return entries(at(document, document, 'paths')).flatMap(([path, item]) =>
    entries(resolve(document, item)).flatMap(([method, operation]) =>
      methods.has(method) && isObject(operation) ? [{ id: text(operation['operationId']), method, path, operation }] : [],
    ),
  );
}

/** Returns every error code that a response may carry by its schema, and those that its examples show. */
export function codesOf(
  document: unknown,
  operation: JsonObject,
): readonly { status: string; declared: readonly string[]; shown: readonly string[] }[] {
  return entries(at(document, operation, 'responses'))
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, response]) => {
      const media = at(document, response, 'content', 'application/json');
      return {
        status,
        declared: declaredCodes(document, at(document, media, 'schema')),
        shown: entries(at(document, media, 'examples')).map(([, example]) => text(at(document, example, 'value', 'error', 'code'))),
      };
    });
}

function declaredCodes(document: unknown, schema: unknown): readonly string[] {
  const alternatives = [...items(at(document, schema, 'oneOf')), ...items(at(document, schema, 'anyOf'))];
  if (alternatives.length > 0) return alternatives.flatMap((alternative) => declaredCodes(document, resolve(document, alternative)));
  const code = at(document, schema, 'properties', 'error', 'properties', 'code');
  const single = at(document, code, 'const');
  return typeof single === 'string' ? [single] : items(at(document, code, 'enum')).map(text);
}
