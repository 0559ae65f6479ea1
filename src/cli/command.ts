/** What a subcommand is: a line for the list, a page for `--help`, and what it does. It resolves to the exit code. */
export interface Command {
  readonly summary: string;
  readonly help: string;
  run(args: readonly string[]): Promise<number>;
}
