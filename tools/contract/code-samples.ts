import { at, dereference, entries, type FoundOperation, isObject, items, type JsonObject, operationsOf, text } from './document.ts';
import { languages, type SampleRequest } from './sample-languages.ts';

/**
 * Returns the document with samples of each operation, in every language, as `x-codeSamples`. All are made from the operation's own
 * parameters and the first example of its body.
 */
export function withCodeSamples(document: JsonObject): JsonObject {
  const samples = new Map<unknown, JsonObject>(
    operationsOf(document).map((found) => {
      const request = requestOf(document, found);
      const made = languages.map(({ lang, label, write }) => ({ lang, label, source: write(request) }));
      return [found.operation, { ...found.operation, 'x-codeSamples': made }];
    }),
  );
  const paths = entries(document['paths']).map(([path, item]) => [
    path,
    Object.fromEntries(entries(item).map(([method, operation]) => [method, samples.get(operation) ?? operation])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Leaves out headers, and parameters that have a default. */
function requestOf(document: JsonObject, { id, method, path, operation }: FoundOperation): SampleRequest {
  const parameters = items(dereference(document, operation['parameters'])).filter(isObject);
  const exampleOf = (place: string): JsonObject =>
    Object.fromEntries(
      parameters
        .filter((each) => each['in'] === place && at(document, each, 'schema', 'default') === undefined)
        .map((each) => [text(each['name']), each['example']]),
    );
  const [inPath, inQuery] = [exampleOf('path'), exampleOf('query')];
  const filled = entries(inPath).reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(String(value))), path);
  const query = entries(inQuery).map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%3A', ':')}`);
  const body = bodyOf(document, operation);
  return {
    operationId: id,
    method: method.toUpperCase(),
    path: [filled, query.join('&')].filter(Boolean).join('?'),
    input: { ...inPath, ...inQuery, ...body },
    body,
    hasAnswer: at(document, operation, 'responses', '204') === undefined,
  };
}

/** Returns the first example with the idempotency key of the first one that has one, since a caller should always send a key. */
function bodyOf(document: JsonObject, operation: JsonObject): JsonObject | null {
  const examples = entries(at(document, operation, 'requestBody', 'content', 'application/json', 'examples'))
    .map(([, example]) => at(document, example, 'value'))
    .filter(isObject);
  const field = text(at(document, operation, 'x-idempotency', 'field'));
  const [first] = examples;
  if (!first) return null;
  const withKey = examples.find((example) => field in example);
  return withKey ? { ...first, [field]: withKey[field] } : first;
}
