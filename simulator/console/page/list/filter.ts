/** Which rows are wanted. */
export interface Filter {
  readonly words: string;
  /** Only what is not over, or did not go well. */
  readonly onlyOpen: boolean;
}

export const noFilter: Filter = { words: '', onlyOpen: false };
