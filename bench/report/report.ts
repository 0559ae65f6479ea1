import { availableParallelism, cpus, loadavg } from 'node:os';

export interface Report {
  readonly name: string;
  readonly title: string;
  readonly at: string;
  readonly machine: string;
  /** Describes the run: its parts, settings and duration. */
  readonly setting: string;
  /** Holds the last lines of the run, its conclusion. */
  readonly verdict: readonly string[];
  /** Holds the values that `bench/thresholds.json` limits, by name. */
  readonly figures: Readonly<Record<string, number>>;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  readonly lines?: readonly string[];
  readonly table?: Table;
}

/** A table whose first row holds the column titles and whose first column names the rows. */
export type Table = readonly (readonly string[])[];

export const machine = (): string =>
  `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the start`;

export function tableText(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ');
  return table.map(line).join('\n');
}
