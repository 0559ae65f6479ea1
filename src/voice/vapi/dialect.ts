import { isObject, type Json, items as listOf, object } from '../../contract/json.ts';
import { unescapePointer } from '../../contract/json-pointer.ts';
import { maxExpandedSubschemas } from '../../process/limits.ts';

/**
 * Writes a JSON Schema so that Vapi takes it. Vapi refuses a call if a schema in its `properties` or `items` names no type, so each gets
 * one: that of what it refers to, of its branches, or of its keywords. References are replaced, and formats that Vapi
 * does not name are left out, as is a schema within itself, which would have no end, and what comes after half a megabyte: a schema of 27 KB
 * that refers often to its longest parts would come to 50 MB in each call. Other keywords stay for the model. What comes back is held against
 * the schema as its tenant wrote it.
 */
export const inDialect = (schema: Json): Json =>
  written(schema, { root: schema, around: new Set(), schemasLeft: maxExpandedSubschemas, bytesLeft: maxBytes }) ?? { type: 'object' };

const maxBytes = 524_288;
/** Is what a member takes at least: `"a":{},`. */
const bytesOfMember = 7;

/** The schema as it was given, and how much may still be written of it. `around` holds the references that lead to what is being written. */
interface Whole {
  readonly root: Json;
  readonly around: Set<string>;
  schemasLeft: number;
  bytesLeft: number;
}

/** Null: the schema is one of those that it is within, or nothing more may be written. */
function written(given: unknown, whole: Whole): Json | null {
  const followed = new Set<string>();
  const schema = flat(given, { whole, followed });
  if (schema === null) return null;
  for (const reference of followed) whole.around.add(reference);
  const all = writtenWithin(schema, whole);
  for (const reference of followed) whole.around.delete(reference);
  return all;
}

function writtenWithin(schema: Json, whole: Whole): Json | null {
  const { format, properties, required, items, enum: values, ...others } = schema;
  const type = schema['type'] ?? impliedType(schema);
  const isList = items !== undefined || [type].flat().includes('array');
  const item = isList ? written(items, whole) : null;
  if (isList && item === null) return null;
  const members = isObject(properties) ? writtenAll(properties, whole) : {};
  return {
    ...others,
    ...(Array.isArray(values) ? writtenValues(values, others['description']) : {}),
    type,
    ...(typeof format === 'string' && formats.has(format) ? { format } : {}),
    ...(isObject(properties) ? { properties: members } : {}),
    // Nobody can fill in a member that is left out.
    ...(Array.isArray(required) ? { required: required.filter((name) => Object.hasOwn(members, String(name))) } : {}),
    ...(item === null ? {} : { items: item }),
  };
}

/** Vapi refuses a call if an `enum` has anything but strings. Other values are told to the model in words. */
function writtenValues(values: readonly unknown[], description: unknown): Json {
  if (values.every((value) => typeof value === 'string')) return { enum: values };
  const list = `One of ${values.map((value) => JSON.stringify(value)).join(', ')}.`;
  return { description: typeof description === 'string' ? `${description} ${list}` : list };
}

/** A schema refers to nothing endlessly for the same data (`checkReferences`), so only what is around it ends the way. */
interface Way {
  readonly whole: Whole;
  /** Holds the references that lead to the parts of this schema. None of them is around it. */
  readonly followed: Set<string>;
}

const writtenAll = (properties: Json, whole: Whole): Json =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, given]) => {
      // `false` takes no value.
      const property = given === false ? null : written(given, whole);
      return property === null ? [] : [[name, property]];
    }),
  );

/** Returns one schema with what it refers to and what it always applies. Of its branches it has the form. */
function flat(given: unknown, way: Way): Json | null {
  if (!isObject(given)) return {};
  if (!mayWrite(given, way.whole)) return null;
  const { $ref: reference, ...own } = given;
  const target = typeof reference === 'string' ? targetOf(reference, way) : {};
  const branches = [own['anyOf'], own['oneOf']].map((list) => formOf(listOf(list), way));
  const parts = [target, ...branches, ...listOf(own.allOf).map((part) => flat(part, way)), own];
  if (!parts.every((part) => part !== null)) return null;
  return merged(
    parts.filter((part) => Object.keys(part).length > 0),
    way.whole,
  );
}

/** Takes a schema off what may still be written. Its parts count again where they are written. */
function mayWrite(schema: Json, whole: Whole): boolean {
  if (whole.schemasLeft <= 0 || whole.bytesLeft <= 0) return false;
  whole.schemasLeft -= 1;
  whole.bytesLeft -= JSON.stringify(schema).length;
  return whole.bytesLeft > 0;
}

function targetOf(reference: string, way: Way): Json | null {
  if (way.whole.around.has(reference)) return null;
  way.followed.add(reference);
  return flat(pointed(reference, way.whole.root), way);
}

/** Returns what all branches have together, so that it excludes none of them. What one of them demands stays in the branch. */
function formOf(branches: readonly unknown[], way: Way): Json | null {
  const given = branches.filter((branch) => !isNull(branch));
  const forms = given.map((branch) => flat(branch, way)).filter((form) => form !== null);
  if (forms.length === 0) return given.length === 0 ? {} : null;
  const types = forms.flatMap((form) => form['type'] ?? impliedType(form));
  const properties = new Map<string, unknown[]>();
  for (const form of forms)
    for (const [name, schema] of Object.entries(object(form.properties))) {
      const same = properties.get(name);
      if (same) same.push(schema);
      else properties.set(name, [schema]);
    }
  const items = forms.flatMap((form) => form['items'] ?? []);
  return {
    type: oneOrSeveral([...types, ...(branches.some(isNull) ? ['null'] : [])]),
    ...(properties.size > 0 && { properties: Object.fromEntries([...properties].map(([name, same]) => [name, anyOf(same)])) }),
    ...(items.length > 0 && { items: anyOf(items) }),
  };
}

const anyOf = (schemas: readonly unknown[]): unknown => (schemas.length === 1 ? schemas[0] : { anyOf: schemas });

const isNull = (schema: unknown): boolean => isObject(schema) && (schema['type'] ?? impliedType(schema)) === 'null';

/**
 * Each part overrides the one before it, but for the properties, which are those of all parts. What is copied counts as written: a schema
 * of 22 KB, whose references lead through four hundred others, would copy a million members.
 */
function merged(parts: readonly Json[], whole: Whole): Json | null {
  if (parts.length < 2) return parts[0] ?? {};
  const members = parts.flatMap(Object.entries);
  const properties = parts.flatMap((part) => (isObject(part.properties) ? Object.entries(part.properties) : []));
  whole.bytesLeft -= bytesOfMember * (members.length + properties.length);
  if (whole.bytesLeft <= 0) return null;
  return Object.fromEntries([...members, ...(properties.length > 0 ? [['properties', Object.fromEntries(properties)]] : [])]);
}

function impliedType(schema: Json): string | readonly string[] {
  if (isObject(schema.properties) || Array.isArray(schema.required)) return 'object';
  if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) return 'array';
  // A list of words may have null for what was not said. Told a string, the model would have to choose a word.
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : listOf(schema.enum);
  if (values.length > 0) return oneOrSeveral(values.map(typeOfValue));
  return typeof schema['minimum'] === 'number' || typeof schema['maximum'] === 'number' ? 'number' : 'string';
}

/** Returns the types, each once, as JSON Schema writes them: one type as a word, several as a list. */
function oneOrSeveral<Type>(types: readonly Type[]): Type | readonly Type[] {
  const each = new Set(types);
  const [first] = each;
  return first !== undefined && each.size === 1 ? first : [...each];
}

const typeOfValue = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Follows a reference of a checked schema: it leads into the schema. */
const pointed = (reference: string, root: Json): unknown =>
  reference
    .split('/')
    .slice(1)
    .map((step) => unescapePointer(decodeURIComponent(step)))
    .reduce<unknown>((owner, name) => (typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined), root);

/** Are the formats of Vapi's own client. */
const formats = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']);
