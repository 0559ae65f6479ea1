import type { Ref } from 'preact';
import { hashOf } from '../frame/address.ts';
import { plural } from '../frame/format.ts';
import { Tabs } from '../frame/tabs.tsx';
import { WindowedList } from '../frame/windowed-list.tsx';
import type { Model } from '../timeline/model.ts';
import { FilterField } from './filter-field.tsx';
import type { Listing } from './listing.ts';
import { NothingHere } from './nothing-here.tsx';
import { OverTime } from './over-time.tsx';
import { countsOf, type Row } from './rows-of.tsx';
import { StatusChips } from './status-chips.tsx';
import { type Tab, tabNames, tabs } from './tab.ts';

/** Shows the four lists of events, one at a time, and the chosen row. */
export interface ListPaneProps {
  readonly model: Model;
  readonly listing: Listing;
  readonly canCall: boolean;
  /** Is true while the model follows the simulator. */
  readonly isLive: boolean;
  readonly filterField: Ref<HTMLInputElement>;
  readonly onSelect: (key: string) => void;
  readonly onOpen: () => void;
}

export function ListPane({ model, listing, canCall, isLive, filterField, onSelect, onOpen }: ListPaneProps) {
  const { tab, rows, filter, selected, setTab, setFilter } = listing;
  return (
    <section class="pane list" aria-label="What happened">
      <Tabs label="What to see" ids={tabs} names={tabNames} current={tab} onChoose={setTab} counts={countsOf(model)} />
      <div class="list-tools">
        <FilterField listing={listing} field={filterField} />
        {tab !== 'timeline' && <StatusChips listing={listing} />}
      </div>
      <Newest model={model} tab={tab} />
      {tab === 'deliveries' && model.sentElsewhere > 0 && <SentElsewhere count={model.sentElsewhere} />}
      <OverTime rows={rows} />
      <div class="list-body" role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {rows.length === 0 ? (
          <NothingHere tab={tab} canCall={canCall} isKnown={isLive} onAll={filter === '' ? null : () => setFilter('')} />
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

/** Says that a list lacks what is older, where it does. */
function Newest({ model, tab }: { model: Model; tab: Tab }) {
  const [listed, dropped] = [countsOf(model)[tab], model.dropped[tab]];
  if (dropped === 0 && !model.isCut) return null;
  return (
    <p class="list-note">
      {dropped > 0 && `These are the newest ${listed.toLocaleString('en')} of ${plural(listed + dropped, 'row')}. `}
      {model.isCut && 'The simulator has forgotten its oldest entries, and what began with them is not listed.'}
    </p>
  );
}

/** Says where webhooks are that the simulator has sent to other programs, which no row of the list of webhooks shows. */
const SentElsewhere = ({ count }: { count: number }) => (
  <p class="list-note">
    The simulator has also sent {plural(count, 'attempt')} to other programs.{' '}
    <a href={hashOf(['timeline'], { q: 'kind:webhook.sent' })}>The timeline has their answers.</a>
  </p>
);
