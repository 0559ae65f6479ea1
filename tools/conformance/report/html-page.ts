import { escaped } from './escaped.ts';
import { htmlStyle } from './html-style.ts';

/** The parts of a report's page. `head` and `main` are HTML, the others are text. */
export interface Page {
  readonly title: string;
  /** Is null if the verdict is that nobody can tell. */
  readonly isGood: boolean | null;
  readonly verdict: string;
  readonly head: string;
  readonly main: string;
}

/** Writes a report as one self-contained page, with the verdict on top. */
export const htmlPage = ({ title, isGood, verdict, head, main }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header class="${isGood === null ? 'unsure' : isGood ? 'good' : 'bad'}">
<h1>${escaped(verdict)}</h1>
${head}
</header>
<main>
${main}
</main>
</body>
</html>
`;

export const utc = (at: Date): string => `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC`;

/** Writes a table of texts, with numbers to the right. One that is wider than the screen scrolls by itself. */
export function tableHtml(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const cellOf = (tag: 'th' | 'td', text: string, isNumber: boolean): string =>
    `<${tag}${isNumber ? ' class="number"' : ''}>${escaped(text)}</${tag}>`;
  const isNumber = (cell: string, column: number): boolean => column > 0 && /^[\d.]/.test(cell);
  const head = titles.map((title, column) => cellOf('th', title, isNumber(rows[0]?.[column] ?? '', column)));
  const body = rows.map((row) => `<tr>${row.map((cell, column) => cellOf('td', cell, isNumber(cell, column))).join('')}</tr>`);
  return `<div class="figures"><table><thead><tr>${head.join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}
