/** What a referee says: how much it looked at, and everything it objects to. */
export interface Finding {
  readonly looked: number;
  readonly problems: readonly string[];
}
