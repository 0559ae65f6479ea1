import { at, entries, type Findings, type JsonObject } from '../document.ts';

/** Checks that every property of every schema has a description, by itself or in what it refers to. */
export function checkDescriptions(document: JsonObject): Findings {
  const properties = entries(at(document, document, 'components', 'schemas')).flatMap(([name, schema]) => propertiesIn(schema, name));
  const bare = properties.filter(({ schema }) => at(document, schema, 'description') === undefined && !isDescribed(schema));
  return { checked: properties.length, problems: bare.map(({ place }) => `${place} has no description.`) };
}

/** True where a description stands beside a reference. */
const isDescribed = (schema: unknown): boolean => entries(schema).some(([key]) => key === 'description');

function propertiesIn(schema: unknown, place: string): readonly { readonly place: string; readonly schema: unknown }[] {
  return entries(schema).flatMap(([key, value]) => {
    if (key.startsWith('example')) return [];
    if (key !== 'properties') return propertiesIn(value, place);
    return entries(value).flatMap(([name, property]) => [
      { place: `${place}.${name}`, schema: property },
      ...propertiesIn(property, `${place}.${name}`),
    ]);
  });
}
