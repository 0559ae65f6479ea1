import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outline } from './outline.ts';
import { repository } from './repository.ts';

/** One page of the site, before it is rendered. */
export interface Page {
  /** Where it stands: the file is `<path>.html`. */
  readonly path: string;
  /** What the navigation calls it. */
  readonly title: string;
  /** The page under which the navigation shows it, where it is one of many of a kind. */
  readonly parent?: string | undefined;
  /** The file that it comes from, seen from the repository's root: its links start there. */
  readonly source: string;
  readonly markdown: string;
}

/** What a build is for, and where it keeps what takes long. */
export interface Making {
  /** The address of the service that the pages and the references speak of. */
  readonly address: string;
  /** A folder that outlives the build; none makes everything anew. */
  readonly kept?: string | undefined;
}

/** Every page, in the order in which a reader may turn them. */
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
