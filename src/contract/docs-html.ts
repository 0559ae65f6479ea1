import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redocly, redoclyIsInstalled } from './redocly.ts';

/**
 * A document as one HTML page that needs nothing from elsewhere. Building takes some seconds, so a page is kept in the
 * data folder under the hash of its document, and asking twice at once builds once. Null where Redocly is not installed,
 * which an installation without development packages may lack.
 */
export function docsHtml(document: string, dataFolder: string): Promise<string | null> {
  const folder = join(dataFolder, 'docs');
  const page = join(folder, `${createHash('sha256').update(document).digest('hex').slice(0, 16)}.html`);
  const known = building.get(page);
  if (known) return known;
  const html = readOrBuild(document, folder, page);
  building.set(page, html);
  // A failed build is not kept: the next request tries again.
  html.catch(() => building.delete(page));
  return html;
}

const building = new Map<string, Promise<string | null>>();

async function readOrBuild(document: string, folder: string, page: string): Promise<string | null> {
  const kept = await readFile(page, 'utf8').catch(() => null);
  if (kept !== null) return kept;
  if (!redoclyIsInstalled()) return null;
  await mkdir(folder, { recursive: true });
  await buildDocsPage(document, page);
  return readFile(page, 'utf8');
}

/** Builds beside and renames, so that another process never reads half a page. */
export async function buildDocsPage(document: string, page: string): Promise<void> {
  const draft = `${page}.${randomUUID()}`;
  const [source, html] = [`${draft}.json`, `${draft}.html`];
  try {
    await writeFile(source, document);
    await redocly(['build-docs', source, '--inlineBundle', '--output', html]);
    await writeFile(html, withoutNetwork(await readFile(html, 'utf8')));
    await rename(html, page);
  } finally {
    await rm(source, { force: true });
    await rm(html, { force: true });
  }
}

/** Redoc's script is inside the page, but it would still fetch its logo and some icons. An empty image takes their place. */
const withoutNetwork = (html: string): string => html.replaceAll(/https:\/\/cdn\.redoc(?:ly\.com|\.ly)\/[^"'`\s)\\]*/g, 'data:,');
