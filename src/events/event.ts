import type { components } from '../contract/generated/public.ts';
import { RawJson } from '../contract/raw-json.ts';
import { quoted } from '../process/quoted.ts';
import { isoText } from '../process/time.ts';
import type { TraceContext } from '../process/trace-context.ts';

/** Makes the exact text that is stored, signed and sent on every attempt and replay. It is made once for an event. */
export const serializeEvent = (event: OutgoingEvent): string =>
  textOf({ event: event.eventType, timestamp: isoText(event.occurredAt), data: event.data });

/** The five event types that a tenant can subscribe to (`F-TRIGGER-03`). */
export type EventType = components['schemas']['EventType'];

/** An event before its subscriptions are known. */
export interface OutgoingEvent {
  readonly tenantId: string;
  readonly eventType: EventType;
  /** Names one thing that happened, for example `call.completed:{callId}` or `lead.qualified:ai_call:{callId}`. */
  readonly dedupeKey: string;
  readonly occurredAt: Date;
  /** The outcome that filters are compared with. Only call.completed has one (`V-FIRE-02`). */
  readonly outcome: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The only trigger that gets it, where it is a test. */
  readonly onlyFor?: string;
  /** The trace context of its cause, if that is traced. */
  readonly trace?: TraceContext | null;
}

/** Works like `JSON.stringify`, except that it copies `RawJson` as it is. Members that are `undefined` are left out in the same way. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value);
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item ?? null)).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(members))
    if (members[name] !== undefined) text += `${text === '' ? '' : ','}${quoted(name)}:${textOf(members[name])}`;
  return `{${text}}`;
}

/** Publishes events that no other change has to commit with. Events given at once are published all or none, and a repeat does nothing. */
export interface Publisher {
  /** Resolves once the events are committed, with one answer for each event in their order. */
  publish(tenantId: string, events: readonly OutgoingEvent[]): Promise<readonly Published[]>;
}

export interface Published {
  readonly eventId: string;
  readonly isNew: boolean;
  readonly deliveries: number;
}
