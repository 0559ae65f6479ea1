import type { ComponentChildren } from 'preact';
import { CallLine } from '../calls/call-line.tsx';
import { isLive } from '../calls/call-standing.ts';
import { DeliveryLine } from '../deliveries/delivery-line.tsx';
import { deliveryStanding } from '../deliveries/delivery-standing.ts';
import { TextLine } from '../texts/text-line.tsx';
import { textStanding } from '../texts/text-standing.ts';
import { EntryLine } from '../timeline/entry-line.tsx';
import type { Model } from '../timeline/model.ts';
import type { DeliveryRow, Entry, TextRow } from '../timeline/rows.ts';
import { saysOf } from '../timeline/says.ts';
import type { Filter } from './filter.ts';
import type { Tab } from './tab.ts';

/** Returns the rows that pass the filter, newest first. */
export function rowsOf(model: Model, tab: Tab, { words: typed, onlyOpen }: Filter): readonly Row[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (...fields: readonly (string | null | undefined)[]): boolean => {
    const all = fields.join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  switch (tab) {
    case 'calls':
      return newest(model.calls)
        .filter(
          (call) => (!onlyOpen || isLive(call)) && holds(call.number, call.callId, call.scenario, call.endedReason, call.providerCallId),
        )
        .map((call) => ({ key: call.key, line: () => <CallLine call={call} /> }));
    case 'deliveries':
      return newest(model.deliveries)
        .sort(byLastAttempt)
        .filter(
          (each) =>
            (!onlyOpen || deliveryStanding(each).tone !== 'good') &&
            holds(each.receiver, each.event, each.deliveryId, each.callId, each.outcome),
        )
        .map((delivery) => ({
          key: delivery.key,
          line: () => (
            <DeliveryLine
              delivery={delivery}
              about={model.callOf.get(delivery.callId ?? '') ?? model.textOf.get(delivery.messageId ?? '')}
            />
          ),
        }));
    case 'texts':
      return newest(model.texts)
        .filter(
          (text: TextRow) =>
            (!onlyOpen || textStanding(text).word !== 'delivered') && holds(text.from, text.to, text.scenario, text.messageId),
        )
        .map((text) => ({ key: text.key, line: () => <TextLine text={text} /> }));
    case 'timeline':
      return model.entries
        .filter(
          (entry: Entry) =>
            words.length === 0 || holds(entry.kind, saysOf(entry), entry.callId, entry.messageId, entry.deliveryId, entry.receiver),
        )
        .reverse()
        .map((entry) => ({ key: String(entry.seq), line: () => <EntryLine entry={entry} /> }));
  }
}

const newest = <Value,>(rows: Map<string, Value>): Value[] => [...rows.values()].reverse();

const byLastAttempt = (a: DeliveryRow, b: DeliveryRow): number => (b.attempts.at(-1)?.seq ?? 0) - (a.attempts.at(-1)?.seq ?? 0);

export function countsOf(model: Model): Readonly<Record<Tab, number>> {
  return { calls: model.calls.size, deliveries: model.deliveries.size, texts: model.texts.size, timeline: model.entries.length };
}

export interface Row {
  readonly key: string;
  readonly line: () => ComponentChildren;
}
