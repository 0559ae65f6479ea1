import type { ComponentChildren } from 'preact';
import { callFacets } from '../calls/call-facets.ts';
import { CallLine } from '../calls/call-line.tsx';
import { callStanding } from '../calls/call-standing.ts';
import { deliveryFacets } from '../deliveries/delivery-facets.ts';
import { DeliveryLine } from '../deliveries/delivery-line.tsx';
import { deliveryStanding } from '../deliveries/delivery-standing.ts';
import type { Tone } from '../frame/tone.ts';
import { textFacets } from '../texts/text-facets.ts';
import { TextLine } from '../texts/text-line.tsx';
import { textStanding } from '../texts/text-standing.ts';
import { EntryLine } from '../timeline/entry-line.tsx';
import type { Model } from '../timeline/model.ts';
import type { DeliveryRow } from '../timeline/rows.ts';
import { saysOf } from '../timeline/says.ts';
import type { Facets } from './filter.ts';
import type { Tab } from './tab.ts';

/** A row of a list, before the filter. */
export interface Row {
  readonly key: string;
  /** Is when it began. */
  readonly at: string;
  readonly tone: Tone;
  readonly facets: Facets;
  readonly text: () => string;
  readonly line: () => ComponentChildren;
}

/** The names of each list's facets. The first one is shown with its values and their counts. */
export const facetNames: Readonly<Record<Tab, readonly string[]>> = {
  calls: ['status', 'story', 'outcome', 'event', 'reason'],
  deliveries: ['status', 'event', 'outcome', 'receiver', 'attempts', 'story'],
  texts: ['status', 'story', 'direction', 'event', 'code'],
  timeline: ['kind', 'receiver'],
};

/** Returns all rows of a list, newest first. */
export function rowsOf(model: Model, tab: Tab): readonly Row[] {
  switch (tab) {
    case 'calls':
      return newest(model.calls).map((call) => ({
        key: call.key,
        at: call.at,
        tone: callStanding(call).tone,
        facets: callFacets(call),
        text: () => textOf(call.number, call.callId, call.scenario, call.endedReason, call.providerCallId),
        line: () => <CallLine call={call} />,
      }));
    case 'deliveries':
      return newest(model.deliveries)
        .sort(byLastAttempt)
        .map((delivery) => deliveryRow(delivery, model));
    case 'texts':
      return newest(model.texts).map((text) => ({
        key: text.key,
        at: text.at,
        tone: textStanding(text).tone,
        facets: textFacets(text),
        text: () => textOf(text.from, text.to, text.scenario, text.messageId),
        line: () => <TextLine text={text} />,
      }));
    case 'timeline':
      return model.entries
        .map((entry) => ({
          key: String(entry.seq),
          at: entry.at,
          tone: 'quiet' as const,
          facets: { kind: [entry.kind], receiver: entry.receiver === undefined ? [] : [entry.receiver] },
          text: () => textOf(entry.kind, saysOf(entry), entry.callId, entry.messageId, entry.deliveryId, entry.receiver),
          line: () => <EntryLine entry={entry} />,
        }))
        .reverse();
  }
}

function deliveryRow(delivery: DeliveryRow, model: Model): Row {
  const about = model.callOf.get(delivery.callId ?? '') ?? model.textOf.get(delivery.messageId ?? '');
  const number = about && 'number' in about ? about.number : about?.to;
  return {
    key: delivery.key,
    at: delivery.at,
    tone: deliveryStanding(delivery).tone,
    facets: deliveryFacets(delivery, about?.scenario ?? null),
    text: () => textOf(delivery.receiver, delivery.event, delivery.deliveryId, delivery.callId, delivery.outcome, number),
    line: () => <DeliveryLine delivery={delivery} about={about} />,
  };
}

const textOf = (...fields: readonly (string | null | undefined)[]): string => fields.join(' ');

const newest = <Value,>(rows: Map<string, Value>): Value[] => [...rows.values()].reverse();

const byLastAttempt = (a: DeliveryRow, b: DeliveryRow): number => (b.attempts.at(-1)?.seq ?? 0) - (a.attempts.at(-1)?.seq ?? 0);

export function countsOf(model: Model): Readonly<Record<Tab, number>> {
  return { calls: model.calls.size, deliveries: model.deliveries.size, texts: model.texts.size, timeline: model.entries.length };
}
