import { maxWebhookTranscriptLength, truncatedEnding } from '../process/limits.ts';
import { firstCharacters, isLongerThan } from './characters.ts';

/** Returns a transcript as webhooks carry it (`V-CALL-07`). A longer one is cut at the limit and ends with a note. */
export function cutTranscript(transcript: string): string {
  if (!isLongerThan(transcript, maxWebhookTranscriptLength)) return transcript;
  return firstCharacters(transcript, maxWebhookTranscriptLength - truncatedEnding.length).join('') + truncatedEnding;
}
