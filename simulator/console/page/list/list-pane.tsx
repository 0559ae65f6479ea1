import type { Ref } from 'preact';
import { Tabs } from '../frame/tabs.tsx';
import { WindowedList } from '../frame/windowed-list.tsx';
import type { Model } from '../timeline/model.ts';
import type { Listing } from './listing.ts';
import { NothingHere } from './nothing-here.tsx';
import { countsOf, type Row } from './rows-of.tsx';
import { tabNames, tabs } from './tab.ts';

/** Shows the four lists of events, one at a time, and the chosen row. */
export interface ListPaneProps {
  readonly model: Model;
  readonly listing: Listing;
  readonly filterField: Ref<HTMLInputElement>;
  readonly onSelect: (key: string) => void;
  readonly onOpen: () => void;
}

export function ListPane({ model, listing, filterField, onSelect, onOpen }: ListPaneProps) {
  const { tab, rows, filter, selected, setTab, setFilter } = listing;
  const { words, onlyOpen } = filter;
  return (
    <section class="pane list" aria-label="What happened">
      <Tabs label="What to see" ids={tabs} names={tabNames} current={tab} onChoose={setTab} counts={countsOf(model)} />
      <div class="list-tools">
        <input
          ref={filterField}
          type="search"
          placeholder="Filter by number, id, story, event"
          aria-label="Filter the list"
          value={words}
          onInput={(event) => setFilter({ ...filter, words: event.currentTarget.value })}
        />
        {tab !== 'timeline' && (
          <button type="button" class="chip" aria-pressed={onlyOpen} onClick={() => setFilter({ ...filter, onlyOpen: !onlyOpen })}>
            {openNames[tab]}
          </button>
        )}
      </div>
      <div class="list-body" role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {rows.length === 0 ? (
          <NothingHere tab={tab} isFiltered={words !== '' || onlyOpen} />
        ) : (
          <WindowedList<Row>
            key={tab}
            label={tabNames[tab]}
            rows={rows}
            keyOf={({ key }) => key}
            rowHeight={tab === 'timeline' ? 34 : 60}
            selected={selected}
            onSelect={onSelect}
            onOpen={onOpen}
          >
            {({ line }) => line()}
          </WindowedList>
        )}
      </div>
    </section>
  );
}

const openNames = { calls: 'Live', deliveries: 'Not accepted', texts: 'Not delivered' } as const;
