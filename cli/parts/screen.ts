import { paintFor, type Tone } from './colour.ts';
import { type Cell, type Column, fieldLines, tableLines } from './table.ts';

/** Shows a command's output to a person. Results go to standard output, all other messages to standard error. */
export interface Screen {
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], empty: string): void;
  fields(fields: Readonly<Record<string, Cell>>): void;
  /** Prints a part of the result that has lines of its own, such as a transcript. */
  text(text: string): void;
  /** Prints a message beside the result: what was done, or how to use it. */
  note(text: string): void;
  /** Prints a value that can be shown only once. */
  secret(name: string, value: string): void;
  /** Shows progress: on a terminal as one line that is overwritten, elsewhere as a line each time. */
  progress(text: string): void;
}

export interface Out {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Takes what only a person would read, where a program reads the result. */
export const nobody: Out = { write: () => true };

export function screenFor(out: Out = process.stdout, beside: Out = process.stderr): Screen {
  const paper = { paint: paintFor(out), width: out.isTTY ? (out.columns ?? 80) : null };
  const quiet = paintFor(beside);
  let inProgress = false;
  let printed = false;
  const say = (text: string, tone: Tone = 'plain'): void => {
    if (inProgress) beside.write('\n');
    inProgress = false;
    beside.write(`${quiet(text, tone)}\n`);
  };
  const print = (lines: readonly string[]): void => {
    if (inProgress) beside.write('\n');
    inProgress = false;
    out.write(`${printed ? '\n' : ''}${lines.join('\n')}\n`);
    printed = true;
  };
  return {
    table: (rows, columns, empty) => (rows.length > 0 ? print(tableLines(rows, columns, paper)) : say(empty, 'quiet')),
    fields: (fields) => print(fieldLines(fields, paper)),
    text: (text) => print([withoutControls(text)]),
    note: (text) => say(withoutControls(text)),
    secret(name, value) {
      print(fieldLines({ [name]: value }, paper));
      say('Keep it now: it will not be shown again.', 'bold');
    },
    progress(text) {
      if (!beside.isTTY) return say(text);
      beside.write(`\r\u001b[2K${text}`);
      inProgress = true;
    },
  };
}

/** Prints what was done: as JSON for a program, or as `show` formats it for a person. */
export function tell(json: boolean, done: object, show: (screen: Screen) => void): void {
  if (json) process.stdout.write(`${JSON.stringify(done)}\n`);
  else show(screenFor());
}

/** Text may come from elsewhere, as a transcript does. A control character could move the cursor or overwrite lines above. */
export const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '�');

/** Formats `2026-01-03T11:45:00.000Z` for people; all times are in UTC. */
export const showTime = (time: string | null): string | null => time?.replace('T', ' ').replace(/(\.\d+)?Z$/, 'Z') ?? null;
