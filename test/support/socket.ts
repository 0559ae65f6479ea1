import { connect, type Socket } from 'node:net';

/** A connection to write to byte by byte, for requests that no HTTP client would send. */
export interface RawConnection {
  write(bytes: string | Uint8Array): void;
  /**
   * Returns the next response, or null if the connection ends first. A response to `HEAD` has no body, whatever its
   * length says.
   */
  response(method?: 'HEAD'): Promise<RawResponse | null>;
  /** Sends nothing more, and goes on reading. */
  closeHalf(): void;
  end(): void;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const input = inputOf(socket);
  return {
    write: (bytes) => {
      if (!socket.destroyed) socket.write(bytes);
    },
    async response(method) {
      const head = await input.until('\r\n\r\n');
      if (head === null) return null;
      const [status, ...lines] = head.trimEnd().split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const length = method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
      return { status: Number(status?.split(' ')[1]), headers, body: (await input.take(length)) ?? '' };
    },
    closeHalf: () => void socket.end(),
    end: () => socket.destroy(),
  };
}

/** Returns a request's text, with the headers that every test would repeat. */
export const requestText = (line: string, headers: Readonly<Record<string, string>>, body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');

function inputOf(socket: Socket) {
  let received = Buffer.alloc(0);
  let ended = false;
  let notify = (): void => {};
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    notify();
  });
  // A connection that is cut counts as ended: the test sees that no response came.
  socket.on('error', () => {});
  socket.on('close', () => {
    ended = true;
    notify();
  });
  const wait = async (ready: () => boolean): Promise<boolean> => {
    while (!ready()) {
      if (ended) return false;
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
    }
    return true;
  };
  const cut = (length: number): string => {
    const text = received.subarray(0, length).toString('utf8');
    received = received.subarray(length);
    return text;
  };
  return {
    until: async (mark: string) => ((await wait(() => received.includes(mark))) ? cut(received.indexOf(mark) + mark.length) : null),
    take: async (length: number) => ((await wait(() => received.length >= length)) ? cut(length) : null),
  };
}
