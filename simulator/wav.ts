/** Makes a real, short recording: two seconds of beeps, 8 kHz, 16 bit, mono, like a telephone line. */

const sampleRate = 8_000;
const seconds = 2;
const headerBytes = 44;

/** Returns a recording. `pitch` is in hertz and differs for each call, so that recordings can be told apart. */
export function beeps(pitch: number): Uint8Array<ArrayBuffer> {
  const samples = sampleRate * seconds;
  const file = new Uint8Array(headerBytes + samples * 2);
  const view = new DataView(file.buffer);
  writeHeader(view, samples * 2);
  for (let i = 0; i < samples; i++) view.setInt16(headerBytes + i * 2, sample(i / sampleRate, pitch), true);
  return file;
}

/** Returns a sample: a quarter of a second of tone, a quarter of silence. */
function sample(time: number, pitch: number): number {
  const sounding = time % 0.5 < 0.25;
  return sounding ? Math.round(Math.sin(2 * Math.PI * pitch * time) * 8_000) : 0;
}

/** Writes the RIFF header of a .wav file with one format chunk and one data chunk. */
function writeHeader(view: DataView, dataBytes: number): void {
  const text = (offset: number, word: string): void => {
    for (let i = 0; i < word.length; i++) view.setUint8(offset + i, word.charCodeAt(i));
  };
  text(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  text(8, 'WAVE');
  text(12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // The format is PCM.
  view.setUint16(22, 1, true); // There is one channel.
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true); // The frame size is in bytes, over all channels.
  view.setUint16(34, 16, true); // The sample size is in bits.
  text(36, 'data');
  view.setUint32(40, dataBytes, true);
}
