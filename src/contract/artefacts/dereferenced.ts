import { isObject, type Json, mapped, object } from '../json.ts';
import { targetOf } from '../references.ts';

/**
 * Returns a bundled document with the target of each reference in the reference's place, for programs that follow none. Members beside a
 * reference win over those of the target. Discriminators name references, so they go, and of the components only the security schemes
 * stay. A schema that contains itself is an error.
 */
export function dereferenced(document: Json): Json {
  const targets = new Map<string, Json>();
  const target = ($ref: string, within: readonly string[]): Json => {
    if (within.includes($ref)) throw new Error(`${$ref} contains itself, so it cannot be dereferenced.`);
    const known = targets.get($ref) ?? object(opened(targetOf($ref, document), [...within, $ref]));
    targets.set($ref, known);
    return known;
  };
  const opened = (node: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => opened(item, within));
    if (!isObject(node)) return node;
    const { $ref, discriminator, ...beside } = node;
    const own = mapped(beside, (value) => opened(value, within));
    return typeof $ref === 'string' ? { ...target($ref, within), ...own } : own;
  };
  const { securitySchemes } = object(document.components);
  return object(opened({ ...document, components: { securitySchemes } }, []));
}
