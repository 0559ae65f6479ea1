import type { RenderedMarkdown } from './markdown.ts';
import type { SearchEntry } from './page/search-entry.ts';
import type { Page } from './pages.ts';

/**
 * Returns the search index as a script that sets one global. Without a server, a page in a folder may load a script but
 * not JSON.
 */
export function searchIndex(pages: readonly { readonly page: Page; readonly content: RenderedMarkdown }[]): string {
  const entries = pages.flatMap(({ page, content }) =>
    content.passages.map(
      ({ heading, text }): SearchEntry => ({
        page: content.title,
        heading: heading?.text ?? '',
        href: `${page.path}.html${heading ? `#${heading.id}` : ''}`,
        text: text.slice(0, longestText),
      }),
    ),
  );
  return `globalThis.ringpostSearchIndex=${JSON.stringify(entries)};\n`;
}

const longestText = 1_500;
