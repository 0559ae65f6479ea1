import { unescapePointer } from '../../src/contract/json-pointer.ts';
import type { Draws } from '../draws.ts';
import { at, isObject, type Json, numberAt, objectAt, textAt } from '../json.ts';
import { textMatching } from './generate-text.ts';

/**
 * Generates a value that satisfies the JSON Schema, as a perfect model would extract it; the same draws give the same
 * value. It supports type, const, enum, properties, required, items, the bounds, simple patterns, common formats,
 * allOf, anyOf, oneOf and local `$ref`. It does not support `not`, `if` and `dependentRequired`.
 */
export const valueFor = (schema: unknown, draws: Draws): unknown => generate(schema, { draws, root: schema, left: mostValues }, 0);

interface Generation {
  readonly draws: Draws;
  readonly root: unknown;
  /** Counts the values that may still be made. */
  left: number;
}

/** The day is fixed, so that dates repeat with the seed. */
const baseTime = Date.UTC(2030, 0, 15, 9, 30);
/** A recursive schema ends here: optional parts are left out at greater depths. */
const optionalDepth = 5;
const deepest = 24;
/** What a schema demands beyond these is left out: a value that requires two of itself, or a billion items, has no end. */
const mostValues = 10_000;
const longestText = 100_000;

function generate(given: unknown, generation: Generation, depth: number): unknown {
  const schema = resolved(given, generation, depth);
  if (schema === null || depth > deepest) return null;
  if (Object.hasOwn(schema, 'const')) return schema['const'];
  const choices = schema['enum'] ?? valuesIn(textAt(schema, 'description') ?? '');
  if (Array.isArray(choices) && choices.length > 0) return generation.draws.pick<unknown>(choices);
  switch (typeOf(schema)) {
    case 'object':
      return objectFor(schema, generation, depth);
    case 'array':
      return arrayFor(schema, generation, depth);
    case 'integer':
      return numberFor(schema, generation.draws, 1);
    case 'number':
      return numberFor(schema, generation.draws, 0.5);
    case 'boolean':
      return generation.draws.next() < 0.5;
    case 'null':
      return null;
    default:
      return textFor(schema, generation.draws);
  }
}

/** Returns the values that a description lists, as a model reads them: Vapi takes nothing but strings in an `enum`. */
function valuesIn(description: string): unknown {
  const [, list] = /\bOne of (.+)\.$/s.exec(description) ?? [];
  try {
    return JSON.parse(`[${list ?? ''}]`);
  } catch {
    return null;
  }
}

/** Returns one flat schema: references resolved, allOf merged, one branch of anyOf or oneOf chosen. Returns null for a value too many. */
function resolved(given: unknown, generation: Generation, depth: number): Json | null {
  generation.left -= 1;
  if (generation.left < 0) return null;
  if (!isObject(given) || depth > 2 * deepest) return given === false ? null : {};
  let schema: Json = given;
  for (let hops = 0; typeof schema['$ref'] === 'string'; hops++) {
    const target = pointed(generation.root, schema['$ref']);
    if (!isObject(target) || hops > deepest) return {};
    schema = target;
  }
  const branches = [schema['anyOf'], schema['oneOf']].filter((list): list is unknown[] => Array.isArray(list) && list.length > 0);
  const parts = [...(Array.isArray(schema['allOf']) ? schema['allOf'] : []), ...branches.map((list) => branchOf(list, generation, depth))];
  const { allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema;
  return parts.reduce<Json>((whole, part) => merged(whole, resolved(part, generation, depth + 1) ?? {}), own);
}

/** Chooses a branch. At great depth it is the simplest one, so that a recursive schema ends. */
function branchOf(list: readonly unknown[], generation: Generation, depth: number): unknown {
  const ends = list.find((branch) => isObject(branch) && branch['type'] === 'null');
  return depth > optionalDepth && ends ? ends : generation.draws.pick(list);
}

function merged(left: Json, right: Json): Json {
  const required = [left['required'], right['required']].flatMap((names) => (Array.isArray(names) ? (names as unknown[]) : []));
  const properties = { ...allowedBy(right, left), ...allowedBy(left, right) };
  return {
    ...left,
    ...right,
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

/**
 * Resolves a reference. A tenant's schema is inside another, under `extraction`, while its references are relative to
 * its own root.
 */
function pointed(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const steps = reference.slice(1).split('/').filter(Boolean);
  const path = steps.map((step) => unescapePointer(unescapeUri(step)));
  return at(root, 'properties', 'extraction', ...path) ?? at(root, ...path);
}

/** Returns the text as it is if its escapes are none. */
function unescapeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a schema's properties that the other schema does not forbid. */
function allowedBy(other: Json, schema: Json): Json {
  const properties = objectAt(schema, 'properties') ?? {};
  if (other['additionalProperties'] !== false) return properties;
  const allowed = objectAt(other, 'properties') ?? {};
  return Object.fromEntries(Object.entries(properties).filter(([name]) => Object.hasOwn(allowed, name)));
}

/** Returns the type: of several the first that is not null, and without any the one that the keywords imply. */
function typeOf(schema: Json): string {
  const type = schema['type'];
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return (type as unknown[]).find((each): each is string => typeof each === 'string' && each !== 'null') ?? 'null';
  if (isObject(schema['properties']) || Array.isArray(schema['required'])) return 'object';
  if (schema['items'] !== undefined) return 'array';
  if (numberAt(schema, 'minimum') !== null || numberAt(schema, 'maximum') !== null) return 'number';
  return 'string';
}

function objectFor(schema: Json, generation: Generation, depth: number): Json {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = requiredOf(schema);
  const names = [...new Set([...required, ...(depth < optionalDepth ? Object.keys(properties) : [])])];
  return Object.fromEntries(
    names.map((name) => [name, generate(Object.hasOwn(properties, name) ? properties[name] : {}, generation, depth + 1)]),
  );
}

export const requiredOf = (schema: unknown): readonly string[] => {
  const required = at(schema, 'required');
  return Array.isArray(required) ? (required as unknown[]).filter((name): name is string => typeof name === 'string') : [];
};

function arrayFor(schema: Json, generation: Generation, depth: number): unknown[] {
  const min = numberAt(schema, 'minItems') ?? 0;
  const most = Math.min(numberAt(schema, 'maxItems') ?? min + 2, min + 2);
  const count = depth < optionalDepth ? generation.draws.between(Math.max(min, Math.min(1, most)), most) : min;
  const items: unknown[] = [];
  const texts = new Set<string>();
  // Repeated values of unique items are drawn again, a bounded number of times.
  for (let tries = 0; items.length < count && tries < count * 20 && generation.left > 0; tries++) {
    const item = generate(schema['items'] ?? {}, generation, depth + 1);
    const text = schema['uniqueItems'] === true ? JSON.stringify(item) : String(items.length);
    if (!texts.has(text)) items.push(item);
    texts.add(text);
  }
  return items;
}

function numberFor(schema: Json, draws: Draws, fineness: number): number {
  const step = numberAt(schema, 'multipleOf') ?? fineness;
  const above = numberAt(schema, 'exclusiveMinimum');
  const below = numberAt(schema, 'exclusiveMaximum');
  const least = Math.max(numberAt(schema, 'minimum') ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY);
  const most = Math.min(numberAt(schema, 'maximum') ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY);
  const floor = Number.isFinite(least) ? least : Number.isFinite(most) ? most - 100 * step : step;
  const ceiling = Number.isFinite(most) ? most : floor + 100 * step;
  let first = Math.ceil(floor / step);
  let last = Math.floor(ceiling / step);
  if (above !== null && first * step <= above) first += 1;
  if (below !== null && last * step >= below) last -= 1;
  if (last < first) return (floor + ceiling) / 2;
  return multiple(first, Math.min(last, first + 1_000_000), step, draws);
}

/**
 * Draws a multiple. Validators divide: 0.7 is no multiple of 0.1 to them, because 0.7 / 0.1 is not whole. Another
 * multiple is drawn then.
 */
function multiple(first: number, last: number, step: number, draws: Draws): number {
  let value = 0;
  for (let tries = 0; tries < 50; tries++) {
    value = Number((draws.between(first, last) * step).toPrecision(12));
    if (Number.isInteger(value / step)) break;
  }
  return value;
}

const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'harbour'] as const;

function textFor(schema: Json, draws: Draws): string {
  const pattern = textAt(schema, 'pattern');
  const matching = pattern === null ? null : textMatching(pattern, draws);
  if (matching !== null) return matching;
  const formatted = formatFor(textAt(schema, 'format'), draws);
  if (formatted !== null) return formatted;
  const min = Math.min(numberAt(schema, 'minLength') ?? 0, longestText);
  const max = numberAt(schema, 'maxLength') ?? Math.max(min, 40);
  let text = `${draws.pick(words)} ${draws.pick(words)}`;
  while (text.length < min) text += ` ${draws.pick(words)}`;
  return text.slice(0, max);
}

function formatFor(format: string | null, draws: Draws): string | null {
  const word = (): string => draws.pick(words);
  const moment = new Date(baseTime + draws.between(0, 30 * 24 * 60) * 60_000).toISOString();
  switch (format) {
    case 'email':
    case 'idn-email':
      return `${word()}.${word()}@example.com`;
    case 'date':
      return moment.slice(0, 10);
    case 'time':
      return `${moment.slice(11, 19)}Z`;
    case 'date-time':
      return moment;
    case 'duration':
      return `P${draws.between(1, 30)}D`;
    case 'uri':
    case 'url':
    case 'iri':
    case 'uri-reference':
      return `https://example.com/${word()}`;
    case 'hostname':
      return `${word()}.example.com`;
    case 'ipv4':
      return `192.0.2.${draws.between(1, 254)}`;
    case 'ipv6':
      return `2001:db8::${draws.between(1, 9_999)}`;
    case 'uuid':
      return draws.uuid();
    default:
      return null;
  }
}
