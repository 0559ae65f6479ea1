import type { IncomingMessage } from 'node:http';
import { jsonOf } from '../../src/contract/json.ts';

/** What an HTTP message carries, a request as well as a response. */
export interface HttpMessage {
  /** Holds headers by lower-case name. Headers that appear several times are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Is undefined if the body is not JSON. */
  readonly json: unknown;
}

/** Reads a message to its end. Rejects if the sender closes the connection before. */
export async function readMessage(message: IncomingMessage): Promise<HttpMessage> {
  // `buffer` of node:stream/consumers makes a Blob first, and takes three times as long.
  const body = Buffer.concat(await message.toArray());
  const headers = Object.entries(message.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]);
  return { headers: Object.fromEntries(headers), body, json: jsonOf(body.toString('utf8')) };
}
