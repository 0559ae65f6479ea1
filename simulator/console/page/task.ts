import type { RefObject } from 'preact';

/** The tasks on the left of the page: begin a call or text, add an expectation, or use past runs. */
export const tasks = ['call', 'text', 'expect', 'runs'] as const;
export type Task = (typeof tasks)[number];
export const taskNames: Readonly<Record<Task, string>> = { call: 'Call', text: 'Text', expect: 'Expect', runs: 'Runs' };

/** Refers to the first field of each form. */
export interface TaskFields {
  readonly call: RefObject<HTMLSelectElement | null>;
  readonly text: RefObject<HTMLSelectElement | null>;
}
