import type { ReadStream } from 'node:tty';

/** Changes the rate of a run while it goes on: + and - on a terminal. */
export interface RateKeys {
  /** Returns what the rates of the profile are multiplied with. */
  readonly factor: () => number;
  readonly close: () => void;
}

export function rateKeys(input: Pick<ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>): RateKeys {
  let factor = 1;
  if (!input.isTTY) return { factor: () => factor, close: () => undefined };
  const onKey = (key: Buffer): void => {
    const text = key.toString();
    if (text === '+') factor *= step;
    if (text === '-') factor /= step;
    // A terminal in raw mode sends Ctrl-C as a key.
    if (text === '\u0003') process.kill(process.pid, 'SIGINT');
  };
  input.setRawMode(true);
  input.resume();
  input.on('data', onKey);
  return {
    factor: () => factor,
    close() {
      input.off('data', onKey);
      input.setRawMode(false);
      input.pause();
    },
  };
}

const step = 1.25;
