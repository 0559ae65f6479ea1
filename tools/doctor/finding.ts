/** The result of a check, with advice if the reader should act. */
export interface Seen {
  readonly state: 'good' | 'warning' | 'fault' | 'not examined';
  readonly found: string;
  readonly advice: string | null;
}

export interface Finding extends Seen {
  /** Names the examined part, such as `indexes` or `clocks`. */
  readonly check: string;
}

export const named = (check: string, seen: readonly Seen[]): readonly Finding[] => seen.map((one) => ({ check, ...one }));

export const good = (found: string): Seen => ({ state: 'good', found, advice: null });

/** Reports that something works now, but may soon fail or was not intended. */
export const warning = (found: string, advice: string): Seen => ({ state: 'warning', found, advice });

/** Reports that something does not work. */
export const fault = (found: string, advice: string): Seen => ({ state: 'fault', found, advice });

export const notExamined = (found: string): Seen => ({ state: 'not examined', found, advice: null });
