import { isObject, type Json, object } from '../../src/contract/json.ts';
import { nameIn, reached, refTo, targetOf } from '../../src/contract/references.ts';

/** Returns how often each property stands in a part of a document, if every reference is replaced by what it leads to. */
export function propertyCounts(document: Json, part: unknown = document): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (value: unknown, through: readonly string[]): void => {
    if (Array.isArray(value)) for (const each of value) count(each, through);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (holdsValues.test(key)) continue;
      if (key === '$ref' && typeof inner === 'string') {
        if (!through.includes(inner)) count(targetOf(inner, document), [...through, inner]);
      } else if (key === 'properties') {
        for (const name of Object.keys(object(inner))) counts.set(name, (counts.get(name) ?? 0) + 1);
        count(Object.values(object(inner)), through);
      } else count(inner, through);
    }
  };
  count(part, []);
  return counts;
}

/** What stands there is no schema. */
const holdsValues = /^(x-.*|examples?|const|default|enum)$/;

/** Returns the properties of every schema among the components that a part of a document refers to. */
export function membersOf(document: Json, part: unknown = document): readonly (readonly [schema: string, property: string])[] {
  return [...reached(part, document)]
    .filter((ref) => ref.startsWith(refTo('')))
    .flatMap((ref) => Object.keys(object(object(targetOf(ref, document)).properties)).map((property) => [nameIn(ref), property] as const));
}
