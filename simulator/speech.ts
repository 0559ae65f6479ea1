/**
 * Makes what a recorded conversation sounds like: a tone for each syllable, in the pitch of its speaker and in the colour of its
 * vowel. One hears who speaks, for how long and in which turn, and no word.
 */
export interface Said {
  readonly speaker: Speaker;
  readonly text: string;
}

export type Speaker = 'AI' | 'User';

/** A line with its time in the recording, in seconds. */
export interface Spoken extends Said {
  readonly from: number;
  readonly to: number;
}

/** Is the rate of a telephone line. A sample is one byte. */
export const sampleRate = 8_000;

const mostSeconds = 20;
const syllableSeconds = 0.19;
const pauseSeconds = 0.45;
/** Is the pause behind a word, and behind the end of a sentence, as a part of a syllable. */
const [afterWord, afterSentence] = [0.4, 1.3] as const;
const pitches: Readonly<Record<Speaker, number>> = { AI: 205, User: 118 };

/** Returns when each line is said. What takes longer than the talk, or than a recording may, is said faster. */
export function spoken(said: readonly Said[], talkSeconds: number): readonly Spoken[] {
  let at = pauseSeconds;
  const lines = said.map((line) => {
    const from = at;
    const to = from + lengthOf(syllablesIn(line.text)) * syllableSeconds;
    at = to + pauseSeconds;
    return { ...line, from, to };
  });
  const faster = Math.min(1, Math.min(talkSeconds, mostSeconds) / at);
  return lines.map((line) => ({ ...line, from: inMs(line.from * faster), to: inMs(line.to * faster) }));
}

const inMs = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** Returns the samples: 8 bits without a sign, of which 128 is silence. */
export function speech(lines: readonly Spoken[]): Uint8Array {
  const samples = new Uint8Array(Math.ceil(((lines.at(-1)?.to ?? 0) + pauseSeconds) * sampleRate)).fill(silence);
  for (const { speaker, text, from, to } of lines) {
    const syllables = syllablesIn(text);
    const unit = (to - from) / lengthOf(syllables);
    const end = text.trimEnd().endsWith('?') ? rising : falling;
    for (const [nth, { vowel, at }] of syllables.entries()) {
      const begin = Math.round((from + at * unit) * sampleRate);
      const pitch = pitches[speaker] * (1 + (end * nth) / syllables.length);
      sound(samples.subarray(begin, begin + Math.round(unit * sampleRate)), (pitch / sampleRate) * waveLength, waveOf(speaker, vowel));
    }
  }
  return samples;
}

const silence = 128;
/** Is how far the pitch goes by the end of a question, and of what is no question. */
const [rising, falling] = [0.2, -0.12] as const;

interface Syllable {
  readonly vowel: string;
  /** Is when it begins, counted in syllables. */
  readonly at: number;
}

/** Returns a syllable for each group of vowels, and one for a word without any. */
function syllablesIn(text: string): readonly Syllable[] {
  let at = 0;
  return text
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => {
      const syllables = (word.match(/[aeiouy]+/g) ?? ['e']).map(([vowel = 'e']) => ({ vowel, at: at++ }));
      at += /[.?!]$/.test(word) ? afterSentence : afterWord;
      return syllables;
    });
}

const lengthOf = (syllables: readonly Syllable[]): number => (syllables.at(-1)?.at ?? 0) + 1;

/** Writes one syllable, which swells and dies away. */
function sound(samples: Uint8Array, step: number, wave: Float32Array): void {
  const [swell, fade] = [samples.length * 0.15, samples.length * 0.4];
  for (let i = 0; i < samples.length; i++) {
    const loudness = Math.min(1, i / swell, (samples.length - i) / fade);
    samples[i] = silence + loudness * (wave[Math.floor((i * step) % waveLength)] ?? 0);
  }
}

const waveLength = 256;
const loudest = 100;
/** The two frequencies by which a vowel is known. */
const formants: Readonly<Record<string, readonly [number, number]>> = {
  a: [730, 1_090],
  e: [530, 1_840],
  i: [270, 2_290],
  o: [570, 840],
  u: [300, 870],
  y: [270, 2_100],
};

const waves = new Map<string, Float32Array>();

/** Returns one period of a speaker's vowel. It is made once. */
function waveOf(speaker: Speaker, vowel: string): Float32Array {
  const key = `${speaker} ${vowel}`;
  const known = waves.get(key);
  if (known) return known;
  const pitch = pitches[speaker];
  const near = (frequency: number): number =>
    (formants[vowel] ?? [500, 1_500]).reduce((sum, formant) => sum + 1 / (1 + ((frequency - formant) / 120) ** 2), 0.08);
  const strengths = Array.from({ length: Math.floor(3_400 / pitch) }, (_, nth) => near((nth + 1) * pitch) / Math.sqrt(nth + 1));
  const at = (i: number): number =>
    strengths.reduce((sum, strength, nth) => sum + strength * Math.sin(((nth + 1) * 2 * Math.PI * i) / waveLength), 0);
  const wave = Float32Array.from({ length: waveLength }, (_, i) => at(i));
  const highest = Math.max(...wave.map(Math.abs));
  waves.set(
    key,
    wave.map((value) => (value / highest) * loudest),
  );
  return waveOf(speaker, vowel);
}
