import { openApi } from './documents.ts';
import type { RenderedMarkdown } from './markdown.ts';
import type { SearchEntry } from './page/search-entry.ts';
import type { Page } from './pages.ts';
import { placeInReference } from './place-in-reference.ts';

/**
 * Returns the search index as a script that sets one global. Without a server, a page in a folder may load a script but
 * not JSON.
 */
export function searchIndex(pages: readonly { readonly page: Page; readonly content: RenderedMarkdown }[]): string {
  const entries = pages.flatMap(({ page, content }) =>
    content.passages.map(
      ({ heading, text }): SearchEntry => ({
        page: page.title,
        heading: heading?.text ?? '',
        href: `${page.path}.html${heading ? `#${heading.id}` : ''}`,
        text: (heading || content.title === page.title ? text : `${content.title}: ${text}`).slice(0, longestText),
      }),
    ),
  );
  return `globalThis.ringpostSearchIndex=${JSON.stringify([...entries, ...operations()])};\n`;
}

/** Returns an entry for each operation, which leads to its place in the API reference. */
const operations = (): readonly SearchEntry[] =>
  Object.entries(openApi('public').paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId = '', tags = [], summary = '', description = '' }]) => ({
      page: 'API reference',
      heading: summary,
      href: `reference/api.html#${placeInReference(tags[0] ?? '', operationId)}`,
      text: `${method.toUpperCase()} ${path}: ${operationId}. ${description}`.slice(0, longestText),
    })),
  );

const longestText = 1_500;
