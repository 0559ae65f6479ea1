import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { outline } from './outline.ts';
import type { Page } from './pages.ts';
import { repository } from './repository.ts';

/**
 * Returns where the links of a page lead. In the sources they name files, relative to their own file or, with a leading
 * slash, from the repository's root. A link to a page or a picture leads there. A link to another file becomes plain text,
 * since the site does not have the file. A link to a missing file is an error.
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
    if (target.startsWith('docs/pictures/') && existsSync(join(repository, target)))
      return relativeTo(page.path, target.slice('docs/'.length));
    if (!existsSync(join(repository, target))) throw new Error(`${page.source} links to ${href}, which is not there.`);
    return null;
  };
}

/** Returns a relative link from a page to a file of the site, so that the site works in any folder and without a server. */
export const relativeTo = (from: string, file: string): string => posix.relative(posix.dirname(from), file) || file;

/** Returns the part of the navigation that a page belongs to. */
export const partOf = ({ path, parent }: Page): string =>
  outline.find(({ entries }) => entries.some((entry) => entry.path === (parent ?? path)))?.title ?? '';
