import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { redocly, redoclyIsInstalled } from './redocly.ts';

/**
 * A document as one HTML page that needs nothing from elsewhere. Building takes some seconds, so a page is kept in the
 * data folder under the hash of its document, and asking twice at once builds once. Null where Redocly is not installed,
 * which an installation without development packages may lack.
 */
export function docsHtml(document: 'public' | 'events', dataFolder: string): Promise<string | null> {
  const key = `${document} ${dataFolder}`;
  const known = building.get(key);
  if (known) return known;
  const page = readOrBuild(sources[document], dataFolder);
  building.set(key, page);
  // A failed build is not kept: the next request tries again.
  page.catch(() => building.delete(key));
  return page;
}

const sources = {
  public: fileURLToPath(new URL('./generated/public.json', import.meta.url)),
  events: fileURLToPath(new URL('./generated/asyncapi.json', import.meta.url)),
} as const;

const building = new Map<string, Promise<string | null>>();

async function readOrBuild(source: string, dataFolder: string): Promise<string | null> {
  const hash = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
    .slice(0, 16);
  const folder = join(dataFolder, 'docs');
  const page = join(folder, `${hash}.html`);
  const kept = await readFile(page, 'utf8').catch(() => null);
  if (kept !== null) return kept;
  if (!redoclyIsInstalled()) return null;
  await mkdir(folder, { recursive: true });
  return build(source, page);
}

/** Builds beside and renames, so that another process never reads half a page. */
async function build(source: string, page: string): Promise<string> {
  const draft = `${page}.${randomUUID()}.html`;
  try {
    await redocly(['build-docs', source, '--inlineBundle', '--output', draft]);
    await writeFile(draft, withoutNetwork(await readFile(draft, 'utf8')));
    await rename(draft, page);
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(page, 'utf8');
}

/** Redoc's script is inside the page, but it would still fetch its logo and some icons. An empty image takes their place. */
const withoutNetwork = (html: string): string => html.replaceAll(/https:\/\/cdn\.redoc(?:ly\.com|\.ly)\/[^"'`\s)\\]*/g, 'data:,');
