import { useMemo } from 'preact/hooks';
import { clockOf } from './format.ts';
import { Player } from './player.tsx';
import { type Playing, usePlaying } from './playing.ts';
import type { Waveform } from './wav.ts';

/**
 * Shows what was said, line by line, and plays the recording in step: the line that is heard is marked, and each leads to its place.
 * The lines are in step if the recording has a mark for each. Without a transcript they are the marks' labels.
 */
export function Conversation({ transcript, recordingUrl: url }: { transcript: string | null; recordingUrl: string | null }) {
  // Each read of a call signs its URL anew. The player keeps the first.
  const recordingUrl = useMemo(() => url, [url?.split('?', 1)[0]]);
  const playing = usePlaying(recordingUrl);
  const lines = linesOf(transcript, playing.waveform?.marks ?? []);
  const current = playing.hasBegun ? lines.findLastIndex(({ at }) => at !== null && at <= playing.seconds) : -1;
  return (
    <>
      {recordingUrl !== null && <Player url={recordingUrl} playing={playing} turns={lines} />}
      {lines.length === 0 ? (
        <p class="muted">There is no transcript.</p>
      ) : (
        <ol class="conversation" aria-label="Conversation">
          {lines.map((line, index) => (
            <SaidLine key={index} line={line} isCurrent={index === current} playFrom={playing.playFrom} />
          ))}
        </ol>
      )}
    </>
  );
}

/** A line of a conversation, and when it begins in the recording, if that is known. */
interface Line {
  readonly speaker: string | null;
  readonly words: string;
  readonly at: number | null;
}

interface SaidLineProps {
  readonly line: Line;
  readonly isCurrent: boolean;
  readonly playFrom: Playing['playFrom'];
}

function SaidLine({ line: { speaker, words, at }, isCurrent, playFrom }: SaidLineProps) {
  return (
    <li class={speaker === 'AI' ? 'agent' : ''} aria-current={isCurrent ? 'true' : undefined}>
      <span>
        {speaker !== null && <strong>{speaker}</strong>} {words}
      </span>
      {at !== null && (
        <button type="button" class="quiet" aria-label={`Play from ${clockOf(at)}`} onClick={() => playFrom(at)}>
          {clockOf(at)}
        </button>
      )}
    </li>
  );
}

/** Each line of a transcript begins with its speaker. */
function linesOf(transcript: string | null, marks: Waveform['marks']): readonly Line[] {
  const texts = transcript === null || transcript.trim() === '' ? marks.map(({ label }) => label) : transcript.trimEnd().split('\n');
  return texts.map((text, index) => {
    const [, speaker = null, words = text] = /^(\w+): (.*)$/.exec(text) ?? [];
    return { speaker, words, at: marks[index]?.seconds ?? null };
  });
}
