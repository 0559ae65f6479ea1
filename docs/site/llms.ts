import { partOf } from './links.ts';
import type { RenderedMarkdown } from './markdown.ts';
import { outline } from './outline.ts';
import type { Page } from './pages.ts';
import { publishedFiles } from './published-files.ts';

/** Returns `llms.txt` (llmstxt.org): every page as Markdown with its first paragraph, and every file for programs. */
export function llmsText(pages: readonly { readonly page: Page; readonly content: RenderedMarkdown }[], address: string): string {
  const parts = outline.map(({ title }) => {
    const lines = pages
      .filter(({ page }) => partOf(page) === title)
      .map(({ page, content }) => line(content.title, `${address}/docs/${page.path}.md`, content.summary));
    return [`## ${title}`, '', ...lines].join('\n');
  });
  const files = publishedFiles().map(({ path, what }) => line(`/${path}`, `${address}/${path}`, what));
  const summary = pages.find(({ page }) => page.path === 'index')?.content.summary ?? '';
  return `${['# Ringpost', `> ${oneLine(summary)}`, ...parts, ['## For programs', '', ...files].join('\n')].join('\n\n')}\n`;
}

const line = (title: string, url: string, what: string): string => `- [${title}](${url}): ${oneLine(what)}`;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
