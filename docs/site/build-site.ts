import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expandDirectives } from './directives.ts';
import { linksOf } from './links.ts';
import { llmsText } from './llms.ts';
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts';
import { pageMarkdown } from './page-markdown.ts';
import { allPages, type Making, type Page } from './pages.ts';
import { writeReferences } from './references.ts';
import { repository } from './repository.ts';
import { searchIndex } from './search-index.ts';
import { notFoundPage, pageHtml } from './template.ts';

/** Builds the whole site into a folder, replaces its former content, and returns the number of pages. */
export async function buildSite(out: string, making: Making): Promise<number> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const [pages] = await Promise.all([allPages(), writeReferences(out, making), writeAssets(out)]);
  const rendered = await Promise.all(pages.map((page) => renderPage(page, pages, making)));
  for (const [place, { page, content, markdown }] of rendered.entries()) {
    const neighbours = { previous: rendered[place - 1]?.page, next: rendered[place + 1]?.page, pages };
    await writePage(out, `${page.path}.html`, pageHtml(page, content, neighbours));
    await writePage(out, `${page.path}.md`, markdown);
  }
  await writePage(out, '404.html', notFoundPage());
  await writePage(out, 'llms.txt', llmsText(rendered, making.address));
  await writeFile(join(out, 'assets', 'search-index.js'), searchIndex(rendered));
  return rendered.length;
}

/** A page in both forms. */
interface RenderedPage {
  readonly page: Page;
  readonly content: RenderedMarkdown;
  readonly markdown: string;
}

async function renderPage(page: Page, pages: readonly Page[], making: Making): Promise<RenderedPage> {
  const [markdown, linkTo] = [await expandDirectives(page.markdown, making), linksOf(page, pages)];
  return { page, content: renderMarkdown(markdown, linkTo), markdown: pageMarkdown(markdown, linkTo) };
}

async function writePage(out: string, path: string, text: string): Promise<void> {
  const file = join(out, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Writes scripts, styles and pictures. The theme is a separate script because it runs before the first paint. */
async function writeAssets(out: string): Promise<void> {
  const assets = join(out, 'assets');
  const source = join(import.meta.dirname, 'page');
  await mkdir(assets, { recursive: true });
  await Promise.all([
    build({
      entryPoints: ['site.ts', 'theme.ts', 'site.css'].map((file) => join(source, file)),
      bundle: true,
      minify: true,
      target: 'es2022',
      outdir: assets,
    }),
    cp(join(repository, 'simulator', 'console', 'icon.svg'), join(assets, 'icon.svg')),
    cp(join(repository, 'docs', 'pictures'), join(out, 'pictures'), { recursive: true }),
  ]);
}
