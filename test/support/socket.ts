import { connect } from 'node:net';
import { inputOf, nextResponse, type RawResponse } from '../../tools/conformance/raw-connection.ts';
import { unhurriedMs } from './targets.ts';

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

/** With `allowHalfOpen` it goes on sending where the server has ended its half of the connection. */
export async function rawConnection(port: number, { allowHalfOpen = false } = {}): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  // Later errors count as the end of the connection: the test sees that no response came.
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).on('error', reject));
  const input = inputOf(socket);
  return {
    write: (bytes) => {
      if (!socket.destroyed) socket.write(bytes);
    },
    response: (method) => nextResponse(input, performance.now() + unhurriedMs, method !== 'HEAD'),
    closeHalf: () => void socket.end(),
    end: () => socket.destroy(),
  };
}

/** Returns a request's text, with the headers that every test would repeat. */
export const requestText = (line: string, headers: Readonly<Record<string, string>>, body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');
