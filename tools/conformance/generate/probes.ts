import { generateSync } from 'json-schema-faker';
import { entries, isObject, items } from '../../contract/document.ts';

/**
 * A value at the edge of a schema's constraints. Each constraint gives the extreme value inside it and the nearest one
 * outside. Probes come from the document alone, so a new constraint needs no new code here.
 */
export interface Probe {
  /** Is the location in the body, or the parameter's name. */
  readonly path: readonly string[];
  /** Describes the value in words, such as `of 101 characters`. */
  readonly what: string;
  readonly value: unknown;
  readonly accepted: boolean;
}

/** Stands for a property that is left out. */
export const absent = Symbol('absent');

type Schema = Readonly<Record<string, unknown>>;

/** Returns the probes of a request body: of each property, of required properties, and of unknown ones. */
export function bodyProbes(schema: Schema, seed: number): readonly Probe[] {
  const required = items(schema['required']).map(String);
  const properties = entries(schema['properties']).filter((entry): entry is readonly [string, Schema] => isObject(entry[1]));
  return [
    ...required.map((name) => refuse([name], 'left out', absent)),
    ...(schema['additionalProperties'] === false ? [refuse(['notAProperty'], 'unknown', true)] : []),
    ...properties.flatMap(([name, property]) => valueProbes(property, [name], seed)),
    ...properties.filter(([name]) => !required.includes(name)).map(([name]) => accept([name], 'left out', absent)),
  ];
}

/** Returns the probes of one value. */
export function valueProbes(schema: Schema, path: readonly string[], seed: number): readonly Probe[] {
  return [
    ...typeProbes(schema, path),
    ...enumProbes(schema, path),
    ...stringProbes(schema, path, seed),
    ...numberProbes(schema, path),
    ...arrayProbes(schema, path, seed),
    ...objectProbes(schema, path, seed),
    ...sizeProbes(schema, path),
  ];
}

const accept = (path: readonly string[], what: string, value: unknown): Probe => ({ path, what, value, accepted: true });
const refuse = (path: readonly string[], what: string, value: unknown): Probe => ({ path, what, value, accepted: false });

const samplesOfTypes: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 3,
  number: 1.5,
  boolean: true,
  object: {},
  array: [],
  null: null,
};

function typeProbes(schema: Schema, path: readonly string[]): readonly Probe[] {
  const types = [schema['type'] ?? []].flat().map(String);
  if (types.length === 0) return [];
  const taken = new Set(types.includes('number') ? [...types, 'integer'] : types);
  return Object.entries(samplesOfTypes)
    .filter(([type]) => !taken.has(type))
    .map(([type, value]) => refuse(path, `of type ${type}`, value));
}

function enumProbes(schema: Schema, path: readonly string[]): readonly Probe[] {
  const values = items(schema['enum']);
  if (values.length === 0) return [];
  const [first] = values;
  const near =
    typeof first === 'string' ? [`${first}x`, first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase(), ''] : [];
  return [
    ...values.map((value) => accept(path, `that is ${JSON.stringify(value)}`, value)),
    ...near.map((value) => refuse(path, `that is ${JSON.stringify(value)}`, value)),
  ];
}

function stringProbes(schema: Schema, path: readonly string[], seed: number): readonly Probe[] {
  if (schema['type'] !== 'string' || schema['enum']) return [];
  const { minLength, maxLength, pattern } = schema;
  const probes: Probe[] = [];
  if (typeof minLength === 'number') {
    probes.push(accept(path, `of ${minLength} characters`, 'a'.repeat(minLength)));
    if (minLength > 0) probes.push(refuse(path, `of ${minLength - 1} characters`, 'a'.repeat(minLength - 1)));
  }
  if (typeof maxLength === 'number') {
    probes.push(accept(path, `of ${maxLength} characters`, 'a'.repeat(maxLength)));
    // JSON Schema counts characters, and neither UTF-16 units nor bytes.
    probes.push(accept(path, `of ${maxLength} characters outside the BMP`, '🎈'.repeat(maxLength)));
    probes.push(refuse(path, `of ${maxLength + 1} characters`, 'a'.repeat(maxLength + 1)));
  }
  if (typeof pattern === 'string') probes.push(...patternProbes(pattern, schema, path, seed));
  return probes;
}

function patternProbes(pattern: string, schema: Schema, path: readonly string[], seed: number): readonly Probe[] {
  const expression = new RegExp(pattern, 'u');
  const misfit = [' ', '\t', 'é', 'a\nb', '\u0001', 'a b', ''].find((text) => !expression.test(text));
  const fit = generateSync({ ...schema, maxLength: 20 }, { seed });
  return [
    ...(typeof fit === 'string' && expression.test(fit) ? [accept(path, `that matches ${pattern}`, fit)] : []),
    ...(misfit === undefined ? [] : [refuse(path, `that does not match ${pattern}`, misfit)]),
  ];
}

function numberProbes(schema: Schema, path: readonly string[]): readonly Probe[] {
  const { minimum, maximum, type } = schema;
  const probes: Probe[] = [];
  if (typeof minimum === 'number')
    probes.push(accept(path, `that is ${minimum}`, minimum), refuse(path, `that is ${minimum - 1}`, minimum - 1));
  if (typeof maximum === 'number')
    probes.push(accept(path, `that is ${maximum}`, maximum), refuse(path, `that is ${maximum + 1}`, maximum + 1));
  if (type === 'integer') probes.push(refuse(path, 'that is no whole number', (typeof minimum === 'number' ? minimum : 0) + 0.5));
  return probes;
}

function arrayProbes(schema: Schema, path: readonly string[], seed: number): readonly Probe[] {
  if (schema['type'] !== 'array') return [];
  const item = isObject(schema['items']) ? schema['items'] : {};
  const one = generateSync(item, { seed });
  const probes: Probe[] = [accept(path, 'of one item', [one])];
  if (typeof schema['minItems'] === 'number' && schema['minItems'] > 0)
    probes.push(refuse(path, `of ${schema['minItems'] - 1} items`, Array(schema['minItems'] - 1).fill(one)));
  if (schema['uniqueItems'] === true) probes.push(refuse(path, 'with an item twice', [one, one]));
  for (const probe of valueProbes(item, [], seed))
    if (!probe.accepted) probes.push(refuse(path, `with an item ${probe.what}`, [probe.value]));
  return probes;
}

function objectProbes(schema: Schema, path: readonly string[], seed: number): readonly Probe[] {
  if (schema['type'] !== 'object') return [];
  const { maxProperties, propertyNames, additionalProperties } = schema;
  const value = isObject(additionalProperties) ? generateSync(additionalProperties, { seed }) : 'v';
  const named = (names: readonly string[]): Record<string, unknown> => Object.fromEntries(names.map((name) => [name, value]));
  const probes: Probe[] = [];
  if (additionalProperties === false) probes.push(refuse(path, 'with an unknown property', { notAProperty: true }));
  if (typeof maxProperties === 'number') {
    const names = Array.from({ length: maxProperties + 1 }, (_, index) => `X-${index}`);
    probes.push(accept(path, `with ${maxProperties} properties`, named(names.slice(1))));
    probes.push(refuse(path, `with ${maxProperties + 1} properties`, named(names)));
  }
  if (isObject(propertyNames))
    for (const probe of stringProbes({ type: 'string', ...propertyNames }, [], seed))
      if (typeof probe.value === 'string') probes.push({ ...probe, path, what: `with a name ${probe.what}`, value: named([probe.value]) });
  if (isObject(additionalProperties))
    for (const probe of valueProbes(additionalProperties, [], seed))
      if (!probe.accepted) probes.push(refuse(path, `with a value ${probe.what}`, { 'X-Probe': probe.value }));
  for (const [name, property] of entries(schema['properties']))
    if (isObject(property))
      for (const probe of valueProbes(property, [name], seed))
        if (!probe.accepted) probes.push({ ...probe, path: [...path, ...probe.path] });
  return probes;
}

/**
 * Probes `x-limit`, which states sizes that JSON Schema cannot express. Bytes are counted in UTF-8, so two letters may
 * take more than two bytes.
 */
function sizeProbes(schema: Schema, path: readonly string[]): readonly Probe[] {
  const limit = isObject(schema['x-limit']) ? schema['x-limit'] : {};
  const { bytes, valueBytes, entries: count } = limit;
  const probes: Probe[] = [];
  if (typeof valueBytes === 'number') {
    probes.push(accept(path, `with a value of ${valueBytes} bytes`, { v: ofBytes(valueBytes) }));
    probes.push(refuse(path, `with a value of ${valueBytes + 1} bytes`, { v: ofBytes(valueBytes + 1) }));
  }
  // Where the number of entries is limited as well, only the bytes of names and values count, without the JSON around
  // them.
  if (typeof bytes === 'number' && typeof count === 'number') {
    probes.push(accept(path, `of ${bytes} bytes in all`, { 'X-A': 'a'.repeat(bytes - 3) }));
    probes.push(refuse(path, `of ${bytes + 1} bytes in all`, { 'X-A': 'a'.repeat(bytes - 2) }));
  } else if (typeof bytes === 'number' && schema['type'] === 'object') {
    const around = Buffer.byteLength(JSON.stringify({ v: '' }));
    probes.push(accept(path, `of ${bytes} bytes`, { v: ofBytes(bytes - around) }));
    probes.push(refuse(path, `of ${bytes + 1} bytes`, { v: ofBytes(bytes + 1 - around) }));
  }
  return probes;
}

/** Returns text of this many bytes, mostly two-byte characters. A service that counts characters would count too few. */
const ofBytes = (count: number): string => 'é'.repeat(Math.floor(count / 2)) + 'a'.repeat(count % 2);

/** Returns a copy of the body with a probe's value in its place. */
export function withProbe(
  body: Readonly<Record<string, unknown>>,
  { path, value }: Pick<Probe, 'path' | 'value'>,
): Record<string, unknown> {
  const [name, ...deeper] = path;
  if (name === undefined) return { ...body };
  const { [name]: before, ...rest } = body;
  if (value === absent && deeper.length === 0) return rest;
  return { ...body, [name]: deeper.length === 0 ? value : withProbe(isObject(before) ? before : {}, { path: deeper, value }) };
}
