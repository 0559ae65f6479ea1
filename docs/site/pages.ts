import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outline } from './outline.ts';
import { repository } from './repository.ts';

/** One page of the site, before it is rendered. */
export interface Page {
  /** Is the page's path: the file is `<path>.html`. */
  readonly path: string;
  /** Is the page's name in the navigation. */
  readonly title: string;
  /** Is the page under which the navigation shows this one, if it is one of many of a kind. */
  readonly parent?: string | undefined;
  /** Is the source file relative to the repository's root. Links start there. */
  readonly source: string;
  readonly markdown: string;
}

/** The settings of a build. */
export interface Making {
  /** Is the address of the service that the pages and the references show. */
  readonly address: string;
  /** Is a folder for slow results that outlives the build. Without it everything is made again. */
  readonly kept?: string | undefined;
}

/** Returns every page in reading order. */
export async function allPages(): Promise<readonly Page[]> {
  const entries = outline.flatMap((part) => part.entries);
  const made = await Promise.all(
    entries.map(async ({ path, title, source, children }) => {
      const markdown = await readFile(join(repository, source), 'utf8');
      return [{ path, title, source, markdown }, ...((await children?.(path)) ?? [])];
    }),
  );
  return made.flat();
}
