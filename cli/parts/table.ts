import { withoutHidden } from '../../src/process/hidden-characters.ts';
import type { Paint, Tone } from './colour.ts';

/** One column: its title, and a row's value in it. */
export interface Column<Row> {
  readonly title: string;
  value(row: Row): Cell;
  readonly tone?: (row: Row) => Tone;
  /** Aligns numbers to the right. */
  readonly right?: boolean;
  /** Is set for a column that is shortened first on a narrow terminal. */
  readonly shrinks?: boolean;
}

export type Cell = string | number | boolean | null | undefined;

export interface Paper {
  readonly paint: Paint;
  /** Is the width of the terminal, or null for lines of any length. */
  readonly width: number | null;
}

/** Returns the lines of a table: titles, then rows, with two spaces between columns and none at the ends. */
export function tableLines<Row>(rows: readonly Row[], columns: readonly Column<Row>[], paper: Paper): string[] {
  const cells = rows.map((row) => columns.map((column) => cellText(column.value(row))));
  // A list may have more rows than a function takes arguments.
  const natural = columns.map(({ title }, index) =>
    cells.reduce((width, line) => Math.max(width, textWidth(line[index] ?? '')), textWidth(title)),
  );
  const widths = fit(natural, columns, paper.width);
  const line = (texts: readonly string[], tone: (index: number) => Tone): string =>
    texts
      .map((text, index) => {
        const cut = cutTo(text, widths[index] ?? 0);
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - textWidth(cut)));
        const painted = paper.paint(cut, tone(index));
        if (columns[index]?.right) return space + painted;
        return index === columns.length - 1 ? painted : painted + space;
      })
      .join(gap)
      .trimEnd();
  return [
    line(
      columns.map(({ title }) => title),
      () => 'bold',
    ),
    ...rows.map((row, at) => line(cells[at] ?? [], (index) => columns[index]?.tone?.(row) ?? 'plain')),
  ];
}

export function fieldLines(fields: Readonly<Record<string, Cell>>, { paint }: Paper): string[] {
  const lines = Object.entries(fields).map(([name, value]) => [cellText(name), cellText(value)] as const);
  const width = Math.max(...lines.map(([name]) => textWidth(name)));
  return lines.map(([name, value]) => `${paint(name + ' '.repeat(width - textWidth(name)), 'quiet')}${gap}${value}`.trimEnd());
}

const gap = '  ';
const narrowest = 8;

/** Shortens the columns that may shrink, the widest first. */
function fit<Row>(natural: readonly number[], columns: readonly Column<Row>[], width: number | null): readonly number[] {
  if (width === null) return natural;
  const widths = [...natural];
  let over = widths.reduce((sum, column) => sum + column, 0) + gap.length * (widths.length - 1) - width;
  while (over > 0) {
    const widest = columns
      .map((column, index) => ({ index, width: widths[index] ?? 0, shrinks: column.shrinks }))
      .filter((column) => column.shrinks && column.width > narrowest)
      .sort((a, b) => b.width - a.width)[0];
    if (!widest) break;
    widths[widest.index] = widest.width - 1;
    over--;
  }
  return widths;
}

/** Shortens a text to this many columns; the last one is an ellipsis then. */
export function cutTo(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (textWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Escapes text from tenants: a control character could move the cursor or overwrite lines above. */
export const cellText = (value: Cell): string =>
  value === null || value === undefined || value === ''
    ? '-'
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : withoutHidden(String(value).replace(/\s+/g, ' ')).replace(/\p{Cc}/gu, '\ufffd');

const graphemes = new Intl.Segmenter();
const wide = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{ff01}-\u{ff60}]/u;

/** Returns the width in terminal columns: a grapheme takes one column, or two if it is wide. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}
