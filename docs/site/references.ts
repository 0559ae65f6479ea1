import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publication } from '../../src/contract/publication.ts';
import { redocly } from '../../tools/contract/redocly.ts';
import { keptOrMade } from './kept.ts';
import { slug } from './markdown.ts';
import type { Making } from './pages.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/**
 * Writes the Redocly references of both documents to `reference/`. Their scripts become separate files, since the
 * service's content security policy allows no inline script.
 */
export async function writeReferences(out: string, { address, kept }: Making): Promise<void> {
  const folder = join(out, 'reference');
  await mkdir(folder, { recursive: true });
  const { openapi, asyncapi } = publication(address);
  await Promise.all([
    writeReference(folder, 'api', withForms(openapi.page()), kept),
    writeReference(folder, 'webhooks', asyncapi.page(), kept),
    cp(join(import.meta.dirname, 'page', 'reference.css'), join(folder, 'reference.css')),
  ]);
}

/** Adds a link to each operation that leads to its samples and its form. */
function withForms(page: string): string {
  const document: { readonly paths: Readonly<Record<string, Record<string, { readonly operationId: string; description: string }>>> } =
    JSON.parse(page);
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    operation.description = `[Try it](../try-it.html#${slug(operation.operationId)})\n\n${operation.description}`;
  return JSON.stringify(document);
}

async function writeReference(folder: string, name: string, document: string, kept: string | undefined): Promise<void> {
  const { html, scripts } = withScriptsApart(await keptOrMade(kept, `reference\n${document}`, () => build(document)));
  await Promise.all([...scripts].map(([file, script]) => writeFile(join(folder, file), script)));
  await writeFile(join(folder, `${name}.html`), withWayBack(withPlacesInPage(withoutNetwork(html))));
}

/** Redocly writes its links as paths, and its script, which reads the place from the fragment, leaves them as they are. */
const withPlacesInPage = (html: string): string => html.replaceAll(' href="/', ' href="#/');

const build = (document: string): Promise<string> =>
  withTemporaryFolder(async (folder) => {
    const [source, page] = [join(folder, 'document.json'), join(folder, 'page.html')];
    await writeFile(source, document);
    await redocly(['build-docs', source, '--inlineBundle', '--output', page]);
    return readFile(page, 'utf8');
  });

/**
 * Moves each script to a file named by the hash of its text. The module becomes two plain scripts: Redoc itself, which
 * both pages share, and the page's data. A page that is opened without a server may load plain scripts but no module.
 */
function withScriptsApart(html: string): { readonly html: string; readonly scripts: ReadonlyMap<string, string> } {
  const scripts = new Map<string, string>();
  const apart = (text: string, attribute: string): string => {
    const script = withoutNetwork(text);
    const file = `${createHash('sha256').update(script).digest('hex').slice(0, 12)}.js`;
    scripts.set(file, script);
    return `<script src="${file}"${attribute}></script>`;
  };
  const bare = html.replaceAll(/<script( type="module")?>([\s\S]*?)<\/script>/g, (_, module: string | undefined, text: string) => {
    if (module === undefined) return apart(text, '');
    const definition = text.lastIndexOf('const __redoc_definition');
    if (definition === -1) throw new Error('Redocly builds its pages in another way now: see how their script divides.');
    // The search would find its worker by the module's address, which only a module can read. In a page it makes the
    // worker from a blob.
    const redoc = text
      .slice(0, definition)
      .replaceAll(/import\.meta\.(dirname|url)/g, 'location.href')
      .replace(/export\s*\{[\w,]+\};\s*$/, '');
    return apart(redoc, ' defer') + apart(text.slice(definition), ' defer');
  });
  return { html: bare, scripts };
}

/** Replaces the logo and icons that Redoc would fetch with an empty image. */
const withoutNetwork = (text: string): string => text.replaceAll(/https:\/\/cdn\.redoc(?:ly\.com|\.ly)\/[^"'`\s)\\]*/g, 'data:,');

const withWayBack = (html: string): string =>
  html
    .replace(
      '</head>',
      '<link rel="icon" href="../assets/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="reference.css"></head>',
    )
    .replace(
      /<body[^>]*>/,
      (body) =>
        `${body}<nav class="way-back" aria-label="Documentation"><a href="../index.html">Ringpost documentation</a><a href="api.html">API reference</a><a href="webhooks.html">Webhook reference</a></nav>`,
    );
