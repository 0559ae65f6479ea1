import { entries, type Findings, isObject, items, type JsonObject } from '../document.ts';

/**
 * The keywords that event schemas may use. One document reads these schemas as JSON Schema 2020-12 and the other as
 * draft-07, so only keywords with the same meaning in both are allowed. Draft-07 ignores everything beside a `$ref`, so
 * nothing may stand there.
 */
const words = new Set([
  '$ref',
  'type',
  'const',
  'enum',
  'title',
  'description',
  'examples',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  // It has no meaning in either, and tells generators the known values of an open set.
  'x-extensible-enum',
]);

/** Checks the schemas, which are given by name and as they are written. */
export function checkKeywords(schemas: JsonObject): Findings {
  const problems: string[] = [];
  let checked = 0;
  const visit = (schema: unknown, place: string): void => {
    if (!isObject(schema)) return;
    checked += 1;
    const keys = Object.keys(schema);
    if ('$ref' in schema && keys.length > 1) problems.push(`${place}: nothing may stand beside $ref.`);
    for (const key of keys.filter((key) => !words.has(key))) problems.push(`${place}: ${key} does not mean the same in both dialects.`);
    if (Array.isArray(schema['items'])) problems.push(`${place}: items as a list does not mean the same in both dialects.`);
    for (const [name, property] of entries(schema['properties'])) visit(property, `${place}/properties/${name}`);
    for (const key of ['items', 'additionalProperties', 'not', 'if', 'then', 'else']) visit(schema[key], `${place}/${key}`);
    for (const key of ['oneOf', 'anyOf', 'allOf'])
      for (const [index, branch] of items(schema[key]).entries()) visit(branch, `${place}/${key}/${index}`);
  };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name);
  return { checked, problems };
}
