import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { type Address, go, here } from './frame/address.ts';
import { useFocusWhenDrawn } from './frame/focus-when-drawn.ts';
import { type Sight, sights } from './frame/sights.tsx';
import type { Listing } from './list/listing.ts';
import type { Tab } from './list/tab.ts';
import { type Task, type TaskFields, tasks } from './task.ts';

/** The ways through the page: the task that is shown, the part that is visible on a narrow screen, and the focus. */
export interface Navigation {
  readonly task: Task;
  /** On a narrow screen only one part is visible: the forms, the list, or the details. */
  readonly sight: Sight;
  readonly fields: TaskFields;
  readonly filterField: RefObject<HTMLInputElement | null>;
  readonly detail: RefObject<HTMLElement | null>;
  setTask(task: Task): void;
  setSight(sight: Sight): void;
  goTo(task: Task): void;
  goToReceivers(): void;
  /** Shows a list and chooses one of its rows, whose details become visible. */
  select(tab: Tab, key: string | null): void;
  /** Goes to the details of the chosen row. */
  open(): void;
  /** Goes back to the list, or takes back the choice if the list is visible. */
  close(): void;
}

export function useNavigation(listing: Listing, { query }: Address): Navigation {
  const task = tasks.find((each) => each === query['do']) ?? 'call';
  const sight = sights.find((each) => each === query['see']) ?? (listing.selected === null ? 'list' : 'detail');
  const fields: TaskFields = { call: useRef<HTMLSelectElement>(null), text: useRef<HTMLSelectElement>(null) };
  const filterField = useRef<HTMLInputElement>(null);
  const detail = useRef<HTMLElement>(null);
  const focusWhenDrawn = useFocusWhenDrawn();

  const setTask = (where: Task): void => also({ do: where === 'call' ? '' : where }, 'replace');
  const setSight = (where: Sight): void => also({ see: where }, where === 'detail' ? 'push' : 'replace');
  const select = (where: Tab, key: string | null): void => listing.choose(where, key);
  return {
    ...{ task, sight, fields, filterField, detail, setTask, setSight, select },
    goTo(where) {
      setTask(where);
      setSight('forms');
      focusWhenDrawn(
        () => (where === 'call' || where === 'text' ? fields[where].current : null) ?? document.getElementById(`tab-${where}`),
      );
    },
    goToReceivers() {
      if (task !== 'text') setTask('call');
      setSight('forms');
      focusWhenDrawn(() => document.querySelector<HTMLElement>('.receivers button, .receivers summary'));
    },
    open() {
      setSight('detail');
      focusWhenDrawn(() => detail.current);
    },
    close() {
      setSight('list');
      if (sight === 'list' && listing.chosen) select(listing.tab, null);
      focusWhenDrawn(() => document.querySelector<HTMLElement>('.windowed'));
    },
  };
}

/** Changes a part of the address, and keeps the rest. */
function also(query: Address['query'], step: 'push' | 'replace'): void {
  const { path, query: before } = here();
  go(path, { ...before, ...query }, step);
}
