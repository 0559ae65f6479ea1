import { RawJson } from '../contract/raw-json.ts';
import type { TraceContext } from '../process/trace-context.ts';

/** The exact text that is stored, signed and sent, on every attempt and replay. Never made a second time. */
export const serializeEvent = (event: OutgoingEvent): string =>
  textOf({ event: event.eventType, timestamp: event.occurredAt.toISOString(), data: event.data });

/** The five events a tenant can subscribe to (spec, Subscribable events). */
export const eventTypes = ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const;
export type EventType = (typeof eventTypes)[number];

/** An event on its way out, before it is known who wants it. */
export interface OutgoingEvent {
  readonly tenantId: string;
  readonly eventType: EventType;
  /** One thing that happened, once: `call.completed:{callId}`, `lead.qualified:ai_call:{callId}`. */
  readonly dedupeKey: string;
  readonly occurredAt: Date;
  /** What an outcome filter is held against; only call.completed has one. */
  readonly outcome: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** What it came of, if that is traced. */
  readonly trace?: TraceContext | null;
}

/** Most events hold no raw JSON, and what does not is written four times as fast by `JSON.stringify` itself. */
const textOf = (value: unknown): string => (holdsRawJson(value) ? write(value) : JSON.stringify(value));

function holdsRawJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof RawJson || Object.values(value).some(holdsRawJson);
}

/** `JSON.stringify`, except that it lets `RawJson` through. Absent (`undefined`) members are left out in the same way. */
function write(value: unknown): string {
  if (typeof value !== 'object' || value === null || value instanceof Date) return JSON.stringify(value);
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => write(item ?? null)).join(',')}]`;
  let members = '';
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${write(member)}`;
  return `{${members}}`;
}

/** Publishes events whose cause is nothing but themselves. What is given at once is published whole or not at all, and a repeat does nothing. */
export interface Publisher {
  /** Resolves once it is committed: one answer for each event, in their order. */
  publish(tenantId: string, events: readonly OutgoingEvent[]): Promise<readonly Published[]>;
}

export interface Published {
  readonly eventId: string;
  readonly isNew: boolean;
  readonly deliveries: number;
}
