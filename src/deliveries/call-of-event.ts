/**
 * The keys of a call's events name the call, so that the log can name it at each attempt and no delivery has to keep it.
 * Null: the event is not a call's.
 */
export function callOfEvent(dedupeKey: string): string | null {
  for (const prefix of prefixes) if (dedupeKey.startsWith(prefix)) return dedupeKey.slice(prefix.length);
  return null;
}

export const callCompletedKey = (callId: string): string => `${completedPrefix}${callId}`;
export const qualifiedByCallKey = (callId: string): string => `${qualifiedPrefix}${callId}`;

const completedPrefix = 'call.completed:';
const qualifiedPrefix = 'lead.qualified:ai_call:';
const prefixes = [completedPrefix, qualifiedPrefix];
