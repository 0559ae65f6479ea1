import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Config } from '../../process/config.ts';
import { builtFromSource } from './built-from-source.ts';
import { prebuiltFolder, standIn } from './prebuilt.ts';

/** The documentation's files by their paths. Only what is in it can be asked for, whatever path a request makes up. */
export type Site = ReadonlyMap<string, SiteFile>;

export interface SiteFile {
  readonly text: string;
  readonly contentType: string;
  readonly etag: string;
}

/**
 * Read once, when it is first asked for, and kept in memory (5 MB). A package brings it built; among the sources it is built then,
 * which takes some seconds. Null where neither is possible: an installation of the sources without development packages.
 */
export function documentationSite(config: Pick<Config, 'publicUrl' | 'dataFolder'>): () => Promise<Site | null> {
  let site: Promise<Site | null> | undefined;
  return () => {
    site ??= load(config).catch((error: unknown) => {
      // A failed build is not kept: the next request tries again.
      site = undefined;
      throw error;
    });
    return site;
  };
}

async function load({ publicUrl, dataFolder }: Pick<Config, 'publicUrl' | 'dataFolder'>): Promise<Site | null> {
  const prebuilt = await filesOf(prebuiltFolder, (text) => text.replaceAll(standIn, () => publicUrl));
  return prebuilt.size > 0 ? prebuilt : builtFromSource({ publicUrl, dataFolder }, filesOf);
}

/** Every file in a folder, by its path seen from there. Nothing where there is no such folder. */
async function filesOf(folder: string, change: (text: string) => string = (text) => text): Promise<Site> {
  const paths = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    paths
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }): Promise<[string, SiteFile]> => {
        const file = join(parentPath, name);
        const text = change(await readFile(file, 'utf8'));
        const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
        return [file.slice(folder.length + 1).replaceAll(sep, '/'), { text, contentType: contentTypeOf(name), etag }];
      }),
  );
  return new Map(files);
}

function contentTypeOf(name: string): string {
  const type = contentTypes[extname(name)];
  if (type === undefined) throw new Error(`The documentation has a file of an unknown kind: ${name}.`);
  return `${type}; charset=utf-8`;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
