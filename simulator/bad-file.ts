export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Mistake extends Place {
  readonly message: string;
}

/** Thrown for a file with mistakes. It is apart from the parser because every command of the command line loads it. */
export class BadFile extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`).join('\n'));
    this.mistakes = mistakes;
  }
}
