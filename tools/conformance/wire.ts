import { codeOf } from './api.ts';
import { expectOperation } from './documents.ts';
import { type RawConnection, type RawResponse, rawConnection } from './raw-connection.ts';
import type { World } from './world.ts';

/** Writes a request below the base URL as text, with the headers that every request has. */
export function requestText(
  { baseUrl, documents }: World,
  method: string,
  path: string,
  { headers = [], body = '' }: { readonly headers?: readonly string[]; readonly body?: string } = {},
): string {
  expectOperation(documents, method, path);
  const { host, pathname } = new URL(baseUrl);
  return [`${method} ${pathname}${path} HTTP/1.1`, `Host: ${host}`, ...headers, '', body].join('\r\n');
}

/** Writes the request of an operation as text, with an id that belongs to nothing. */
export const plainText = (
  world: World,
  { method, path }: { readonly method: string; readonly path: string },
  parts: Parameters<typeof requestText>[3] = {},
): string => requestText(world, method, path.replace('{id}', 'none'), parts);

export const authorization = (key: string | null): string => `Authorization: Bearer ${key}`;

/** Opens a connection, and closes it in every case. */
export async function onConnection<T>(world: World, use: (connection: RawConnection) => Promise<T>): Promise<T> {
  const connection = await rawConnection(world.baseUrl);
  try {
    return await use(connection);
  } finally {
    connection.close();
  }
}

/** A service that answers 408 so often is judged by that answer. */
const turns = 3;

/**
 * Returns the response to a text, or null if the connection ends or no response comes. A 408 says that the text arrived
 * too late, as it does where this machine stalls between opening the connection and writing, so it is sent again.
 */
export async function answerTo(world: World, text: string | Buffer): Promise<RawResponse | null> {
  for (let turn = 1; ; turn++) {
    const response = await onConnection(world, async (connection) => {
      connection.write(text);
      return connection.response();
    });
    if (response?.status !== 408 || turn === turns) return response;
  }
}

/** Tells if the response has this status and an error envelope with this code, and reports a breach if it has not. */
export function expectAnswer(
  world: World,
  what: string,
  response: RawResponse | null,
  status: number,
  code: string | null = null,
): boolean {
  if (response?.status === status && (code === null || codeOf(response.json) === code)) return true;
  world.breach(`${what}: expected ${[status, code].filter(Boolean).join(' ')}, got ${told(response)}.`);
  return false;
}

export const told = (response: RawResponse | null): string =>
  response ? [response.status, codeOf(response.json)].filter(Boolean).join(' ') : 'no answer';
