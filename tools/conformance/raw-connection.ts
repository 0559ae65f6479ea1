import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { jsonOf } from '../../src/contract/json.ts';
import { patience } from './patience.ts';

/** A connection that is written byte by byte, for requests that no HTTP client would send. */
export interface RawConnection {
  write(text: string | Buffer): void;
  /** Returns the next response, or null if the connection ends first or none arrives in time. */
  response(patienceMs?: number): Promise<RawResponse | null>;
  /** Tells if the other side closes the connection within this time. */
  ends(patienceMs?: number): Promise<boolean>;
  close(): void;
}

export interface RawResponse {
  readonly status: number;
  /** Holds headers by lower-case name. Of repeated ones the last counts. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Is undefined if the body is not JSON. */
  readonly json: unknown;
}

/** The limit only ends the wait for an answer that never comes. No check measures how fast an answer is. */
const usualPatienceMs = (): number => patience(30_000);

export async function rawConnection(baseUrl: string): Promise<RawConnection> {
  const socket = await open(new URL(baseUrl));
  const input = inputOf(socket);
  return {
    write(text) {
      if (socket.writable) socket.write(text);
    },
    response: (patienceMs = usualPatienceMs()) => nextResponse(input, performance.now() + patienceMs),
    ends: (patienceMs = usualPatienceMs()) => input.ended(performance.now() + patienceMs),
    close: () => socket.destroy(),
  };
}

function open({ protocol, hostname, port }: URL): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket =
      protocol === 'https:'
        ? connectSecurely({ host, port: Number(port || 443), ...(!isIP(host) && { servername: host }) }, () => resolve(socket))
        : connect({ host, port: Number(port || 80) }, () => resolve(socket));
    // Later errors count as the end of the connection.
    socket.on('error', reject);
    socket.setNoDelay(true);
  });
}

interface Input {
  until(mark: string, deadline: number): Promise<string | null>;
  take(length: number, deadline: number): Promise<string | null>;
  ended(deadline: number): Promise<boolean>;
}

export function inputOf(socket: Socket): Input {
  let received = Buffer.alloc(0);
  let over = false;
  let notify = (): void => {};
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    notify();
  });
  for (const event of ['end', 'close'] as const)
    socket.on(event, () => {
      over = true;
      notify();
    });
  const wait = async (ready: () => boolean, deadline: number): Promise<boolean> => {
    while (!ready()) {
      const left = deadline - performance.now();
      if (left <= 0 || over) return false;
      await new Promise<void>((resolve) => {
        const patience = setTimeout(resolve, left);
        notify = () => {
          clearTimeout(patience);
          resolve();
        };
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
    until: async (mark, deadline) =>
      (await wait(() => received.includes(mark), deadline)) ? cut(received.indexOf(mark) + mark.length) : null,
    take: async (length, deadline) => ((await wait(() => received.length >= length, deadline)) ? cut(length) : null),
    ended: async (deadline) => over || (await wait(() => over, deadline)) || over,
  };
}

/** Returns null if the connection ends first, or none arrives before the deadline. A response to `HEAD` has no body, whatever its length says. */
export async function nextResponse(input: Input, deadline: number, hasBody = true): Promise<RawResponse | null> {
  const head = await input.until('\r\n\r\n', deadline);
  if (head === null) return null;
  const [statusLine = '', ...lines] = head.trimEnd().split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(statusLine.split(' ')[1]);
  const body = !hasBody || status === 100 || status === 204 ? '' : await bodyOf(input, headers, deadline);
  return { status, headers, body, json: jsonOf(body) };
}

async function bodyOf(input: Input, headers: Readonly<Record<string, string>>, deadline: number): Promise<string> {
  if (headers['transfer-encoding'] !== 'chunked') return (await input.take(Number(headers['content-length'] ?? 0), deadline)) ?? '';
  let body = '';
  for (;;) {
    const size = Number.parseInt((await input.until('\r\n', deadline)) ?? '0', 16);
    const chunk = await input.take(size + 2, deadline);
    if (!(size > 0) || chunk === null) return body;
    body += chunk.slice(0, -2);
  }
}
