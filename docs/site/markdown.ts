import { Marked, type Tokens } from 'marked';
import { highlight } from './highlight.ts';

export interface RenderedMarkdown {
  readonly title: string;
  /** Is the first paragraph as plain text, for search engines. */
  readonly summary: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
}

export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly id: string;
}

/** The text below a heading, for the search. */
export interface Passage {
  readonly heading: Heading | null;
  readonly text: string;
}

/** Renders Markdown as HTML. Every heading has an anchor, and every link goes where `linkTo` says; null makes it plain text. */
export function renderMarkdown(markdown: string, linkTo: (href: string) => string | null): RenderedMarkdown {
  const headings: Heading[] = [];
  const ids = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const text = plain(tokens);
        const heading = { depth, text, id: unique(slug(text), ids) };
        const words = this.parser.parseInline(tokens);
        headings.push(heading);
        if (depth === 1) return `<h1>${words}</h1>\n`;
        return `<h${depth} id="${heading.id}">${words}<a class="anchor" href="#${heading.id}" aria-label="Link to “${escapeHtml(text)}”">#</a></h${depth}>\n`;
      },
      link({ href, title, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = linkTo(href);
        if (target === null) return words;
        return `<a href="${escapeHtml(target)}"${title ? ` title="${escapeHtml(title)}"` : ''}>${words}</a>`;
      },
      image: ({ href, text }) => `<img src="${escapeHtml(linkTo(href) ?? href)}" alt="${escapeHtml(text)}" loading="lazy">`,
      code: ({ text, lang = '' }) => codeBlock(text, lang),
      table(token) {
        // Wide tables scroll separately, by keyboard too.
        return `<div class="table" tabindex="0" role="region" aria-label="Table">${tableHtml(token, (tokens) => this.parser.parseInline(tokens))}</div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const html = marked.parser(tokens);
  const title = headings.find(({ depth }) => depth === 1)?.text ?? '';
  const first = tokens.find((token) => token.type === 'paragraph');
  return {
    title,
    summary: first && 'tokens' in first ? plain(first.tokens ?? []) : title,
    html,
    headings: headings.filter(({ depth }) => depth > 1),
    passages: passagesOf(tokens, headings),
  };
}

/**
 * Renders a code block. The text after the language names the file of the code, as in
 * ```` ```python receivers/a.py ````.
 */
function codeBlock(text: string, info: string): string {
  const [language = '', ...words] = info.split(' ');
  const code = highlight(text, language) ?? escapeHtml(text);
  const caption = words.length > 0 ? `<figcaption>${escapeHtml(words.join(' '))}</figcaption>` : '';
  return `<figure class="code">${caption}<pre tabindex="0"><code>${code}\n</code></pre></figure>\n`;
}

function tableHtml({ header, rows }: Tokens.Table, inline: (tokens: Tokens.Generic[]) => string): string {
  const cell = (tag: string, { tokens, align }: Tokens.TableCell): string =>
    `<${tag}${align ? ` class="${align}"` : ''}${tag === 'th' ? ' scope="col"' : ''}>${inline(tokens)}</${tag}>`;
  // An empty cell in the head is not a heading.
  const head = header.map((one) => cell(one.text === '' ? 'td' : 'th', one)).join('');
  const body = rows.map((row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`).join('\n');
  const isEmpty = header.every(({ text }) => text === '');
  return `<table>${isEmpty ? '' : `<thead><tr>${head}</tr></thead>`}<tbody>${body}</tbody></table>`;
}

function passagesOf(tokens: readonly Tokens.Generic[], headings: readonly Heading[]): readonly Passage[] {
  const passages: { heading: Heading | null; text: string }[] = [{ heading: null, text: '' }];
  let place = 0;
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = headings[place++] ?? null;
      if (heading && heading.depth > 1) passages.push({ heading, text: '' });
      continue;
    }
    const passage = passages.at(-1);
    if (passage) passage.text += ` ${plain([token])}`;
  }
  return passages.map(({ heading, text }) => ({ heading, text: text.replaceAll(/\s+/g, ' ').trim() }));
}

/** Returns the text without marks. */
function plain(tokens: readonly Tokens.Generic[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => plain(cell.tokens)).join(' ')).join(' ');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => plain(item.tokens)).join(' ');
      if (token.type === 'html') return '';
      if (token.tokens) return plain(token.tokens);
      return withoutEntities('text' in token ? String(token['text']) : '');
    })
    .join('');
}

const withoutEntities = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Makes anchors as GitHub does, so that a link within a file works in both places. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function unique(id: string, taken: Map<string, number>): string {
  const times = taken.get(id) ?? 0;
  taken.set(id, times + 1);
  return times === 0 ? id : `${id}-${times}`;
}
