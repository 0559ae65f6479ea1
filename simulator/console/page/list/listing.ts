import { useMemo, useState } from 'preact/hooks';
import type { Model } from '../timeline/model.ts';
import { type Chosen, chosenOf } from './chosen.ts';
import { type Filter, noFilter } from './filter.ts';
import { type Row, rowsOf } from './rows-of.tsx';
import type { Tab } from './tab.ts';

/** The four lists: the one that is shown, its filter and rows, and the row that is chosen in each. */
export interface Listing {
  readonly tab: Tab;
  readonly filter: Filter;
  readonly rows: readonly Row[];
  /** Is the key of the chosen row in the list that is shown. */
  readonly selected: string | null;
  readonly chosen: Chosen | null;
  setTab(tab: Tab): void;
  setFilter(filter: Filter): void;
  /** Chooses a row of a list, without showing that list. */
  choose(tab: Tab, key: string | null): void;
  chooseNothing(): void;
  /** Chooses the next or the previous row. */
  move(by: 1 | -1): void;
}

type Selection = Readonly<Record<Tab, string | null>>;
const nothingSelected: Selection = { calls: null, deliveries: null, texts: null, timeline: null };

export function useListing(model: Model): Listing {
  const [tab, setTab] = useState<Tab>('calls');
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [filter, setFilter] = useState<Filter>(noFilter);
  const rows = useMemo(() => rowsOf(model, tab, filter), [model.version, tab, filter]);
  const selected = selection[tab];
  const choose = (where: Tab, key: string | null): void => setSelection((before) => ({ ...before, [where]: key }));
  return {
    tab,
    filter,
    rows,
    selected,
    chosen: chosenOf(model, tab, selected),
    setTab,
    setFilter,
    choose,
    chooseNothing: () => setSelection(nothingSelected),
    move(by) {
      const index = rows.findIndex(({ key }) => key === selected);
      const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))];
      if (next) choose(tab, next.key);
    },
  };
}
