import type { Model } from '../timeline/model.ts';
import type { CallRow, DeliveryRow, Entry, TextRow } from '../timeline/rows.ts';
import type { Tab } from './tab.ts';

/** The item of the chosen row, with the row's key. */
export type Chosen = { readonly key: string } & (
  | { readonly kind: 'call'; readonly call: CallRow }
  | { readonly kind: 'delivery'; readonly delivery: DeliveryRow }
  | { readonly kind: 'text'; readonly text: TextRow }
  | { readonly kind: 'entry'; readonly entry: Entry }
);

/** Returns the item of this key, or of this id of the service; null if it was forgotten. */
export function chosenOf(model: Model, tab: Tab, key: string | null): Chosen | null {
  if (key === null) return null;
  switch (tab) {
    case 'calls': {
      const call = model.calls.get(key) ?? model.callOf.get(key);
      return call ? { kind: 'call', key: call.key, call } : null;
    }
    case 'deliveries': {
      const delivery = model.deliveries.get(key) ?? [...model.deliveries.values()].find(({ deliveryId }) => deliveryId === key);
      return delivery ? { kind: 'delivery', key: delivery.key, delivery } : null;
    }
    case 'texts': {
      const text = model.texts.get(key) ?? model.textOf.get(key);
      return text ? { kind: 'text', key: text.key, text } : null;
    }
    case 'timeline': {
      const entry = model.entries.find(({ seq }) => String(seq) === key);
      return entry ? { kind: 'entry', key, entry } : null;
    }
  }
}
