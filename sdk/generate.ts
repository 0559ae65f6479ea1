import { fileURLToPath } from 'node:url';
import { errorCodes } from './generate/errors.ts';
import { eventShapes } from './generate/event-shapes.ts';
import { fixtures } from './generate/fixtures.ts';
import { operations } from './generate/operations.ts';

export const sdkFolder = fileURLToPath(new URL('./generated', import.meta.url));

/**
 * Makes the generated files of the SDK from the documents: the client's operations, shapes of the events, every
 * example, and the signature's test vectors. `bundles` maps file name to text, as `tools/contract/generate.ts` makes
 * it.
 */
export function generateSdk(bundles: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const openapi = JSON.parse(bundles.get('public.json') ?? '');
  const asyncapi = JSON.parse(bundles.get('asyncapi.json') ?? '');
  return new Map([
    ['operations.ts', operations(openapi)],
    ['errors.ts', errorCodes(openapi)],
    ['fixtures.ts', fixtures(openapi, asyncapi)],
    ['vectors.json', `${JSON.stringify(asyncapi['x-signature'], null, 2)}\n`],
    ['event-shapes.ts', eventShapes(asyncapi)],
  ]);
}
