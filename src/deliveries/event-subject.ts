import type { EventSubject } from '../process/log.ts';

/**
 * Reads the call or text of an event from its key (`D-61`), so that the log can name it at each attempt and no delivery has to store
 * it.
 */
export function subjectOfEvent(dedupeKey: string): EventSubject {
  for (const prefix of callPrefixes) if (dedupeKey.startsWith(prefix)) return { callId: dedupeKey.slice(prefix.length) };
  for (const prefix of textPrefixes) if (dedupeKey.startsWith(prefix)) return { textId: dedupeKey.slice(prefix.length) };
  return somethingElse;
}

export const callCompletedKey = (callId: string): string => `${completedPrefix}${callId}`;
export const qualifiedByCallKey = (callId: string): string => `${qualifiedPrefix}${callId}`;
export const textEventKey = (eventType: TextEventType, textId: string): string => `${eventType}:${textId}`;

export type TextEventType = (typeof textEventTypes)[number];

const textEventTypes = ['sms.received', 'sms.delivered', 'sms.failed'] as const;
const completedPrefix = 'call.completed:';
const qualifiedPrefix = 'lead.qualified:ai_call:';
const callPrefixes = [completedPrefix, qualifiedPrefix];
const textPrefixes = textEventTypes.map((eventType) => textEventKey(eventType, ''));
/** The subject of an event that the operator's own application reported. */
const somethingElse: EventSubject = {};
