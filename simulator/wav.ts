/** A place in a recording, and what is said there. */
export interface Mark {
  readonly seconds: number;
  readonly label: string;
}

export interface Recorded {
  /** Are of 8 bits without a sign, of one channel. */
  readonly samples: Uint8Array;
  readonly sampleRate: number;
  readonly name: string;
  readonly marks: readonly Mark[];
}

/** Writes a WAV file with its marks as cue points, which players show as chapters. The name tells recordings of the same words apart. */
export function wavFile({ samples, sampleRate, name, marks }: Recorded): Buffer<ArrayBuffer> {
  return chunk(
    'RIFF',
    Buffer.from('WAVE'),
    // PCM, one channel, the rate of samples and of bytes, one byte a frame, 8 bits.
    chunk('fmt ', numbers16(1, 1), numbers32(sampleRate, sampleRate), numbers16(1, 8)),
    chunk('data', samples),
    chunk('cue ', numbers32(marks.length), ...marks.map(({ seconds }, nth) => cuePoint(nth, Math.round(seconds * sampleRate)))),
    chunk('LIST', Buffer.from('adtl'), ...marks.map(({ label }, nth) => chunk('labl', numbers32(nth + 1), Buffer.from(`${label}\0`)))),
    chunk('LIST', Buffer.from('INFO'), chunk('INAM', Buffer.from(`${name}\0`))),
  );
}

/** A cue point has its number, its place in the order, its chunk, two offsets that only compressed sound needs, and its sample. */
const cuePoint = (nth: number, sample: number): Buffer =>
  Buffer.concat([numbers32(nth + 1, sample), Buffer.from('data'), numbers32(0, 0, sample)]);

/** A chunk has a name and a length, and its content is padded to an even one. */
function chunk(name: string, ...content: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from(name), numbers32(length), ...content, Buffer.alloc(length % 2)]);
}

const numbers16 = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const numbers32 = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
