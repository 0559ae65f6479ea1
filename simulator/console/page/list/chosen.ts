import type { Model } from '../timeline/model.ts';
import type { CallRow, DeliveryRow, Entry, TextRow } from '../timeline/rows.ts';
import type { Tab } from './tab.ts';

/** The item of the chosen row. */
export type Chosen =
  | { readonly kind: 'call'; readonly call: CallRow }
  | { readonly kind: 'delivery'; readonly delivery: DeliveryRow }
  | { readonly kind: 'text'; readonly text: TextRow }
  | { readonly kind: 'entry'; readonly entry: Entry };

/** Returns the chosen item, or null if none is chosen or it was forgotten. */
export function chosenOf(model: Model, tab: Tab, key: string | null): Chosen | null {
  if (key === null) return null;
  switch (tab) {
    case 'calls': {
      const call = model.calls.get(key);
      return call ? { kind: 'call', call } : null;
    }
    case 'deliveries': {
      const delivery = model.deliveries.get(key);
      return delivery ? { kind: 'delivery', delivery } : null;
    }
    case 'texts': {
      const text = model.texts.get(key);
      return text ? { kind: 'text', text } : null;
    }
    case 'timeline': {
      const entry = model.entries.find(({ seq }) => String(seq) === key);
      return entry ? { kind: 'entry', entry } : null;
    }
  }
}
