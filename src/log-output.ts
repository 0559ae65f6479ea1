import pino, { type DestinationStream } from 'pino';

/**
 * Where a process that serves writes its log: some tens of kilobytes of lines at once, or what there is after a tenth of a second,
 * because a write for each line costs more than the line. What is left is written when the process exits, also by an error
 * that nobody caught; only a kill takes it along. Nothing is written in the background: at such an exit it would be lost, or
 * come too late for its place.
 */
export function logOutput(fd: number = process.stdout.fd): DestinationStream {
  const output = pino.destination({ dest: fd, sync: true });
  let lines = '';
  let late: NodeJS.Timeout | undefined;

  const writeLines = (): void => {
    clearTimeout(late);
    late = undefined;
    output.write(lines);
    lines = '';
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
