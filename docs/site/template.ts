import { partOf, relativeTo } from './links.ts';
import { escapeHtml, type Heading, type RenderedMarkdown } from './markdown.ts';
import { outline } from './outline.ts';
import type { Page } from './pages.ts';

/** The pages that a page links to. */
interface Neighbours {
  readonly previous: Page | undefined;
  readonly next: Page | undefined;
  readonly pages: readonly Page[];
}

/** Renders a whole page: search and theme at the top, the navigation on one side, the page's headings on the other. */
export function pageHtml(page: Page, content: RenderedMarkdown, neighbours: Neighbours): string {
  const to = (file: string): string => relativeTo(page.path, file);
  const body = `
<div class="columns">
<nav class="navigation" id="navigation" aria-label="Pages">${navigation(page, neighbours, to)}</nav>
<main id="content" tabindex="-1">
<article>
<p class="part">${escapeHtml(partOf(page))}</p>
${content.html}</article>
${turning(neighbours, to)}
</main>
${onThisPage(content.headings)}
</div>`;
  const root = to('index.html').replace(/index\.html$/, '');
  return frame({ title: content.title, summary: content.summary, root, body, markdown: to(`${page.path}.md`) });
}

/** Renders the not-found page. It uses no relative link, because the service shows it at any path. */
export const notFoundPage = (): string =>
  frame({
    title: 'Not here',
    summary: 'There is no such page.',
    root: '/docs/',
    body: `<main id="content" class="alone" tabindex="-1"><h1>There is no such page</h1>
<p>It may have another name now. The search above looks through every page; or begin with the <a href="/docs/index.html">overview</a>.</p></main>`,
  });

interface Frame {
  readonly title: string;
  readonly summary: string;
  /** Is the relative path to the site's root folder. */
  readonly root: string;
  readonly body: string;
  /** Is the relative path to the same page as Markdown. */
  readonly markdown?: string;
}

const frame = ({ title, summary, root, body, markdown }: Frame): string => `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Ringpost</title>
<meta name="description" content="${escapeHtml(summary)}">
${markdown === undefined ? '' : `<link rel="alternate" href="${markdown}" type="text/markdown">\n`}<link rel="icon" href="${root}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}assets/site.css">
<script src="${root}assets/theme.js"></script>
<script src="${root}assets/site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu" aria-expanded="false" aria-controls="navigation" hidden>Menu</button>
<a class="home" href="${root}index.html"><img src="${root}assets/icon.svg" alt="" width="22" height="22">Ringpost <span>documentation</span></a>
<div class="search" role="search" hidden>
<input type="search" id="search" role="combobox" aria-label="Search the documentation" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="Found" hidden></ul>
<p class="unseen" id="found-count" role="status"></p>
</div>
<a class="reference" href="${root}reference/api.html">API</a>
<button type="button" class="theme" hidden></button>
</header>${body}
</body>
</html>
`;

function navigation(page: Page, { pages }: Neighbours, to: (file: string) => string): string {
  const open = page.parent ?? page.path;
  const link = (path: string, title: string): string =>
    `<a href="${to(`${path}.html`)}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
  const below = pages.filter(({ parent }) => parent === open).map(({ path, title }) => `<li>${link(path, title)}</li>`);
  return outline
    .map(({ title, entries }) => {
      const items = entries.map((entry) => {
        const opened = entry.path === open && below.length > 0 ? `<ul>${below.join('')}</ul>` : '';
        return `<li>${link(entry.path, entry.title)}${opened}</li>`;
      });
      return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul></section>`;
    })
    .join('');
}

const turning = ({ previous, next }: Neighbours, to: (file: string) => string): string => {
  const link = (page: Page | undefined, rel: string, word: string): string =>
    page ? `<a rel="${rel}" href="${to(`${page.path}.html`)}"><span>${word}</span>${escapeHtml(page.title)}</a>` : '<span></span>';
  return `<nav class="turning" aria-label="Next and previous page">${link(previous, 'prev', 'Previous')}${link(next, 'next', 'Next')}</nav>`;
};

function onThisPage(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth <= 3);
  if (shown.length < 2) return '<div class="contents"></div>';
  const items = shown.map(({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-labelledby="contents-title"><h2 id="contents-title">On this page</h2><ul>${items.join('')}</ul></nav>`;
}
