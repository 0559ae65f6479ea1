import * as fixtures from '../../sdk/generated/fixtures.ts';
import { openApi } from './documents.ts';

/** `events.interested`, `responses.placeCall.queued`: an example of the documents, found by its way in `ringpost/fixtures`. */
export function exampleJson(path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], fixtures);
  if (found === undefined) throw new Error(`The documents have no example ${path}.`);
  return JSON.stringify(found, null, 2);
}

/** The public API's document shows each operation with curl. */
export function curlSample(operationId: string): string {
  const operations = Object.values(openApi('public').paths).flatMap((methods) => Object.values(methods));
  const samples = operations.find((operation) => operation.operationId === operationId)?.['x-codeSamples'];
  const sample = samples?.find(({ label }) => label === 'curl') ?? failed(operationId);
  return sample.source.trimEnd();
}

function failed(operationId: string): never {
  throw new Error(`The document shows no curl for ${operationId}.`);
}
