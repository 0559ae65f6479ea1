import * as fixtures from '../../sdk/generated/fixtures.ts';
import { openApi } from './documents.ts';

/**
 * Returns an example of the documents by its path in `ringpost/fixtures`, such as `events.interested` or
 * `responses.placeCall.queued`.
 */
export function exampleJson(path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], fixtures);
  if (found === undefined) throw new Error(`The documents have no example ${path}.`);
  return JSON.stringify(found, null, 2);
}

/** Returns the curl sample that the public API's document has for an operation. */
export function curlSample(operationId: string): string {
  const operations = Object.values(openApi('public').paths).flatMap((methods) => Object.values(methods));
  const samples = operations.find((operation) => operation.operationId === operationId)?.['x-codeSamples'];
  const sample = samples?.find(({ label }) => label === 'curl') ?? failed(operationId);
  return sample.source.trimEnd();
}

function failed(operationId: string): never {
  throw new Error(`The document shows no curl for ${operationId}.`);
}
