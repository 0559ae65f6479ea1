import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from './pages.ts';
import { repository } from './repository.ts';

/** Makes a page of each alert's runbook in `deploy/runbooks`. */
export async function runbookPages(parent: string): Promise<readonly Page[]> {
  const names = (await readdir(join(repository, folder))).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => {
      const alert = basename(name, '.md');
      const source = `${folder}/${name}`;
      return { path: `${parent}/${alert}`, title: alert, parent, source, markdown: await readFile(join(repository, source), 'utf8') };
    }),
  );
}

const folder = 'deploy/runbooks';
