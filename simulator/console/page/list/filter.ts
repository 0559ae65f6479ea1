/** Selects the rows to show. */
export interface Filter {
  readonly words: string;
  /** Keeps only items that are not over or did not succeed. */
  readonly onlyOpen: boolean;
}

export const noFilter: Filter = { words: '', onlyOpen: false };
