import { STATUS_CODES } from 'node:http';
import { items, type Json, object } from '../json.ts';

/**
 * Returns a Postman collection (2.1) of a dereferenced document: a folder for each tag, a request for each operation with its first example
 * as the body, and each documented answer as a saved example. The key is the variable `apiKey`.
 */
export function postmanCollection(document: Json): Json {
  const { title, summary } = object(document.info);
  const operations = Object.entries(object(document.paths)).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation: object(operation) })),
  );
  const folders = items(document.tags).map((tag) => {
    const { name, description } = object(tag);
    return { name, description, item: operations.filter(({ operation }) => items(operation.tags).includes(name)).map(itemOf) };
  });
  return {
    info: { name: title, description: summary, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: object(items(document['servers'])[0]).url },
      { key: 'apiKey', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
}

function itemOf({ path, method, operation }: Operation): Json {
  const bodies = examplesOf(operation.requestBody);
  const request = {
    method,
    header: bodies.length > 0 ? [{ key: 'Content-Type', value: 'application/json' }] : [],
    url: urlOf(path, items(operation.parameters).map(object)),
    ...(bodies[0] ? { body: { mode: 'raw', raw: printed(bodies[0].value), options: { raw: { language: 'json' } } } } : {}),
  };
  const answers = Object.entries(object(operation.responses)).flatMap(([status, response]) => answersOf(status, object(response), request));
  return { name: operation.summary, request: { ...request, description: operation.description }, response: answers };
}

function urlOf(path: string, parameters: readonly Json[]): Json {
  const steps = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const inPlace = (place: string): readonly Json[] =>
    parameters
      .filter((parameter) => parameter['in'] === place)
      .map(({ name, example, description, required }) => ({
        key: name,
        value: String(example ?? ''),
        description,
        ...(required === true ? {} : { disabled: true }),
      }));
  return {
    raw: `{{baseUrl}}/${steps}`,
    host: ['{{baseUrl}}'],
    path: steps.split('/'),
    query: inPlace('query'),
    variable: inPlace('path'),
  };
}

function answersOf(status: string, response: Json, request: Json): readonly Json[] {
  const about = { originalRequest: request, status: STATUS_CODES[status] ?? '', code: Number(status) };
  const examples = examplesOf(response);
  if (examples.length === 0) return [{ ...about, name: status, header: [], body: '' }];
  return examples.map(({ summary, value }) => ({
    ...about,
    name: `${status}: ${summary}`,
    _postman_previewlanguage: 'json',
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body: printed(value),
  }));
}

const examplesOf = (part: unknown): readonly Json[] =>
  Object.values(object(object(object(object(part).content)['application/json']).examples)).map(object);

const printed = (value: unknown): string => JSON.stringify(value, null, 2);
