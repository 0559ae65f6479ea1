import { fileURLToPath } from 'node:url';
import { eventShapes } from './generate/event-shapes.ts';
import { fixtures } from './generate/fixtures.ts';

export const sdkFolder = fileURLToPath(new URL('./generated', import.meta.url));

/**
 * Makes the generated files of the SDK from the documents: shapes of the events, every example, and the signature's test vectors. `bundles` maps file name to text, as `tools/contract/generate.ts` makes
 * it.
 */
export function generateSdk(bundles: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const openapi = JSON.parse(bundles.get('public.json') ?? '');
  const asyncapi = JSON.parse(bundles.get('asyncapi.json') ?? '');
  return new Map([
    ['fixtures.ts', fixtures(openapi, asyncapi)],
    ['vectors.json', `${JSON.stringify(asyncapi['x-signature'], null, 2)}\n`],
    ['event-shapes.ts', eventShapes(asyncapi)],
  ]);
}

export const pythonFolder = fileURLToPath(new URL('./python/src/ringpost/generated', import.meta.url));
export { generatePython } from './generate/python.ts';
