import { Empty } from '../frame/parts.tsx';
import type { Tab } from './tab.ts';

export function NothingHere({ tab, isFiltered }: { tab: Tab; isFiltered: boolean }) {
  if (isFiltered) return <Empty title="Nothing fits the filter">Take a word away, or switch the filter off.</Empty>;
  switch (tab) {
    case 'calls':
      return <Empty title="No call yet">Choose a story and place the call. Everything else happens by itself, and you see it here.</Empty>;
    case 'deliveries':
      return (
        <Empty title="No webhook yet">A call that ends brings one, where its tenant has a trigger and an endpoint that points here.</Empty>
      );
    case 'texts':
      return <Empty title="No text yet">Send one, or let a contact send one.</Empty>;
    case 'timeline':
      return <Empty title="Nothing has happened yet">Every request, state, webhook and answer will stand here, in order.</Empty>;
  }
}
