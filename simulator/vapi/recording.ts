import { type Spoken, sampleRate, speech, spoken } from '../speech.ts';
import { wavFile } from '../wav.ts';
import type { SimulatedCall } from './calls.ts';

/** Returns the call's lines with their times, which are those of its recording. */
export function spokenIn({ conversation, answeredMs, endedMs }: SimulatedCall): readonly Spoken[] {
  const talkMs = (endedMs ?? 0) - (answeredMs ?? 0);
  return spoken(conversation?.lines ?? [], talkMs / 1_000);
}

/** Returns the recording of a call, in which each line has a mark. */
export function recordingOf(call: SimulatedCall): Buffer<ArrayBuffer> {
  const lines = spokenIn(call);
  const marks = lines.map(({ from, speaker, text }) => ({ seconds: from, label: `${speaker}: ${text}` }));
  return wavFile({ samples: speech(lines), sampleRate, name: call.id, marks });
}
