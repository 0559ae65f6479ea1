import { isObject, objectAt } from '../json.ts';

const types: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/**
 * Says what Vapi refuses of a schema, in its words. It wants a type in each that properties and items lead to, whatever else they have, and
 * nothing but strings in an `enum`.
 */
export function schemaProblems(schema: unknown, path: string): readonly string[] {
  if (!isObject(schema)) return [`${path} must be an object`];
  const given = [schema['type']].flat();
  const isTyped = given.length > 0 && given.every((type) => types.includes(type));
  const inside = Object.entries(objectAt(schema, 'properties') ?? {}).map(([name, part]) => [`properties.${name}`, part] as const);
  const values = schema['enum'];
  const isOfStrings = values === undefined || (Array.isArray(values) && values.every((value) => typeof value === 'string'));
  return [
    ...(isOfStrings ? [] : [`${path}.each value in enum must be a string`]),
    ...(isTyped ? [] : [`${path}.type must be one of the following values: ${types.join(', ')}, or an array containing only these values`]),
    ...inside.flatMap(([name, part]) => schemaProblems(part, `${path}.${name}`)),
    ...(schema['items'] === undefined ? [] : schemaProblems(schema['items'], `${path}.items`)),
  ];
}
