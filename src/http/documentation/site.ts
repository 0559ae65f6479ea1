import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Config } from '../../process/config.ts';
import { builtFromSource } from './built-from-source.ts';
import { prebuiltFolder, standIn } from './prebuilt.ts';

/** The documentation's files by path. Only these can be requested, whatever path a request contains. */
export type Site = ReadonlyMap<string, SiteFile>;

export interface SiteFile {
  readonly content: string | Buffer;
  readonly contentType: string;
  readonly etag: string;
}

/**
 * Returns a function that reads the site once, when it is first requested, and keeps it in memory (5 MB). A package
 * contains the built site. Among the sources it is built then, which takes some seconds. The result is null if neither
 * is possible, for an installation of the sources without development packages.
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

/** Returns every file in a folder by its relative path, or nothing if the folder does not exist. */
async function filesOf(folder: string, change: (text: string) => string = (text) => text): Promise<Site> {
  const paths = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    paths
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }): Promise<[string, SiteFile]> => {
        const file = join(parentPath, name);
        const bytes = await readFile(file);
        const content = isPixels(name) ? bytes : change(bytes.toString());
        const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
        return [file.slice(folder.length + 1).replaceAll(sep, '/'), { content, contentType: contentTypeOf(name), etag }];
      }),
  );
  return new Map(files);
}

function contentTypeOf(name: string): string {
  const type = contentTypes[extname(name)];
  if (type === undefined) throw new Error(`The documentation has a file of an unknown kind: ${name}.`);
  return isPixels(name) ? type : `${type}; charset=utf-8`;
}

const isPixels = (name: string): boolean => extname(name) === '.webp';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
};
