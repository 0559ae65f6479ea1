import { useMemo, useRef } from 'preact/hooks';
import { type Address, go, here } from '../frame/address.ts';
import type { Model } from '../timeline/model.ts';
import { type Chosen, chosenOf } from './chosen.ts';
import { filterOf, passing } from './filter.ts';
import { facetNames, type Row, rowsOf } from './rows-of.tsx';
import { type Tab, tabs } from './tab.ts';

/** The four lists as the address says them: the one that is shown, its filter, its rows, and the row that is chosen. */
export interface Listing {
  readonly tab: Tab;
  /** Is the filter as it was typed. */
  readonly filter: string;
  /** Are all rows of the list. */
  readonly all: readonly Row[];
  /** Are the rows that pass the filter. */
  readonly rows: readonly Row[];
  /** Is the key of the chosen row. */
  readonly selected: string | null;
  readonly chosen: Chosen | null;
  /** Shows a list with the row that was chosen in it last. */
  setTab(tab: Tab): void;
  setFilter(filter: string): void;
  /** Shows a list with a row of it, or with none. */
  choose(tab: Tab, key: string | null, query?: Address['query']): void;
  chooseNothing(): void;
  /** Chooses the next or the previous row. */
  move(by: 1 | -1): void;
}

export function useListing(model: Model, { path, query }: Address): Listing {
  const tab = tabOf(path);
  const filter = query['q'] ?? '';
  const chosenLast = useRef<Partial<Record<Tab, string | null>>>({});
  const all = useMemo(() => rowsOf(model, tab), [model.version, tab]);
  const rows = useMemo(() => passing(all, filterOf(filter, facetNames[tab])), [all, tab, filter]);
  const asked = keyOf(path);
  const chosen = chosenOf(model, tab, asked);
  const selected = chosen?.key ?? asked;

  const choose: Listing['choose'] = (where, key, more = {}) => {
    const before = here();
    const { attempt, compare, see, ...kept } = before.query;
    chosenLast.current[where] = key;
    const isNextRow = tabOf(before.path) === where && (keyOf(before.path) === null) === (key === null) && see === more['see'];
    go(pathTo(where, key), { ...kept, ...more }, isNextRow ? 'replace' : 'push');
  };
  return {
    ...{ tab, filter, all, rows, selected, chosen, choose },
    setTab: (where) => choose(where, chosenLast.current[where] ?? null, { see: 'list' }),
    setFilter: (typed) => go(here().path, { ...here().query, q: typed }, 'replace'),
    chooseNothing() {
      chosenLast.current = {};
      choose(tab, null);
    },
    move(by) {
      const index = rows.findIndex(({ key }) => key === selected);
      const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))];
      const see = here().query['see'] ?? (selected === null ? 'list' : undefined);
      if (next) choose(tab, next.key, see === undefined ? {} : { see });
    },
  };
}

const tabOf = ([first]: Address['path']): Tab => tabs.find((tab) => tab === first) ?? 'calls';

/** The parts of a key stand behind the list's name: `#/deliveries/crm/019b…`. */
const pathTo = (tab: Tab, key: string | null): readonly string[] => [tab, ...(key?.split(' ') ?? [])];
const keyOf = ([, ...parts]: Address['path']): string | null => (parts.length > 0 ? parts.join(' ') : null);
