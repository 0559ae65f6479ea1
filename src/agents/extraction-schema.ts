import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { escapePointer, unescapePointer } from '../contract/json-pointer.ts';
import { invalidExtractionSchema } from '../errors.ts';

/**
 * The rules of an extraction schema, as the contract publishes them: an object schema, of known types, whose every
 * required name is a property, that refers to nothing outside itself, is no deeper than sixteen levels and no larger
 * than 32 KB. Generators write the draft they had in mind into `$schema`; ours is 2020-12 whatever that says. Throws `invalid_extraction_schema` with the JSON pointer of the first problem, in document order.
 */
export function checkExtractionSchema(schema: unknown): asserts schema is Record<string, unknown> {
  checkSize(schema);
  if (!isObject(schema)) refuse('', 'The schema must be a JSON object.');
  if (schema['type'] !== 'object') refuse('/type', 'The schema must have type "object" at its root.');
  checkDialect(schema);
  checkLevel({ schema, path: '', depth: 1, root: schema });
  checkItCompiles(schema);
}

/** Spec, Limits: extraction schema size. */
const maxSchemaBytes = 32 * 1024;
const maxDepth = 16;
const dialects = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft\/2019-09|draft-07|draft-06)\/schema#?$/;
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

function checkDialect(schema: Record<string, unknown>): void {
  const dialect = schema['$schema'];
  if (dialect === undefined || (typeof dialect === 'string' && dialects.test(dialect))) return;
  refuse('/$schema', '$schema may name JSON Schema 2020-12, 2019-09, draft-07 or draft-06. The schema is read as 2020-12.');
}

interface Level {
  readonly schema: unknown;
  readonly path: string;
  readonly depth: number;
  readonly root: Record<string, unknown>;
}

function checkLevel({ schema, path, depth, root }: Level): void {
  if (typeof schema === 'boolean' && depth > 1) return;
  if (!isObject(schema)) refuse(path, 'A schema must be an object or a boolean.');
  if (depth > maxDepth) refuse(path, `The schema is deeper than ${maxDepth} levels.`);
  for (const keyword of refusedKeywords) {
    if (Object.hasOwn(schema, keyword)) refuse(`${path}/${keyword}`, `${keyword} is not allowed.`);
  }
  if (depth > 1 && Object.hasOwn(schema, '$schema')) refuse(`${path}/$schema`, '$schema may stand at the root only.');
  checkReference(schema, path, root);
  checkType(schema, path);
  checkRequired(schema, path);
  checkPatterns(schema, path);
  for (const [child, childPath] of children(schema, path)) checkLevel({ schema: child, path: childPath, depth: depth + 1, root });
}

function checkReference(schema: Record<string, unknown>, path: string, root: Record<string, unknown>): void {
  const reference = schema['$ref'];
  if (reference === undefined) return;
  if (typeof reference !== 'string' || !(reference === '#' || reference.startsWith('#/')))
    refuse(`${path}/$ref`, '$ref may only point into the schema itself, such as #/$defs/money.');
  if (!leadsSomewhere(reference, root)) refuse(`${path}/$ref`, `There is nothing at ${reference}.`);
}

/** A JSON pointer in a fragment, so percent-encoded. */
function leadsSomewhere(reference: string, root: unknown): boolean {
  let here = root;
  for (const part of reference.split('/').slice(1)) {
    const name = nameOf(part);
    if (name === null || typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return false;
    here = (here as Record<string, unknown>)[name];
  }
  return true;
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

function checkPatterns(schema: Record<string, unknown>, path: string): void {
  const { pattern, patternProperties } = schema;
  if (typeof pattern === 'string' && !isRegExp(pattern)) refuse(`${path}/pattern`, 'The pattern is not a regular expression.');
  const wrong = isObject(patternProperties) ? Object.keys(patternProperties).find((name) => !isRegExp(name)) : undefined;
  if (wrong !== undefined) refuse(`${path}/patternProperties/${escapePointer(wrong)}`, 'This name is not a regular expression.');
}

/** As the validator will read it. */
function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
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
function checkItCompiles({ $schema, ...schema }: Record<string, unknown>): void {
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

/** Null where a step of a fragment is not percent-encoded as it should be. */
function nameOf(step: string): string | null {
  try {
    return unescapePointer(decodeURIComponent(step));
  } catch {
    return null;
  }
}
