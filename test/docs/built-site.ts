import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { publicContract } from '../../src/contract/documents.ts';

/** A page of a built site, as far as its links and names go. */
export interface BuiltPage {
  readonly path: string;
  readonly html: string;
  /** Has the places of a reference too, which its script scrolls to. */
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

/** Every page in a folder. */
export async function readPages(folder: string): Promise<readonly BuiltPage[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.html')).sort();
  return Promise.all(
    paths.map(async (path) => {
      const html = await readFile(join(folder, path), 'utf8');
      const ids = new Set([...attributes(html, 'id'), ...attributes(html, 'data-section-id')]);
      return { path, html, ids, links: [...attributes(html, 'href'), ...attributes(html, 'src')] };
    }),
  );
}

/** Where a link of a page leads within the site; null where it leads elsewhere. */
export function targetOf(page: string, link: string): { readonly file: string; readonly fragment: string } | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [file = '', fragment = ''] = link.split('#');
  const target = file === '' ? page : file.startsWith('/docs/') ? file.slice('/docs/'.length) : posix.join(posix.dirname(page), file);
  return { file: target, fragment: decodeURIComponent(fragment) };
}

const attributes = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<[a-z][^>]*?\\s${name}="([^"]*)"`, 'g'))].map(([, value]) =>
    (value ?? '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
  );

/** Where the API reference shows each operation, as pages link to it. */
export const placesOfReference: readonly string[] = Object.values(publicContract().document.paths ?? {}).flatMap((methods) =>
  Object.values(methods as Readonly<Record<string, { operationId?: string; tags?: readonly string[] }>>).flatMap(({ operationId, tags }) =>
    operationId && tags?.[0] ? [`/${tags[0].toLowerCase().replaceAll(' ', '-')}/${operationId.toLowerCase()}`] : [],
  ),
);
