import { isDeepStrictEqual } from 'node:util';
import { at, dereference, entries, type Findings, items, type JsonObject, resolve, text } from '../document.ts';
import { sentMessages } from './examples.ts';

/**
 * Checks that the OpenAPI `webhooks` and the AsyncAPI messages describe the same events, with the same schemas, headers
 * and examples.
 */
export function checkAgreement(openapi: JsonObject, asyncapi: JsonObject): Findings {
  const webhooks = new Map(entries(at(openapi, openapi, 'webhooks')));
  const messages = new Map(sentMessages(asyncapi).map(([, message]) => [text(at(asyncapi, message, 'name')), message]));
  const events = new Set([...webhooks.keys(), ...messages.keys()]);
  const problems = [...events].flatMap((event) => {
    if (!webhooks.has(event)) return [`${event} is not in the OpenAPI document.`];
    if (!messages.has(event)) return [`${event} is not in the AsyncAPI document.`];
    return differences(openapi, webhooks.get(event), asyncapi, messages.get(event)).map((what) => `${event}: ${what}`);
  });
  return { checked: events.size, problems: [...problems, ...elsewhere(openapi, asyncapi, [...events])] };
}

function differences(openapi: JsonObject, webhook: unknown, asyncapi: JsonObject, message: unknown): readonly string[] {
  const found: string[] = [];
  const differ = (what: string, left: unknown, right: unknown): void => {
    if (!isDeepStrictEqual(dereference(openapi, left), dereference(asyncapi, right)))
      found.push(`the two documents differ on its ${what}.`);
  };
  const operation = at(openapi, webhook, 'post');
  const media = at(openapi, operation, 'requestBody', 'content', 'application/json');
  differ('schema', at(openapi, media, 'schema'), at(asyncapi, message, 'payload'));
  differ('examples', openapiExamples(openapi, media), asyncapiExamples(asyncapi, message));
  differ('headers', openapiHeaders(openapi, operation), asyncapiHeaders(asyncapi, message));
  return found;
}

const openapiExamples = (openapi: JsonObject, media: unknown): JsonObject =>
  Object.fromEntries(entries(at(openapi, media, 'examples')).map(([name, example]) => [name, at(openapi, example, 'value')]));

const asyncapiExamples = (asyncapi: JsonObject, message: unknown): JsonObject =>
  Object.fromEntries(
    items(at(asyncapi, message, 'examples')).map((example) => [text(at(asyncapi, example, 'name')), at(asyncapi, example, 'payload')]),
  );

/** Returns required headers by name. Content-Type is left out because OpenAPI states it as the media type. */
function openapiHeaders(openapi: JsonObject, operation: unknown): JsonObject {
  const parameters = items(at(openapi, operation, 'parameters')).map((parameter) => resolve(openapi, parameter));
  const headers = parameters.filter(
    (parameter) => at(openapi, parameter, 'in') === 'header' && at(openapi, parameter, 'required') === true,
  );
  return Object.fromEntries(
    headers.map((header) => [text(at(openapi, header, 'name')), bare(dereference(openapi, at(openapi, header, 'schema')))]),
  );
}

function asyncapiHeaders(asyncapi: JsonObject, message: unknown): JsonObject {
  const trait = resolve(asyncapi, items(at(asyncapi, message, 'traits'))[0]);
  const schemas = [at(asyncapi, trait, 'headers'), at(asyncapi, trait, 'bindings', 'http', 'headers')];
  const headers = schemas.flatMap((schema) =>
    items(at(asyncapi, schema, 'required')).map((name) => [text(name), at(asyncapi, schema, 'properties', text(name))] as const),
  );
  return Object.fromEntries(
    headers.filter(([name]) => name !== 'Content-Type').map(([name, schema]) => [name, bare(dereference(asyncapi, schema))]),
  );
}

/** Returns a schema's constraints without its texts for people. */
const bare = (schema: unknown): JsonObject =>
  Object.fromEntries(entries(schema).filter(([key]) => key !== 'description' && key !== 'examples'));

/** Returns the other places that list the events: the operations that send them, the buckets, and the event types of triggers. */
function elsewhere(openapi: JsonObject, asyncapi: JsonObject, events: readonly string[]): readonly string[] {
  const sent = entries(at(asyncapi, asyncapi, 'operations')).flatMap(([, operation]) =>
    at(asyncapi, operation, 'action') === 'send'
      ? items(at(asyncapi, operation, 'messages')).map((message) => text(at(asyncapi, message, 'name')))
      : [],
  );
  const paced = items(at(asyncapi, asyncapi, 'x-delivery', 'buckets')).flatMap((bucket) => items(at(asyncapi, bucket, 'events')).map(text));
  const kept = items(at(asyncapi, asyncapi, 'x-retention')).flatMap((rule) => items(at(asyncapi, rule, 'events')).map(text));
  const lists = { 'the operations': sent, 'the buckets': paced, 'the retention': kept, 'the event types of triggers': eventTypes(openapi) };
  return Object.entries(lists)
    .filter(([, list]) => !isDeepStrictEqual([...list].sort(), [...events].sort()))
    .map(([where, list]) => `Not all five events, once each, are in ${where}: ${list.join(', ')}.`);
}

/** Returns the values that `eventType` may have when a trigger is made. */
function eventTypes(openapi: JsonObject): readonly string[] {
  const operation = at(openapi, openapi, 'paths', '/automation-triggers', 'post');
  const schema = at(openapi, operation, 'requestBody', 'content', 'application/json', 'schema', 'properties', 'eventType');
  return items(at(openapi, schema, 'enum')).map(text);
}
