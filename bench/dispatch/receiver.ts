import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { monotonicMs } from './contender.ts';

/**
 * The receiver. It reads requests off raw sockets, notes the time of each one's first byte and the event's number, and
 * answers 200. It does as little work as possible, because it shares the machine with the measured processes. It
 * reports the times by IPC.
 */
const maxNumber = 4_000_000;
const firstByteAt = new Float64Array(maxNumber);
const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok');
const headersEnd = Buffer.from('\r\n\r\n');
const numberMark = Buffer.from('"bench-');

const serve = (socket: Socket): void => {
  let waiting: Buffer | null = null;
  let since = 0;
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    if (waiting === null) since = monotonicMs();
    let rest: Buffer = waiting ? Buffer.concat([waiting, chunk]) : chunk;
    waiting = null;
    while (rest.length > 0) {
      const length = lengthOf(rest);
      if (length === null || rest.length < length) {
        waiting = rest;
        return;
      }
      note(rest.subarray(0, length), since);
      socket.write(answer);
      rest = rest.subarray(length);
      since = monotonicMs();
    }
  });
};

/** Returns the length of the whole request, or null until all its headers are there. */
function lengthOf(bytes: Buffer): number | null {
  const end = bytes.indexOf(headersEnd);
  if (end < 0) return null;
  const [, length] = /content-length: ?(\d+)/i.exec(bytes.toString('latin1', 0, end)) ?? [];
  return end + headersEnd.length + Number(length ?? 0);
}

function note(request: Buffer, at: number): void {
  const mark = request.indexOf(numberMark);
  if (mark < 0) return;
  const from = mark + numberMark.length;
  firstByteAt[Number(request.toString('latin1', from, from + 8))] = at;
}

process.on('message', ({ first, count }: { first: number; count: number }) => {
  process.send?.(firstByteAt.slice(first, first + count));
});
process.on('disconnect', () => process.exit());
const origins = 4;
const ports = await Promise.all(
  Array.from({ length: origins }, async () => {
    const server = createServer(serve).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' ? address?.port : null;
  }),
);
process.send?.({ ports });
