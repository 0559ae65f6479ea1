/** What a check has seen, with plain advice where something should be done about it. */
export interface Seen {
  readonly state: 'good' | 'warning' | 'fault' | 'not examined';
  readonly found: string;
  readonly advice: string | null;
}

export interface Finding extends Seen {
  /** What was examined: `indexes`, `clocks`. */
  readonly check: string;
}

export const good = (found: string): Seen => ({ state: 'good', found, advice: null });

/** It works, and may not for long, or not as was meant. */
export const warning = (found: string, advice: string): Seen => ({ state: 'warning', found, advice });

/** Something does not work. */
export const fault = (found: string, advice: string): Seen => ({ state: 'fault', found, advice });

export const notExamined = (found: string): Seen => ({ state: 'not examined', found, advice: null });
