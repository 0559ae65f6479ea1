import { isObject, objectAt } from '../json.ts';

const types: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** Says which schemas lack a type, in Vapi's words. It wants one in each that properties and items lead to, whatever else they have. */
export function untypedIn(schema: unknown, path: string): readonly string[] {
  if (!isObject(schema)) return [`${path} must be an object`];
  const given = [schema['type']].flat();
  const isTyped = given.length > 0 && given.every((type) => types.includes(type));
  const inside = Object.entries(objectAt(schema, 'properties') ?? {}).map(([name, part]) => [`properties.${name}`, part] as const);
  return [
    ...(isTyped ? [] : [`${path}.type must be one of the following values: ${types.join(', ')}, or an array containing only these values`]),
    ...inside.flatMap(([name, part]) => untypedIn(part, `${path}.${name}`)),
    ...(schema['items'] === undefined ? [] : untypedIn(schema['items'], `${path}.items`)),
  ];
}
