import type { components } from '../contract/generated/public.ts';
import { RawJson } from '../contract/raw-json.ts';
import type { TraceContext } from '../process/trace-context.ts';

/** Makes the exact text that is stored, signed and sent on every attempt and replay. It is made once for an event. */
export const serializeEvent = (event: OutgoingEvent): string =>
  textOf({ event: event.eventType, timestamp: event.occurredAt.toISOString(), data: event.data });

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

/** Most events hold no raw JSON. `JSON.stringify` writes these four times as fast as `write`. */
const textOf = (value: unknown): string => (holdsRawJson(value) ? write(value) : JSON.stringify(value));

function holdsRawJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof RawJson || Object.values(value).some(holdsRawJson);
}

/** Works like `JSON.stringify`, except that it copies `RawJson` as it is. Members that are `undefined` are left out in the same way. */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value);
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => write(item ?? null)).join(',')}]`;
  let members = '';
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${write(member)}`;
  return `{${members}}`;
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
