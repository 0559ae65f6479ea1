import type { components, webhooks } from '../../src/contract/generated/published.ts';
import { eventShapes, shapes } from '../generated/event-shapes.ts';
import { fits } from './shape.ts';

type Schemas = components['schemas'];

export type CallCompleted = Schemas['CallCompleted'];
export type SmsReceived = Schemas['SmsReceived'];
export type SmsDelivered = Schemas['SmsDelivered'];
export type SmsFailed = Schemas['SmsFailed'];
export type LeadQualified = Schemas['LeadQualified'];

/** The body of a webhook. `event` distinguishes the types, and `data.origin` those of `lead.qualified`. */
export type WebhookEvent = {
  [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

/** An event that this package does not know: its name or the form of its data is new. */
export interface UnknownEvent {
  readonly event: string;
  readonly timestamp: string;
  readonly data: object;
}

/** Returns the event, or null if the bytes are not one. A known event fits the AsyncAPI document, so its type is reliable. */
export function readEvent(
  body: Uint8Array,
): { readonly known: true; readonly event: WebhookEvent } | { readonly known: false; readonly event: UnknownEvent } | null {
  const event = parse(body);
  if (!isEnvelope(event)) return null;
  return isKnown(event) ? { known: true, event } : { known: false, event };
}

function parse(body: Uint8Array): unknown {
  try {
    // The decoder would take a byte order mark away, which JSON does not allow.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return null;
  }
}

function isEnvelope(value: unknown): value is UnknownEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { event, timestamp, data }: { event?: unknown; timestamp?: unknown; data?: unknown } = value;
  return typeof event === 'string' && typeof timestamp === 'string' && typeof data === 'object' && data !== null;
}

/** The shapes and the types come from the same document. */
function isKnown(event: UnknownEvent | WebhookEvent): event is WebhookEvent {
  const shape = Object.hasOwn(eventShapes, event.event) ? eventShapes[event.event] : undefined;
  return shape !== undefined && fits(event, shape, shapes);
}
