import type { RefObject } from 'preact';

/** What a person does on the left: begins something, expects something, or takes up what was. */
export const tasks = ['call', 'text', 'expect', 'runs'] as const;
export type Task = (typeof tasks)[number];
export const taskNames: Readonly<Record<Task, string>> = { call: 'Call', text: 'Text', expect: 'Expect', runs: 'Runs' };

/** Where each of those that begin something begins. */
export interface TaskFields {
  readonly call: RefObject<HTMLSelectElement | null>;
  readonly text: RefObject<HTMLSelectElement | null>;
}
