import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { goOns } from './filter.ts';
import type { Listing } from './listing.ts';
import { facetNames } from './rows-of.tsx';
import type { Tab } from './tab.ts';

/** The field for words and facets. While it has the focus, the browser offers facets and the values that rows have. */
export function FilterField({ listing: { tab, filter, all, setFilter }, field }: { listing: Listing; field: Ref<HTMLInputElement> }) {
  const [isTyping, setTyping] = useState(false);
  return (
    <>
      <input
        ref={field}
        type="search"
        placeholder={placeholders[tab]}
        aria-label="Filter the list"
        value={filter}
        list="go-ons"
        autocomplete="off"
        spellcheck={false}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <datalist id="go-ons">{isTyping && goOns(filter, all, facetNames[tab]).map((each) => <option key={each} value={each} />)}</datalist>
    </>
  );
}

const placeholders: Readonly<Record<Tab, string>> = {
  calls: 'Number, id, or status:no-answer outcome:CALLBACK',
  deliveries: 'Number, id, or status:failed event:call.completed',
  texts: 'Number, id, or status:undelivered',
  timeline: 'Word, id, or kind:delivery',
};
