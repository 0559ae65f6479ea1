import { clockOf } from './format.ts';
import { Problem } from './parts.tsx';
import { type Playing, waveBars } from './playing.ts';
import type { Waveform } from './wav.ts';

/** Who begins to speak when, if that is known. */
interface Turn {
  readonly speaker: string | null;
  readonly at: number | null;
}

/** Plays a recording along its waveform. What is no WAV file has the browser's own player. */
export function Player({ url, playing, turns }: { url: string; playing: Playing; turns: readonly Turn[] }) {
  const { audio, waveform, isPlaying, seconds, problem, toggle, moveTo, follow } = playing;
  return (
    <div class="player">
      {/* biome-ignore lint/a11y/useMediaCaption: what was said is written below. */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        controls={waveform === null}
        aria-label="Recording"
        onTimeUpdate={follow}
        onPlay={follow}
        onPause={follow}
        onEnded={follow}
      />
      {waveform && (
        <>
          <button type="button" class="play" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
            <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
              <path d={isPlaying ? 'M5 3v10M11 3v10' : 'M4.5 2.5v11l9-5.5z'} />
            </svg>
          </button>
          <span class="waves">
            <Waves waveform={waveform} seconds={seconds} turns={turns} />
            <input
              type="range"
              aria-label="Place in the recording"
              aria-valuetext={`${clockOf(seconds)} of ${clockOf(waveform.seconds)}`}
              min="0"
              max={waveform.seconds}
              step="0.1"
              value={seconds}
              onInput={(event) => moveTo(Number(event.currentTarget.value))}
            />
          </span>
          <span class="place muted">
            {clockOf(seconds)} / {clockOf(waveform.seconds)}
          </span>
        </>
      )}
      {problem && <Problem>{problem}</Problem>}
    </div>
  );
}

const [barWidth, gap, height] = [4, 2, 40] as const;

/** Draws the waveform in the colours of its speakers. What was not heard yet is paler. */
function Waves({ waveform, seconds, turns }: { waveform: Waveform; seconds: number; turns: readonly Turn[] }) {
  const secondsOf = (bar: number): number => ((bar + 1) * waveform.seconds) / waveBars;
  const speakerAt = (place: number): string | null | undefined => turns.findLast(({ at }) => at !== null && at <= place)?.speaker;
  return (
    <svg viewBox={`0 0 ${waveBars * (barWidth + gap)} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {waveform.peaks.map((peak, bar) => {
        const size = Math.max(1, peak * height);
        const speaker = speakerAt(secondsOf(bar)) === 'AI' ? 'agent' : 'other';
        const heard = secondsOf(bar) <= seconds ? 'heard' : '';
        return (
          <rect key={bar} class={`${speaker} ${heard}`} x={bar * (barWidth + gap)} y={(height - size) / 2} width={barWidth} height={size} />
        );
      })}
    </svg>
  );
}
