import type { Table } from '../../tools/load/report/table.ts';

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
