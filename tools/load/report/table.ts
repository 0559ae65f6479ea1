import type { Durations } from '../histogram.ts';
import { milliseconds } from './parts.ts';

/** A table whose first row holds the column titles and whose first column names the rows. */
export type Table = readonly (readonly string[])[];

/** Returns the lines of a table. All columns but the first are aligned to the right. */
export function tableText(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  return table.map(line).join('\n');
}

/** Returns the cells of a duration in a table: how many there were, and how long they were. */
export const cellsOf = ({ count, p50, p90, p99, p999, max }: Durations): readonly string[] => [
  String(count),
  ...[p50, p90, p99, p999, max].map(milliseconds),
];
