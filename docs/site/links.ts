import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { outline } from './outline.ts';
import type { Page } from './pages.ts';
import { repository } from './repository.ts';

/**
 * Where the links of a page lead. In the sources they name files, as they must for who reads those: relative to the file they stand
 * in, or from the repository's root with a slash before. A file that is a page becomes that page; one that is none becomes plain
 * text, since the site does not have it; one that is not there is a mistake.
 */
export function linksOf(page: Page, pages: readonly Page[]): (href: string) => string | null {
  const pathOf = new Map(pages.map(({ source, path }) => [source, path]));
  return (href) => {
    if (/^(https?:|mailto:|#)/.test(href)) return href;
    if (href.startsWith('site:')) return relativeTo(page.path, href.slice('site:'.length));
    const [file = '', fragment] = href.split('#');
    const target = file.startsWith('/') ? file.slice(1) : posix.join(posix.dirname(page.source), file);
    const path = pathOf.get(target) ?? pathOf.get(posix.join(target, 'README.md'));
    if (path !== undefined) return `${relativeTo(page.path, `${path}.html`)}${fragment ? `#${fragment}` : ''}`;
    if (!existsSync(join(repository, target))) throw new Error(`${page.source} links to ${href}, which is not there.`);
    return null;
  };
}

/** From one page to a file of the site, so that the site works in any folder, and without a server. */
export const relativeTo = (from: string, file: string): string => posix.relative(posix.dirname(from), file) || file;

/** The part of the navigation that a page belongs to. */
export const partOf = ({ path, parent }: Page): string =>
  outline.find(({ entries }) => entries.some((entry) => entry.path === (parent ?? path)))?.title ?? '';
