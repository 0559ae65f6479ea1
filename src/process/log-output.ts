import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Writes the log of a process that serves: some tens of kilobytes of lines at once, or the lines of a tenth of a
 * second, because a write for each line costs more than the line. The rest is written when the process exits, also by
 * an uncaught error; only a kill loses it. Nothing is written in the background: at an exit it would be lost, or arrive
 * out of order.
 *
 * Lines that cannot be written, because a disk is full or a reader does not take them within a second, are dropped and counted
 * (`linesLost`). The first loss of a process is reported on its standard error.
 */
export function logOutput(fd: number = process.stdout.fd): DestinationStream {
  let lines = '';
  let late: NodeJS.Timeout | undefined;
  /** Is true after a failed write. Until a batch is written whole the process does not wait for one, since it is blocked meanwhile. */
  let isStuck = false;

  const writeLines = (): void => {
    clearTimeout(late);
    late = undefined;
    const batch = Buffer.from(lines);
    lines = '';
    const { written, error } = writeAll(fd, batch, isStuck ? 0 : patienceMs);
    isStuck = error !== undefined;
    if (!isStuck) return;
    const rest = batch.toString('utf8', written);
    // The line that was cut in the middle ends here, so that the next one can be read.
    if (written > 0) lines = '\n';
    lose(rest.split('\n').length - 1, error);
  };

  process.once('exit', () => {
    if (lines !== '') writeLines();
  });

  return {
    write(line) {
      lines += line;
      if (lines.length >= batchLength) writeLines();
      else late ??= setTimeout(writeLines, latestMs);
    },
  };
}

const batchLength = 65_536;
const latestMs = 100;

let lost = 0;

/** Counts lines of this process's log that could not be written. */
export const linesLost = (): number => lost;

function lose(lines: number, error: unknown): void {
  const isFirst = lost === 0;
  lost += lines;
  if (isFirst)
    writeAll(
      process.stderr.fd,
      Buffer.from(`ringpost: the log cannot be written (${error}). Lines are dropped, and counted in log_lines_lost_total.\n`),
      0,
    );
}

interface Written {
  readonly written: number;
  /** Is the error that kept the rest from being written. */
  readonly error?: unknown;
}

/** Writes the bytes. It waits for a slow reader of a pipe, for as long as its patience in all. */
function writeAll(fd: number, bytes: Buffer, patience: number): Written {
  const began = performance.now();
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      if (!isBusy(error) || performance.now() - began >= patience) return { written, error };
      Atomics.wait(sleeper, 0, 0, pauseMs);
    }
  }
  return { written };
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';
const patienceMs = 1_000;
const pauseMs = 10;
const sleeper = new Int32Array(new SharedArrayBuffer(4));
