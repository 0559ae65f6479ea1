import { maxWebhookTranscriptLength, truncatedEnding } from '../process/limits.ts';

/** A transcript as webhooks carry it: a longer one loses its tail and says so, within the limit and never inside a character. */
export function cutTranscript(transcript: string): string {
  if (transcript.length <= maxWebhookTranscriptLength) return transcript;
  const room = maxWebhookTranscriptLength - truncatedEnding.length;
  const splitsAPair = isHighSurrogate(transcript.charCodeAt(room - 1));
  return transcript.slice(0, splitsAPair ? room - 1 : room) + truncatedEnding;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
