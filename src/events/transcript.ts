import { maxWebhookTranscriptLength, truncatedEnding } from '../process/limits.ts';

/**
 * Returns a transcript as webhooks carry it (`V-CALL-07`). A longer one is cut before the limit, never inside a character, and ends
 * with a note.
 */
export function cutTranscript(transcript: string): string {
  if (transcript.length <= maxWebhookTranscriptLength) return transcript;
  const room = maxWebhookTranscriptLength - truncatedEnding.length;
  const splitsAPair = isHighSurrogate(transcript.charCodeAt(room - 1));
  return transcript.slice(0, splitsAPair ? room - 1 : room) + truncatedEnding;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
