import type { ValidateFunction } from 'ajv';
import type { Problem } from '../errors.ts';
import { type AsyncApiDocument, asyncApiDocument } from './documents.ts';
import { isObject } from './json.ts';
import { problemsOf } from './problems.ts';
import { newAjv, ofDocuments } from './validator.ts';

/** Returns the problems of a webhook's body by the AsyncAPI document. An unknown event is one of them. */
export function eventProblems(body: object): readonly Problem[] {
  compiled ??= compileEvents(asyncApiDocument());
  return problemsBy(compiled, body);
}

/** Returns the problems of an event that somebody made up. Properties that the document does not know count, because they are typos. */
export function madeUpEventProblems(body: object): readonly Problem[] {
  const problems = eventProblems(body);
  if (problems.length > 0 || !('event' in body && 'data' in body && isObject(body.data))) return problems;
  envelopes ??= compileEvents(asyncApiDocument(), { unevaluatedProperties: false });
  const ofData = reportedDataProblems(String(body.event), body.data);
  return [...problemsBy(envelopes, body), ...ofData.map(({ path, message }) => ({ path: `/data${path}`, message }))];
}

function problemsBy(validators: Validators, body: object): readonly Problem[] {
  const validate = 'event' in body && typeof body.event === 'string' ? validators.get(body.event) : undefined;
  if (!validate) return [{ path: '/event', message: `is not an event of the document: ${[...validators.keys()].join(', ')}` }];
  return validate(body) ? [] : problemsOf(validate.errors ?? []);
}

/**
 * Returns the problems of the `data` of a reported event. The check is stricter than the promise to receivers: unknown
 * properties are refused, so that no typo passes silently, and only the shape for the given `origin` reports problems.
 */
export function reportedDataProblems(eventType: string, data: object): readonly Problem[] {
  reported ??= compileReported(asyncApiDocument());
  const shapes = reported.get(eventType);
  if (!shapes) throw new Error(`${eventType} is not an event of the document.`);
  if (shapes.kind === 'one') return shapes.validate(data) ? [] : problemsOf(shapes.validate.errors ?? []);
  const origin = 'origin' in data ? data.origin : undefined;
  const validate = typeof origin === 'string' ? shapes.byOrigin.get(origin) : undefined;
  if (!validate) return [{ path: '/origin', message: `must be one of ${[...shapes.byOrigin.keys()].map((key) => `"${key}"`).join(', ')}` }];
  return validate(data) ? [] : problemsOf(validate.errors ?? []);
}

type ReportedShapes =
  | { readonly kind: 'one'; readonly validate: ValidateFunction }
  | { readonly kind: 'many'; readonly byOrigin: ReadonlyMap<string, ValidateFunction> };

let reported: ReadonlyMap<string, ReportedShapes> | undefined;

function compileReported(document: AsyncApiDocument): ReadonlyMap<string, ReportedShapes> {
  const ajv = newAjv(ofDocuments);
  ajv.addSchema(closed(document) as object, 'asyncapi');
  const schemas = document.components.schemas;
  const compile = (name: string): ValidateFunction => ajv.compile({ $ref: `asyncapi#/components/schemas/${name}` });
  return new Map(
    Object.values(schemas).flatMap((schema): [string, ReportedShapes][] => {
      const eventType = schema.properties?.['event']?.const;
      const data = nameOf(schema.properties?.['data']);
      if (typeof eventType !== 'string' || !data) return [];
      const names = (schemas[data]?.oneOf ?? []).map(nameOf);
      if (names.length === 0) return [[eventType, { kind: 'one', validate: compile(data) }]];
      const byOrigin = names.map((name): [string, ValidateFunction] => [
        String(schemas[name]?.properties?.['origin']?.const),
        compile(name),
      ]);
      return [[eventType, { kind: 'many', byOrigin: new Map(byOrigin) }]];
    }),
  );
}

const nameOf = (schema: { readonly $ref?: string } | undefined): string => schema?.$ref?.split('/').at(-1) ?? '';

/** Returns a copy in which objects with listed properties allow no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in schema && !('additionalProperties' in schema) ? { ...copy, additionalProperties: false } : copy;
}

/** The validators are compiled when the first event is checked. The service itself sends only bodies that its own code makes. */
let compiled: Validators | undefined;
/** They refuse unknown properties beside `data` too. */
let envelopes: Validators | undefined;

type Validators = ReadonlyMap<string, ValidateFunction>;

/** `keywords` are added to the schema of each event. */
function compileEvents(document: AsyncApiDocument, keywords: object = {}): Validators {
  const ajv = newAjv(ofDocuments);
  ajv.addSchema(document, 'asyncapi');
  const validators = new Map<string, ValidateFunction>();
  for (const [key, { name, payload }] of Object.entries(document.components.messages)) {
    // The receiver's answer is a message as well, but it has no body of the service.
    if (name && payload) validators.set(name, ajv.compile({ $ref: `asyncapi#/components/messages/${key}/payload`, ...keywords }));
  }
  return validators;
}
