import { useLayoutEffect, useRef } from 'preact/hooks';
import { keep, read } from './kept.ts';

/** Shortcuts of a single key, which are off during typing. People who dictate can switch them off. */
export const shortcuts: readonly (readonly [string, string])[] = [
  ['c', 'Place a call'],
  ['t', 'Send a text'],
  ['e', 'What is expected'],
  ['u', 'Runs, and what to take along'],
  ['f', 'Receivers and their faults'],
  ['/', 'Filter the list'],
  ['1 … 4', 'Calls, webhooks, texts, timeline'],
  ['j, k or ↓, ↑', 'Next and previous row'],
  ['o or Enter', 'Go to the details'],
  ['h', 'Hang up the chosen call'],
  ['r', 'Replay the chosen webhook'],
  ['a', 'Time: freeze, advance, run until idle'],
  ['Ctrl+Enter', 'Send the form'],
  ['Esc', 'Back to the list'],
  ['?', 'This list'],
];

/** Are the keys that act again while they are held. A held R would replay many times. */
const repeated: readonly string[] = ['j', 'k'];

const name = 'ringpost-console-shortcuts';

export const areShortcutsOn = (): boolean => read(name) !== 'off';
export const keepShortcuts = (isOn: boolean): boolean => keep(name, isOn ? 'on' : 'off');

export function useShortcuts(isOn: boolean, actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  // An effect would begin to listen only after the first frame, and a key pressed before it would be lost.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key !== 'Escape' && isWriting(event.target)) return;
      if (event.repeat && !repeated.includes(event.key)) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) && !isSwitch(target);

const isSwitch = (target: HTMLElement): boolean => target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type);
