import { readFile } from 'node:fs/promises';
import { type Publication, publication } from './publication.ts';

/** Beside this file in a built package; among the sources there are none. */
export const pagesFolder = 'pages';

/**
 * A page that `npm run build` made, with this installation's address in place of the one it was made with; null where the
 * package was not built.
 */
export async function prebuiltPage(name: 'openapi' | 'asyncapi', publicUrl: string): Promise<string | null> {
  const html = await readFile(new URL(`./${pagesFolder}/${name}.html`, import.meta.url), 'utf8').catch(() => null);
  return html?.replaceAll(standIn, () => publicUrl) ?? null;
}

/** The documents as they are put into those pages. */
export const prebuiltPublication = (): Publication => publication(standIn);

/** Nobody's address: nothing else on a page can be taken for it, and no HTML or JSON escapes it. */
const standIn = 'https://address-of-this-service.invalid';
