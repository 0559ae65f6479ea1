import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Waveform, waveformIn } from './wav.ts';

/** A recording that can be played: where it is, and what is drawn of it. */
export interface Playing {
  readonly audio: RefObject<HTMLAudioElement | null>;
  /** Is null until it is read, and stays so if it is no WAV file. */
  readonly waveform: Waveform | null;
  readonly isPlaying: boolean;
  /** Is true once it was played or moved. */
  readonly hasBegun: boolean;
  readonly seconds: number;
  readonly problem: string | null;
  toggle(): void;
  moveTo(seconds: number): void;
  playFrom(seconds: number): void;
  /** Takes over what the player says of itself. */
  follow(): void;
}

/** Is how many bars a waveform has. */
export const waveBars = 160;

export function usePlaying(url: string | null): Playing {
  const audio = useRef<HTMLAudioElement>(null);
  const [waveform, setWaveform] = useState<Waveform | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [at, setAt] = useState({ seconds: 0, isPlaying: false, hasBegun: false });
  useEffect(() => {
    let isCurrent = true;
    setWaveform(null);
    setProblem(null);
    setAt({ seconds: 0, isPlaying: false, hasBegun: false });
    if (url === null) return undefined;
    readWaveform(url).then(
      (found) => isCurrent && setWaveform(found),
      () => isCurrent && setProblem('The recording could not be fetched.'),
    );
    return () => {
      isCurrent = false;
    };
  }, [url]);
  const follow = (): void => {
    const { currentTime, paused } = audio.current ?? { currentTime: 0, paused: true };
    setAt((before) => ({ seconds: currentTime, isPlaying: !paused, hasBegun: before.hasBegun || !paused || currentTime > 0 }));
  };
  const moveTo = (seconds: number): void => {
    if (audio.current) audio.current.currentTime = seconds;
    setAt((before) => ({ ...before, seconds, hasBegun: true }));
  };
  const play = (): void => void audio.current?.play().catch(() => setProblem('The browser cannot play it.'));
  return {
    ...{ audio, waveform, problem, ...at, moveTo, follow },
    toggle: () => (audio.current?.paused ? play() : audio.current?.pause()),
    playFrom(seconds) {
      moveTo(seconds);
      play();
    },
  };
}

async function readWaveform(url: string): Promise<Waveform | null> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  return waveformIn(await response.arrayBuffer(), waveBars);
}
