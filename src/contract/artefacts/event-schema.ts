import { isObject, type Json, mapped, object } from '../json.ts';
import { nameIn, reached, targetOf } from '../references.ts';

/**
 * Returns the JSON Schema of an event's body, from the published AsyncAPI document: draft-07, which validators read by default, with all
 * that it refers to and without words that are not of that draft. Strict validators refuse those.
 */
export function eventSchema(asyncapi: Json, event: string, id: string): Json {
  const messages = Object.values(object(object(asyncapi.components).messages)).map(object);
  const payload = messages.find(({ name }) => name === event)?.['payload'];
  const refs = [...reached(payload, asyncapi)];
  const whole = object(payload).$ref;
  const body = typeof whole === 'string' ? targetOf(whole, asyncapi) : payload;
  const definitions = refs.filter((ref) => ref !== whole).map((ref) => [nameIn(ref), plain(targetOf(ref, asyncapi))]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id,
    ...object(plain(body)),
    title: event,
    definitions: Object.fromEntries(definitions),
  };
}

function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([name]) => name !== 'discriminator' && !name.startsWith('x-'));
  const words = kept.map(([name, value]) => {
    if (name === '$ref') return [name, `#/definitions/${nameIn(value)}`];
    if (name === 'properties') return [name, mapped(object(value), plain)];
    return [name, isData.test(name) ? value : plain(value)];
  });
  return Object.fromEntries(words);
}

const isData = /^(const|default|enum|examples)$/;
