import { artefacts } from '../../../src/contract/artefacts/artefacts.ts';
import type { JsonObject } from '../../../tools/contract/document.ts';

export const address = 'https://calls.example.net/ringpost';

/** What a service at that address publishes. */
export const files = artefacts(address);

export async function textOf(path: string): Promise<string> {
  const file = files[path];
  if (!file) throw new Error(`Nothing is published as ${path}.`);
  return (await file.text()).text;
}

export const jsonOf = async (path: string): Promise<JsonObject> => JSON.parse(await textOf(path));
