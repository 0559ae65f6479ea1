import type { Finding } from './verdict.ts';

/** The recording of a call, as hashes of its bytes; null where there is none. */
export interface RecordingRecord {
  readonly callId: string;
  /** What the telephone network recorded. */
  readonly made: string | null;
  /** What the service serves under the URL that the call's owner is given. */
  readonly kept: string | null;
}

/** Judges the recordings: what the network recorded is served, byte for byte, and nothing else is. */
export function recordingFindings(recordings: readonly RecordingRecord[]): readonly Finding[] {
  return recordings
    .filter(({ made, kept }) => made !== kept)
    .map(({ callId, made, kept }) => ({ what: differenceOf(made, kept), subject: callId }));
}

function differenceOf(made: string | null, kept: string | null): string {
  if (kept === null) return 'was recorded, and no recording is served';
  return made === null ? 'was not recorded, and a recording is served' : 'the recording that is served is not the one that was made';
}
