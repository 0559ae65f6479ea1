/** What is drawn of a recording: its length, how loud it is over time, and what is said from when on. */
export interface Waveform {
  readonly seconds: number;
  /** Are the highest samples of equal parts, from 0 to 1. */
  readonly peaks: readonly number[];
  /** Are its cue points in order, with their labels. */
  readonly marks: readonly { readonly seconds: number; readonly label: string }[];
}

/** Reads a WAV file of 8 or 16 bits. Returns null for any other. */
export function waveformIn(file: ArrayBuffer, parts: number): Waveform | null {
  const view = new DataView(file);
  if (file.byteLength < 12 || textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WAVE') return null;
  const chunks = chunksIn(view, 12, file.byteLength);
  const [format, data] = [chunks.find(({ name }) => name === 'fmt '), chunks.find(({ name }) => name === 'data')];
  if (!format || !data || view.getUint16(format.from, true) !== pcm) return null;
  const channels = view.getUint16(format.from + 2, true);
  const [sampleRate, bytesPerSecond] = [view.getUint32(format.from + 4, true), view.getUint32(format.from + 8, true)];
  const bits = view.getUint16(format.from + 14, true);
  if ((bits !== 8 && bits !== 16) || bytesPerSecond === 0) return null;
  const frame = (channels * bits) / 8;
  const loudness = (at: number): number =>
    bits === 8 ? Math.abs(view.getUint8(at) - 128) / 128 : Math.abs(view.getInt16(at, true)) / 32_768;
  const frames = Math.floor((data.to - data.from) / frame);
  const peaks = Array.from({ length: parts }, (_, part) => {
    let highest = 0;
    const end = Math.floor(((part + 1) * frames) / parts);
    for (let nth = Math.floor((part * frames) / parts); nth < end; nth++) highest = Math.max(highest, loudness(data.from + nth * frame));
    return highest;
  });
  return { seconds: (data.to - data.from) / bytesPerSecond, peaks, marks: marksIn(view, chunks, sampleRate) };
}

/** Is the number of the only format without compression. */
const pcm = 1;

interface Chunk {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Lists the chunks. One that is longer than the file ends with it. */
function chunksIn(view: DataView, from: number, to: number): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = from; at + 8 <= to; ) {
    const length = view.getUint32(at + 4, true);
    chunks.push({ name: textAt(view, at, 4), from: at + 8, to: Math.min(to, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** A cue point is 24 bytes long, and begins with its number and its sample. Its label names the number. */
function marksIn(view: DataView, chunks: readonly Chunk[], sampleRate: number): Waveform['marks'] {
  const labels = new Map(
    chunks
      .filter(({ name, from }) => name === 'LIST' && textAt(view, from, 4) === 'adtl')
      .flatMap(({ from, to }) => chunksIn(view, from + 4, to))
      .filter(({ name }) => name === 'labl')
      .map(({ from, to }) => [view.getUint32(from, true), textAt(view, from + 4, to - from - 4).replace(/\0+$/, '')] as const),
  );
  const cues = chunks.find(({ name }) => name === 'cue ');
  if (!cues) return [];
  return Array.from({ length: Math.floor((cues.to - cues.from - 4) / 24) }, (_, nth) => cues.from + 4 + nth * 24)
    .map((at) => ({ seconds: view.getUint32(at + 4, true) / sampleRate, label: labels.get(view.getUint32(at, true)) ?? '' }))
    .sort((one, other) => one.seconds - other.seconds);
}

const textAt = (view: DataView, at: number, length: number): string =>
  new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, Math.max(0, Math.min(length, view.byteLength - at))));
