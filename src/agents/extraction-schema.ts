import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { invalidExtractionSchema } from '../errors.ts';

/**
 * The rules of an extraction schema, as the contract publishes them: an object schema, of known types, whose every
 * required name is a property, that refers to nothing outside itself, is no deeper than sixteen levels and no larger
 * than 32 KB. Throws `invalid_extraction_schema` with the JSON pointer of the first problem, in document order.
 */
export function checkExtractionSchema(schema: unknown): asserts schema is Record<string, unknown> {
  checkSize(schema);
  if (!isObject(schema)) refuse('', 'The schema must be a JSON object.');
  if (schema['type'] !== 'object') refuse('/type', 'The schema must have type "object" at its root.');
  checkLevel(schema, '', 1);
  checkItCompiles(schema);
}

/** Spec, Limits: extraction schema size. */
const maxSchemaBytes = 32 * 1024;
const maxDepth = 16;
const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** They give a schema a life outside itself: names others can refer to, or a promise where an answer should be. */
const refusedKeywords = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$async', '$recursiveRef', '$recursiveAnchor'] as const;

const keywordsOfOneSchema = [
  'items',
  'additionalItems',
  'contains',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
] as const;
const keywordsOfSchemaLists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const keywordsOfSchemaMaps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'] as const;

function checkSize(schema: unknown): void {
  let bytes: number;
  try {
    bytes = Buffer.byteLength(JSON.stringify(schema));
  } catch {
    // Nested so deeply that it cannot even be written: a RangeError, a million brackets.
    refuse('', `The schema is deeper than ${maxDepth} levels.`);
  }
  if (bytes > maxSchemaBytes) refuse('', `The schema is larger than ${maxSchemaBytes} bytes of compact JSON.`);
}

function checkLevel(schema: unknown, path: string, depth: number): void {
  if (typeof schema === 'boolean' && depth > 1) return;
  if (!isObject(schema)) refuse(path, 'A schema must be an object or a boolean.');
  if (depth > maxDepth) refuse(path, `The schema is deeper than ${maxDepth} levels.`);
  for (const keyword of refusedKeywords) {
    if (Object.hasOwn(schema, keyword)) refuse(`${path}/${keyword}`, `${keyword} is not allowed.`);
  }
  checkReference(schema, path);
  checkType(schema, path);
  checkRequired(schema, path);
  for (const [child, childPath] of children(schema, path)) checkLevel(child, childPath, depth + 1);
}

function checkReference(schema: Record<string, unknown>, path: string): void {
  const reference = schema['$ref'];
  if (reference === undefined) return;
  if (typeof reference !== 'string' || !(reference === '#' || reference.startsWith('#/')))
    refuse(`${path}/$ref`, '$ref may only point into the schema itself, such as #/$defs/money.');
}

function checkType(schema: Record<string, unknown>, path: string): void {
  const type = schema['type'];
  if (type === undefined) return;
  const named = Array.isArray(type) ? type : [type];
  const wrong = named.findIndex((name) => typeof name !== 'string' || !types.has(name));
  if (wrong >= 0)
    refuse(
      Array.isArray(type) ? `${path}/type/${wrong}` : `${path}/type`,
      `${JSON.stringify(named[wrong])} is not a type. Known are ${[...types].join(', ')}.`,
    );
}

function checkRequired(schema: Record<string, unknown>, path: string): void {
  const required = schema['required'];
  if (required === undefined) return;
  if (!Array.isArray(required)) refuse(`${path}/required`, 'required must be an array of property names.');
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  required.forEach((name, i) => {
    if (typeof name !== 'string') refuse(`${path}/required/${i}`, 'required must be an array of property names.');
    if (!Object.hasOwn(properties, name)) refuse(`${path}/required/${i}`, `"${name}" is required but is not among the properties.`);
  });
}

function* children(schema: Record<string, unknown>, path: string): Generator<readonly [unknown, string]> {
  for (const [keyword, value] of Object.entries(schema)) {
    const here = `${path}/${escapePointer(keyword)}`;
    if (isOneOf(keywordsOfSchemaMaps, keyword) && isObject(value)) {
      for (const [name, child] of Object.entries(value)) yield [child, `${here}/${escapePointer(name)}`];
    } else if (isOneOf(keywordsOfSchemaLists, keyword) && Array.isArray(value)) {
      for (const [i, child] of value.entries()) yield [child, `${here}/${i}`];
    } else if (keyword === 'items' && Array.isArray(value)) {
      for (const [i, child] of value.entries()) yield [child, `${here}/${i}`];
    } else if (isOneOf(keywordsOfOneSchema, keyword)) {
      yield [value, here];
    }
  }
}

/** A fresh Ajv each time: on a shared one, two tenants' schemas could clash. */
function checkItCompiles(schema: Record<string, unknown>): void {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  try {
    ajv.compile(schema);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    refuse(/data(\/\S*)/.exec(message)?.[1] ?? '', `The schema does not compile: ${message}.`);
  }
}

function refuse(path: string, message: string): never {
  throw invalidExtractionSchema(path, message);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isOneOf = (list: readonly string[], word: string): boolean => list.includes(word);
const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
