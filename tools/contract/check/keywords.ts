import { entries, type Findings, isObject, items, type JsonObject } from '../document.ts';

/**
 * Event schemas are shared by a document that reads them as JSON Schema 2020-12 and one that reads them as draft-07, so
 * they keep to words that mean the same in both. Beside a `$ref` draft-07 ignores everything, hence nothing may stand there.
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
]);

/** `schemas`: name to schema, as they are written. */
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
