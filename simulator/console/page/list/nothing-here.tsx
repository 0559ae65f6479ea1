import { Empty } from '../frame/parts.tsx';
import { facetNames } from './rows-of.tsx';
import type { Tab } from './tab.ts';

interface NothingHereProps {
  readonly tab: Tab;
  readonly canCall: boolean;
  /** Is false before the simulator has said what there is. */
  readonly isKnown: boolean;
  /** Takes the filter away, if there is one. */
  readonly onAll: (() => void) | null;
}

/** Says why the list is empty. */
export function NothingHere({ tab, canCall, isKnown, onAll }: NothingHereProps) {
  if (!isKnown) return <Empty title="Asking the simulator …" />;
  if (onAll)
    return (
      <>
        <Empty title="Nothing fits the filter">
          This list knows {facetNames[tab].map((name) => `${name}:`).join(' ')} and words that stand in its rows.
        </Empty>
        <p class="centred">
          <button type="button" onClick={onAll}>
            Show all
          </button>
        </p>
      </>
    );
  switch (tab) {
    case 'calls':
      return (
        <Empty title="No call yet">
          {canCall
            ? 'Choose a story and place the call. Everything else happens by itself, and you see it here.'
            : 'A call that a service places at this simulator is shown here, from dialling to its webhooks.'}
        </Empty>
      );
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
