import { jsonOf, object } from '../../../src/contract/json.ts';
import { at, entries, isObject, items, text } from '../../contract/document.ts';
import { codeOf } from '../api.ts';
import { type Documents, documents } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import type { Delivery } from '../receiver.ts';

/** Says how much of the documents a run has seen. */
export interface Coverage {
  readonly what: string;
  readonly seen: readonly string[];
  readonly all: readonly string[];
  readonly missing: readonly string[];
  /** Is true for operations, parameters and events. Some statuses and codes need a deployment that breaks. */
  readonly mustBeWhole: boolean;
}

/** The parts of a run that coverage needs. Scenarios are null if there was no simulator. */
export interface Shown {
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly Delivery[];
  readonly scenarios: { readonly all: readonly string[]; readonly played: readonly string[] } | null;
}

export function coverageOf({ exchanges, deliveries, scenarios }: Shown): readonly Coverage[] {
  const documented = documents();
  const matched = exchanges.filter(({ request }) => request.operationId !== null);
  const properties = documented.operations.flatMap((operation) => propertiesOf(operation.id, operation.responses));
  return [
    covered(
      'operations',
      documented.operations.map(({ id }) => id),
      matched.map(({ request }) => String(request.operationId)),
    ),
    covered(
      'statuses',
      statusesOf(documented),
      matched.map(({ request, response }) => `${request.operationId} ${response.status}`),
    ),
    covered('parameters', parametersOf(documented), matched.flatMap(parametersSent)),
    covered('properties', properties, matched.flatMap(propertiesSeen)),
    covered(
      'error codes',
      codesOf(documented),
      matched.map(({ request, response }) => `${request.operationId} ${codeOf(response.json)}`),
    ),
    covered(
      'events',
      eventsOf(documented),
      deliveries.map(({ json }) => (isObject(json) ? text(json['event']) : '')),
    ),
    ...(scenarios ? [covered('scenarios', scenarios.all, scenarios.played)] : []),
  ];
}

function covered(what: string, all: readonly string[], met: readonly string[]): Coverage {
  const known = new Set(met);
  const whole = [...new Set(all)];
  return {
    what,
    all: whole,
    seen: whole.filter((each) => known.has(each)),
    missing: whole.filter((each) => !known.has(each)),
    mustBeWhole: wholly.has(what),
  };
}

const wholly = new Set(['operations', 'parameters', 'events']);

const statusesOf = ({ operations }: Documents): readonly string[] =>
  operations.flatMap(({ id, statuses }) => statuses.map((status) => `${id} ${status}`));

/** Returns query parameters, path parameters and the properties of bodies. */
const parametersOf = ({ operations }: Documents): readonly string[] =>
  operations.flatMap(({ id, path, query, bodySchema }) => [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${id} ${name}`),
    ...query.map(({ name }) => `${id} ${name}`),
    ...entries(bodySchema?.['properties']).map(([name]) => `${id} ${name}`),
  ]);

function parametersSent({ request }: Exchange): readonly string[] {
  const { operationId, path, body } = request;
  const query = new URLSearchParams(path.split('?', 2)[1] ?? '');
  const names = [...query.keys(), ...Object.keys(object(body && jsonOf(body.toString('utf8')))), 'id'];
  return names.map((name) => `${operationId} ${name}`);
}

const codesOf = ({ operations, openapi }: Documents): readonly string[] =>
  entries(openapi['x-error-catalogue']).flatMap(([code, entry]) => {
    const named = at(openapi, entry, 'operations');
    const ids = named === 'all' ? operations.map(({ id }) => id) : items(named).map(text);
    return ids.map((id) => `${id} ${code}`);
  });

const eventsOf = ({ openapi }: Documents): readonly string[] => entries(openapi['webhooks']).map(([event]) => event);

/** Returns every property of an operation's successful responses, by its path in them. */
function propertiesOf(id: string, responses: unknown): readonly string[] {
  return entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => schemaProperties(at(response, response, 'content', 'application/json', 'schema'), id));
}

function schemaProperties(schema: unknown, way: string): readonly string[] {
  if (!isObject(schema)) return [];
  const here = entries(schema['properties']).flatMap(([name, property]) => [
    `${way}.${name}`,
    ...schemaProperties(property, `${way}.${name}`),
  ]);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => items(schema[word]));
  return [...here, ...parts.flatMap((part) => schemaProperties(part, way)), ...schemaProperties(schema['items'], way)];
}

const propertiesSeen = ({ request, response }: Exchange): readonly string[] =>
  response.status < 300 ? valueProperties(response.json, String(request.operationId)) : [];

function valueProperties(value: unknown, way: string): readonly string[] {
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((item) => valueProperties(item, way));
  return entries(value).flatMap(([name, property]) => [`${way}.${name}`, ...valueProperties(property, `${way}.${name}`)]);
}
