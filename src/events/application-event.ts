import { isLongerThan } from '../contract/characters.ts';
import { parseMoment } from '../contract/since.ts';
import { cutTranscript } from '../contract/transcript.ts';
import { maxCustomFieldsLength } from '../process/limits.ts';
import type { EventType, OutgoingEvent } from './event.ts';

/**
 * Makes an event that the operator's own application reports. Its key has a prefix that no event of a call or a text has, so that
 * a caller's key can never be the key of one of Ringpost's own events.
 */
export const applicationEvent = (tenantId: string, reported: ReportedEvent, at: Date): OutgoingEvent => ({
  tenantId,
  eventType: reported.eventType,
  dedupeKey: `application:${reported.eventType}:${reported.dedupeKey}`,
  occurredAt: reported.occurredAt ?? at,
  outcome: null,
  data: reported.data,
});

export interface ReportedEvent {
  readonly eventType: Exclude<EventType, 'call.completed'>;
  readonly dedupeKey: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date | null;
}

/**
 * Brings the data within the limits of the contract: a transcript is cut (`V-LEAD-15`), and custom fields that are too large are
 * left out (`V-LEAD-09`). A member of a wrong type stays, so that the validation that follows reports it.
 */
export function withinCaps(data: Data): Data {
  const call = memberObject(data, 'call');
  const property = memberObject(data, 'property');
  return {
    ...data,
    ...(call && typeof call['transcript'] === 'string' && { call: { ...call, transcript: cutTranscript(call['transcript']) } }),
    ...(property && isTooLarge(property['customFields']) && { property: without(property, 'customFields') }),
  };
}

/** Writes every time in the data in UTC (`C-TIME-01`). The data has been validated already. */
export function inUtc(data: Data): Data {
  const call = memberObject(data, 'call');
  const property = memberObject(data, 'property');
  return {
    ...data,
    ...(call && { call: { ...call, startedAt: utc(call['startedAt']), answeredAt: utc(call['answeredAt']) } }),
    ...(property && 'createdAt' in property && { property: { ...property, createdAt: utc(property['createdAt']) } }),
  };
}

/** Returns the paths of the times that the schema lets through and that are none. */
export const unreadableTimes = (data: Data): readonly string[] =>
  ['call/startedAt', 'call/answeredAt', 'property/createdAt'].filter((path) => {
    const [object = '', name = ''] = path.split('/');
    const time = memberObject(data, object)?.[name];
    return typeof time === 'string' && parseMoment(time) === null;
  });

type Data = Readonly<Record<string, unknown>>;

const memberObject = (data: Data, name: string): Data | null => {
  const value = data[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : null;
};

const isTooLarge = (customFields: unknown): boolean =>
  customFields !== undefined && isLongerThan(JSON.stringify(customFields), maxCustomFieldsLength);

const without = (data: Data, name: string): Data => Object.fromEntries(Object.entries(data).filter(([each]) => each !== name));

const utc = (time: unknown): unknown => (typeof time === 'string' ? parseMoment(time)?.toISOString() : time);
