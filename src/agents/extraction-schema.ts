import { isObject } from '../contract/json.ts';
import { escapePointer, unescapePointer } from '../contract/json-pointer.ts';
import { maxProblems } from '../contract/problems.ts';
import { invalidExtractionSchema, type Problem } from '../errors.ts';
import { maxSubschemas } from '../process/limits.ts';
import { checkReferences, type Subschema } from './extraction-schema-references.ts';
import type { Pattern } from './extraction-thread.ts';
import type { ExtractionWorkers } from './extraction-workers.ts';

/**
 * Checks a schema by the published rules (`R-SCHEMA-01` to `R-SCHEMA-04`): an object schema of known types whose
 * required names are properties, without outside references, at most sixteen levels deep, at most 32 KB, not too
 * costly, and one that compiles. Its dialect is 2020-12 whatever `$schema` says, since generators write the draft they
 * assume. Throws `invalid_extraction_schema` with the JSON pointers of the problems. What makes the schema too costly to read, and
 * what only a worker finds, is named alone.
 *
 * `text` is the schema as it is stored.
 */
export async function checkExtractionSchema(workers: ExtractionWorkers, tenantId: string, schema: unknown, text: string): Promise<void> {
  const patterns = checkRules(schema);
  // A number may be much longer in the text than as a double.
  if (Buffer.byteLength(text) > maxSchemaBytes) refuseSize();
  const flaw = await workers.judge(tenantId, text, patterns);
  if (flaw) refuse(flaw.path, flaw.message);
}

/** Checks all rules but the last, in time linear in the schema's size. Returns the patterns, which only a worker may try. */
export function checkRules(schema: unknown): readonly Pattern[] {
  checkSize(schema);
  if (!isObject(schema)) refuse('', 'The schema must be a JSON object.');
  if (schema['type'] !== 'object') refuse('/type', 'The schema must have type "object" at its root.');
  checkDialect(schema);
  const reading: Reading = { root: schema, found: new Map(), references: [], patterns: [], problems: [], count: 0 };
  readSchema(reading, schema, '', 1);
  // The target of a `$ref` is a schema too, even under an unknown keyword. Reading it may add to the list.
  for (const reference of reading.references) {
    const target = reading.found.get(reference.target) ?? readSchema(reading, reference.target, reference.targetPath, 2);
    reference.from.inPlace.push(target);
  }
  const [first, ...others] = reading.problems;
  if (first) throw invalidExtractionSchema(first.path, first.message, others);
  checkReferences([...reading.found.values()]);
  return reading.patterns;
}

/** The limits of an extraction schema (`L-SCHEMA-01`). */
export const maxSchemaBytes = 32 * 1024;
export const maxSchemaDepth = 16;
const dialects = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft\/2019-09|draft-07|draft-06)\/schema#?$/;
const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** These keywords give a schema effects outside itself: names that others can refer to, or a promise instead of a result. */
const refusedKeywords = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$async', '$recursiveRef', '$recursiveAnchor'] as const;

type Applied = 'inPlace' | 'within' | 'apart';

/**
 * The keywords that hold schemas. `inPlace` ones apply to the same data as the schema around them, `within` ones to a
 * part of it, and `apart` ones to none unless a `$ref` leads to them.
 */
const keywords: Readonly<Record<string, readonly [holds: 'schema' | 'list' | 'map', Applied]>> = {
  allOf: ['list', 'inPlace'],
  anyOf: ['list', 'inPlace'],
  oneOf: ['list', 'inPlace'],
  not: ['schema', 'inPlace'],
  if: ['schema', 'inPlace'],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: ['schema', 'inPlace'],
  else: ['schema', 'inPlace'],
  dependentSchemas: ['map', 'inPlace'],
  dependencies: ['map', 'inPlace'],
  properties: ['map', 'within'],
  patternProperties: ['map', 'within'],
  additionalProperties: ['schema', 'within'],
  unevaluatedProperties: ['schema', 'within'],
  propertyNames: ['schema', 'within'],
  prefixItems: ['list', 'within'],
  items: ['schema', 'within'],
  additionalItems: ['schema', 'within'],
  unevaluatedItems: ['schema', 'within'],
  contains: ['schema', 'within'],
  contentSchema: ['schema', 'apart'],
  $defs: ['map', 'apart'],
  definitions: ['map', 'apart'],
};

function checkSize(schema: unknown): void {
  let bytes: number;
  try {
    bytes = Buffer.byteLength(JSON.stringify(schema));
  } catch {
    // A schema of about a million brackets cannot even be written: that throws a RangeError.
    refuse('', `The schema is deeper than ${maxSchemaDepth} levels.`);
  }
  if (bytes > maxSchemaBytes) refuseSize();
}

const refuseSize = (): never => refuse('', `The schema is larger than ${maxSchemaBytes} bytes of compact JSON.`);

function checkDialect(schema: Record<string, unknown>): void {
  const dialect = schema['$schema'];
  if (dialect === undefined || (typeof dialect === 'string' && dialects.test(dialect))) return;
  refuse('/$schema', '$schema may name JSON Schema 2020-12, 2019-09, draft-07 or draft-06. The schema is read as 2020-12.');
}

interface Reading {
  readonly root: Record<string, unknown>;
  /** Holds the schemas in document order. */
  readonly found: Map<unknown, Subschema>;
  readonly references: { readonly from: Subschema; readonly target: unknown; readonly targetPath: string }[];
  readonly patterns: Pattern[];
  readonly problems: Problem[];
  count: number;
}

function readSchema(reading: Reading, schema: unknown, path: string, depth: number): Subschema {
  const subschema: Subschema = { path, inPlace: [], within: [] };
  reading.count += 1 + dependentNames(schema);
  if (reading.count > maxSubschemas) refuse(path, `The schema is too costly: it has more than ${maxSubschemas} subschemas.`);
  if (typeof schema === 'boolean') return subschema;
  if (!isObject(schema)) {
    note(reading, path, 'A schema must be an object or a boolean.');
    return subschema;
  }
  if (depth > maxSchemaDepth) refuse(path, `The schema is deeper than ${maxSchemaDepth} levels.`);
  reading.found.set(schema, subschema);
  for (const keyword of refusedKeywords) {
    if (Object.hasOwn(schema, keyword)) note(reading, `${path}/${keyword}`, `${keyword} is not allowed.`);
  }
  if (depth > 1 && Object.hasOwn(schema, '$schema')) note(reading, `${path}/$schema`, '$schema may stand at the root only.');
  readReference(reading, subschema, schema['$ref']);
  checkType(reading, schema, path);
  checkRequired(reading, schema, path);
  reading.patterns.push(...patternsOf(schema, path));
  for (const { child, childPath, applied } of children(schema, path)) {
    const read = readSchema(reading, child, childPath, depth + 1);
    if (applied !== 'apart') subschema[applied].push(read);
  }
  return subschema;
}

function readReference(reading: Reading, from: Subschema, reference: unknown): void {
  if (reference === undefined) return;
  const path = `${from.path}/$ref`;
  if (typeof reference !== 'string' || !(reference === '#' || reference.startsWith('#/'))) {
    note(reading, path, '$ref may only point into the schema itself, such as #/$defs/money.');
    return;
  }
  const steps = reference.split('/').slice(1).map(nameOf);
  const target = steps.reduce<unknown>(memberOf, reading.root);
  if (target === undefined) note(reading, path, `There is nothing at ${reference}.`);
  else reading.references.push({ from, target, targetPath: steps.map((step) => `/${escapePointer(step ?? '')}`).join('') });
}

const memberOf = (owner: unknown, name: string | null): unknown =>
  name !== null && typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name)
    ? (owner as Record<string, unknown>)[name]
    : undefined;

function checkType(reading: Reading, schema: Record<string, unknown>, path: string): void {
  const type = schema['type'];
  if (type === undefined) return;
  for (const [i, name] of [type].flat().entries()) {
    if (typeof name === 'string' && types.has(name)) continue;
    const here = Array.isArray(type) ? `${path}/type/${i}` : `${path}/type`;
    note(reading, here, `${JSON.stringify(name)} is not a type. Known are ${[...types].join(', ')}.`);
  }
}

function checkRequired(reading: Reading, schema: Record<string, unknown>, path: string): void {
  const required: unknown = schema['required'];
  if (required === undefined) return;
  if (!Array.isArray(required)) {
    note(reading, `${path}/required`, 'required must be an array of property names.');
    return;
  }
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [i, name] of required.entries()) {
    if (typeof name !== 'string') note(reading, `${path}/required/${i}`, 'required must be an array of property names.');
    else if (!Object.hasOwn(properties, name))
      note(reading, `${path}/required/${i}`, `"${name}" is required but is not among the properties beside it.`);
  }
}

/** Notes a problem after which the rest of the schema can still be read. */
function note({ problems }: Reading, path: string, message: string): void {
  if (problems.length < maxProblems) problems.push({ path, message });
}

/**
 * Counts names in the lists of `dependentRequired`, which cost as much to compile as subschemas. `dependencies` is its
 * older name.
 */
function dependentNames(schema: unknown): number {
  if (!isObject(schema)) return 0;
  const lists = [schema['dependentRequired'], schema['dependencies']].flatMap((owner) => (isObject(owner) ? Object.values(owner) : []));
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

function patternsOf({ pattern, patternProperties }: Record<string, unknown>, path: string): readonly Pattern[] {
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...(typeof pattern === 'string' ? [{ path: `${path}/pattern`, pattern }] : []),
    ...names.map((name) => ({ path: `${path}/patternProperties/${escapePointer(name)}`, pattern: name })),
  ];
}

interface Child {
  readonly child: unknown;
  readonly childPath: string;
  readonly applied: Applied;
}

function* children(schema: Record<string, unknown>, path: string): Generator<Child> {
  for (const [keyword, value] of Object.entries(schema)) {
    const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    if (!known) continue;
    const [holds, applied] = known;
    const here = `${path}/${escapePointer(keyword)}`;
    if (holds === 'schema') yield { child: value, childPath: here, applied };
    else if (holds === 'list' ? Array.isArray(value) : isObject(value))
      for (const [name, child] of Object.entries(value as object)) {
        // `dependencies` may name other properties instead of a schema.
        if (keyword !== 'dependencies' || !Array.isArray(child)) yield { child, childPath: `${here}/${escapePointer(name)}`, applied };
      }
  }
}

function refuse(path: string, message: string): never {
  throw invalidExtractionSchema(path, message);
}

/** Returns the name that a step of a fragment stands for, or null if its percent-encoding is wrong. */
function nameOf(step: string): string | null {
  try {
    return unescapePointer(decodeURIComponent(step));
  } catch {
    return null;
  }
}
