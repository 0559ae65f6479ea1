export type Tone = 'good' | 'bad' | 'wait' | 'live' | 'quiet';

export interface Standing {
  readonly tone: Tone;
  /** Is a word or two for the list. */
  readonly word: string;
}
