import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { slug } from '../../docs/site/markdown.ts';

const root = join(import.meta.dirname, '..', '..');
const notOurs = new Set(['node_modules', 'dist', '.git', '.ringpost']);

test('every link of every Markdown file leads to a file that is there, and to a heading or an anchor in it', () => {
  const pages = markdownFiles('');
  assert.ok(pages.length > 60);
  assert.deepEqual(
    pages.flatMap((page) => linksOf(page).flatMap((link) => whyBroken(page, link))),
    [],
  );
});

/** Pages of the site link to made pages with `site:`; `site.test.ts` follows those. */
function linksOf(page: string): readonly string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^(https?:|mailto:|site:)/.test(link));
}

function whyBroken(page: string, link: string): string[] {
  const [file = '', fragment] = link.split('#');
  const target = file === '' ? page : file.startsWith('/') ? file.slice(1) : posix.join(posix.dirname(page), file);
  if (!existsSync(join(root, target))) return [`${page} links to ${link}, which is not there`];
  if (fragment === undefined || !target.endsWith('.md') || hasMadeParts(target) || anchorsOf(target).has(fragment)) return [];
  return [`${page} links to ${link}, and ${target} has no such heading or anchor`];
}

/** Some of its headings come into being when the site is built. */
const hasMadeParts = (page: string): boolean => /^```(made|section)$/m.test(readFileSync(join(root, page), 'utf8'));

function anchorsOf(page: string): ReadonlySet<string> {
  const text = textOf(page);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slug(heading.replaceAll(/[`*]|\]\([^)]*\)/g, '')));
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

/** Without what stands in fenced blocks. */
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8').replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');

function markdownFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}
