import { maxWebhookTranscriptLength, truncatedEnding } from '../process/limits.ts';

/**
 * Returns a transcript as webhooks carry it (`V-CALL-07`). A longer one is cut at the limit and ends with a note. Characters are
 * code points, as the documents' `maxLength` counts them.
 */
export function cutTranscript(transcript: string): string {
  if (transcript.length <= maxWebhookTranscriptLength) return transcript;
  // A code point has at most two units, so the beginning decides whether the whole is too long.
  const characters = [...transcript.slice(0, 2 * maxWebhookTranscriptLength + 2)];
  if (characters.length <= maxWebhookTranscriptLength) return transcript;
  return characters.slice(0, maxWebhookTranscriptLength - truncatedEnding.length).join('') + truncatedEnding;
}
